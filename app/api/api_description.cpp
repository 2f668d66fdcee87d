// Writes routes, parameters and answers as OpenAPI.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/api_description.hpp"

#include <algorithm>

#include "app/api/api_service.hpp"
#include "app/api/reconciliation_route.hpp"
#include "app/api/route_call.hpp"
#include "app/terminal/json.hpp"
#include "core/campaign/campaign.hpp"
#include "core/http/problem.hpp"

namespace laundromat {
namespace {

json_fact reference(std::string_view to) {
  return {{"$ref", "#/components/" + std::string{to}}};
}

json_fact schema_of(const argument_description& option) {
  if (option.is_flag()) return {{"type", "boolean"}, {"default", false}};
  const bool is_limit = option.names.back() == "--limit";
  const bool is_number = is_limit || option.range || option.metavar == "UINT" || option.metavar == "INT";
  json_fact schema{{"type", is_number ? "integer" : "string"}};
  if (option.range) {
    schema["minimum"] = option.range->least;
    schema["maximum"] = option.range->most;
  }
  if (!option.choices.empty()) schema["enum"] = option.choices;
  if (!option.proposals.empty()) schema["examples"] = option.proposals;
  if (!option.default_text.empty() && !is_number) schema["default"] = option.default_text;
  if (is_number)
    if (auto number = json_fact::parse(option.default_text, nullptr, false); number.is_number_integer())
      schema["default"] = std::move(number);
  if (is_limit) {
    schema["minimum"] = 1;
    schema["maximum"] = most_rows_a_page;
  }
  return schema;
}

json_fact repeated(json_fact schema, bool is_repeated) {
  if (!is_repeated) return schema;
  return {{"type", "array"}, {"items", std::move(schema)}};
}

bool is_in_path(const api_route& route, const argument_source& argument) {
  return route.path.find('{' + std::string{argument.name} + '}') != route.path.npos;
}

json_fact argument_schema(const argument_source& argument) {
  return repeated({{"type", "string"}, {"minLength", 1}, {"examples", {argument.example}}},
                  argument.is_repeated);
}

json_fact parameters_of(const api_route& route, const command_description& command) {
  auto all = json_fact::array();
  for (const auto& argument : route.arguments) {
    const bool in_path = is_in_path(route, argument);
    if (!in_path && route.method == "POST") continue;
    all.push_back({{"name", argument.name},
                   {"in", in_path ? "path" : "query"},
                   {"required", argument.is_required},
                   {"description", argument.meaning},
                   {"schema", argument_schema(argument)}});
  }
  if (route.method == "POST") return all;
  for (const auto option : route.parameters) {
    const auto* described = option_of(route, command, parameter_name(option));
    if (!described) continue;
    all.push_back({{"name", parameter_name(option)},
                   {"in", "query"},
                   {"description", described->meaning},
                   {"schema", repeated(schema_of(*described), described->most_values != 1)}});
  }
  return all;
}

json_fact body_of(const api_route& route, const command_description& command) {
  auto members = json_fact::object();
  auto required = json_fact::array();
  for (const auto& argument : route.arguments) {
    if (is_in_path(route, argument)) continue;
    members[std::string{argument.name}] = argument_schema(argument);
    members[std::string{argument.name}]["description"] = argument.meaning;
    if (argument.is_required) required.push_back(argument.name);
  }
  for (const auto option : route.parameters)
    if (const auto* described = option_of(route, command, parameter_name(option))) {
      auto& member = members[parameter_name(option)] = schema_of(*described);
      member["description"] = described->meaning;
    }
  json_fact schema{{"type", "object"}, {"properties", std::move(members)}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return {{"required", schema.contains("required")},
          {"content", {{"application/json", {{"schema", std::move(schema)}}}}}};
}

json_fact content_of(const api_route& route) {
  std::string media_type{route.media_type};
  switch (route.shape) {
    case answer_shape::list:
      return {{media_type, {{"schema", reference("schemas/List")}}}};
    case answer_shape::object:
      return {{media_type, {{"schema", {{"type", "object"}}}}}};
    case answer_shape::text:
      break;
  }
  media_type.resize(std::min(media_type.size(), media_type.find(';')));
  return {{media_type, {{"schema", {{"type", media_type.ends_with("json") ? "object" : "string"}}}}}};
}

json_fact answers_of(const api_route& route) {
  json_fact all{{"200",
                 {{"description", "What `laundromat " + std::string{route.words.front()} + "` says"},
                  {"content", content_of(route)}}}};
  if (route.method == "GET") all["304"] = {{"description", "The client has it already (If-None-Match)"}};
  all["default"] = reference("responses/Problem");
  return all;
}

json_fact operation_of(const api_route& route) {
  const auto command = describe_command(route);
  json_fact operation{{"operationId", route.name}, {"summary", route.summary}};
  std::string notes =
      "The command `laundromat " + std::string{route.words.front()} + "` gives the same facts.";
  if (!command.notes.empty()) notes.append("\n\n").append(command.notes);
  operation["description"] = std::move(notes);
  if (auto parameters = parameters_of(route, command); !parameters.empty())
    operation["parameters"] = std::move(parameters);
  if (route.method == "POST") {
    operation["requestBody"] = body_of(route, command);
    operation["security"] = json_fact::array({{{"token", json_fact::array()}}});
  }
  operation["responses"] = answers_of(route);
  return operation;
}

json_fact components() {
  return {
      {"schemas",
       {{"List",
         {{"type", "object"},
          {"required", {"items"}},
          {"properties",
           {{"items", {{"type", "array"}, {"items", {{"type", "object"}}}}},
            {"next", {{"type", "string"}, {"description", "`after` of the next page; missing at the end"}}},
            {"message", {{"type", "string"}, {"description", "What the command tells people"}}}}}}},
        {"Problem",
         {{"type", "object"},
          {"description", "Problem details (RFC 9457)"},
          {"required", {"title", "status"}},
          {"properties",
           {{"type", {{"type", "string"}, {"format", "uri-reference"}}},
            {"title", {{"type", "string"}}},
            {"status", {{"type", "integer"}}},
            {"detail", {{"type", "string"}}}}}}}}},
      {"responses",
       {{"Problem",
         {{"description", "Why there is no answer, and what to do"},
          {"content", {{std::string{problem_media_type}, {{"schema", reference("schemas/Problem")}}}}}}}}},
      {"securitySchemes",
       {{"token",
         {{"type", "http"}, {"scheme", "bearer"}, {"description", "The token of `http.token_file`"}}}}}};
}

json_fact answer_of(std::string_view description, std::string_view media_type, std::string_view type) {
  return {{"description", description},
          {"content", {{std::string{media_type}, {{"schema", {{"type", type}}}}}}}};
}

/// A question that no command answers.
json_fact question(std::string_view name, std::string_view summary, json_fact answers) {
  return {{"operationId", name}, {"summary", summary}, {"responses", std::move(answers)}};
}

json_fact reconciliation_operation(std::string_view name) {
  auto operation =
      question(name, "Entities that may be meant by names, as OpenRefine asks",
               {{"200", answer_of("The manifest, or the answers to `queries`", "application/json", "object")},
                {"400", reference("responses/Problem")},
                {"404", reference("responses/Problem")}});
  operation["description"] = "Reconciliation Service API 0.2, over the file `http.labels`.";
  return operation;
}

/// The paths that no command answers.
json_fact other_paths() {
  json_fact paths;
  paths[std::string{api_description_path}]["get"] = question(
      "description", "This description", {{"200", answer_of("OpenAPI 3.1", "application/json", "object")}});
  auto& events = paths[std::string{api_events_path}]["get"] =
      question("events", "What happens, as server-sent events",
               {{"200", answer_of("A stream without an end", "text/event-stream", "string")},
                {"503", reference("responses/Problem")}});
  events["description"] =
      "Events `counts` each second, `transition` for finished documents, and `skipped` with a number where "
      "more "
      "happened in a second than is sent.";
  auto& reconcile = paths[std::string{reconciliation_path}];
  reconcile["get"] = reconciliation_operation("reconciliation_manifest");
  const json_fact queries{{"type", "string"}, {"description", "A JSON object of queries"}};
  reconcile["get"]["parameters"] =
      json_fact::array({{{"name", "queries"}, {"in", "query"}, {"schema", queries}}});
  reconcile["post"] = reconciliation_operation("reconcile");
  reconcile["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"] = {
      {"type", "object"}, {"properties", {{"queries", queries}}}};
  return paths;
}

}  // namespace

std::string api_description() {
  auto paths = other_paths();
  for (const auto& route : command_routes())
    paths[std::string{route.path}][route.method == "GET" ? "get" : "post"] = operation_of(route);
  json_fact all;
  all["openapi"] = "3.1.0";
  all["info"] = {{"title", "LOD Laundromat"},
                 {"version", program_version},
                 {"summary", "Asks, watches and steers an engine, or reads its data folder"},
                 {"license", {{"name", "Apache 2.0"}, {"identifier", "Apache-2.0"}}}};
  all["paths"] = std::move(paths);
  all["components"] = components();
  return all.dump(2) + '\n';
}

}  // namespace laundromat
