// Tests of the OpenAPI document: it describes the routes, all of them, and nothing else.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/api/api_route.hpp"
#include "app/api/api_service.hpp"
#include "app/api/reconciliation_route.hpp"
#include "app/api/route_call.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

class api_description_test : public testing::Test {
 protected:
  void SetUp() override {
    const auto got = served_.get("/api/v1/openapi.json");
    ASSERT_EQ(got.status, 200);
    EXPECT_EQ(got.field("content-type"), "application/json");
    all_ = nlohmann::json::parse(got.body, nullptr, false);
    ASSERT_TRUE(all_.is_object());
  }
  /// Examples of a schema; a value of its type when it has none.
  static std::vector<std::string> values_of(const nlohmann::json& schema) {
    if (schema.value("type", "") == "array") return values_of(schema["items"]);
    std::vector<std::string> all;
    for (const auto* key : {"examples", "enum"})
      if (schema.contains(key))
        for (const auto& one : schema[key])
          all.push_back(one.is_string() ? one.get<std::string>() : one.dump());
    for (const auto* key : {"default", "minimum", "maximum"})
      if (schema.contains(key))
        all.push_back(schema[key].is_string() ? schema[key].get<std::string>() : schema[key].dump());
    return all;
  }

  const filled_folder& folder_ = filled_folder::get();
  served_folder served_{folder_.data()};
  nlohmann::json all_;
};

TEST_F(api_description_test, has_each_route_and_nothing_else_A14) {
  std::set<std::string> routes{
      "get " + std::string{api_description_path}, "get " + std::string{api_events_path},
      "get " + std::string{reconciliation_path}, "post " + std::string{reconciliation_path}};
  for (const auto& route : command_routes())
    EXPECT_TRUE(routes.insert((route.method == "GET" ? "get " : "post ") + std::string{route.path}).second)
        << route.name << " has the path and method of another";
  std::set<std::string> described, names;
  for (const auto& path : all_["paths"].items())
    for (const auto& operation : path.value().items()) {
      described.insert(operation.key() + ' ' + path.key());
      EXPECT_TRUE(names.insert(operation.value().value("operationId", "")).second)
          << operation.value()["operationId"];
      EXPECT_FALSE(operation.value().value("summary", "").empty());
    }
  EXPECT_EQ(described, routes);
  EXPECT_TRUE(all_.value("openapi", "").starts_with("3.1."));
}

TEST_F(api_description_test, each_parameter_is_an_option_or_an_argument_of_the_command_A14) {
  for (const auto& route : command_routes()) {
    SCOPED_TRACE(route.name);
    const auto command = describe_command(route);
    ASSERT_EQ(command.name, route.words.front());
    std::set<std::string> expected, described;
    for (const auto option : route.parameters) {
      EXPECT_TRUE(option_of(route, command, parameter_name(option)))
          << option << " is no option of " << command.name;
      expected.insert(parameter_name(option));
    }
    for (const auto& argument : route.arguments) expected.emplace(argument.name);
    for (const auto word : route.words)
      if (word.starts_with("--") && word.find('=') == word.npos) {
        EXPECT_TRUE(std::ranges::any_of(command.options, [&](const auto& option) {
          return option.names.back() == word;
        })) << word;
      }
    const auto& operation = all_["paths"][std::string{route.path}][route.method == "GET" ? "get" : "post"];
    if (operation.contains("parameters"))
      for (const auto& parameter : operation["parameters"]) {
        described.insert(parameter.value("name", ""));
        EXPECT_FALSE(parameter.value("description", "").empty()) << parameter.dump();
        if (parameter["in"] == "path") {
          EXPECT_EQ(parameter["required"], true);
        }
      }
    if (operation.contains("requestBody"))
      for (const auto& member :
           operation["requestBody"]["content"]["application/json"]["schema"]["properties"].items())
        described.insert(member.key());
    EXPECT_EQ(described, expected);
  }
}

TEST_F(api_description_test, its_references_lead_to_something_A14) {
  const auto text = all_.dump();
  for (auto at = text.find("\"#/"); at != text.npos; at = text.find("\"#/", at + 1)) {
    const auto reference = text.substr(at + 2, text.find('"', at + 1) - at - 2);
    EXPECT_TRUE(all_.contains(nlohmann::json::json_pointer{reference})) << reference;
  }
}

TEST_F(api_description_test, requests_made_of_it_are_understood_A15) {
  for (const auto& route : command_routes()) {
    if (route.method != "GET") continue;
    const auto& operation = all_["paths"][std::string{route.path}]["get"];
    std::string path{route.path}, query;
    std::vector<std::string> optional;
    if (operation.contains("parameters"))
      for (const auto& parameter : operation["parameters"]) {
        const auto name = parameter.value("name", "");
        const auto values = values_of(parameter["schema"]);
        if (parameter["in"] == "path") {
          ASSERT_FALSE(values.empty()) << route.name << ' ' << name;
          path.replace(path.find('{' + name + '}'), name.size() + 2, encoded(values.front()));
        } else if (parameter.value("required", false)) {
          ASSERT_FALSE(values.empty()) << route.name << ' ' << name;
          query += name + '=' + encoded(values.front()) + '&';
        } else {
          for (const auto& value : values) optional.push_back(name + '=' + encoded(value));
        }
      }
    optional.emplace_back("");
    for (const auto& one : optional) {
      auto target = path + '?' + query + one;
      if (target.ends_with('&') || target.ends_with('?')) target.pop_back();
      const auto got = served_.get(target);
      EXPECT_TRUE(got.status == 200 || got.status == 404) << target << ' ' << got.status << ' ' << got.body;
    }
  }
}

TEST_F(api_description_test, bodies_made_of_it_are_understood_A15) {
  const copy_of_filled_folder copy;
  const served_folder served{copy.data()};
  for (const auto& route : command_routes()) {
    if (route.method != "POST") continue;
    const auto& operation = all_["paths"][std::string{route.path}]["post"];
    auto path = std::string{route.path};
    if (operation.contains("parameters"))
      for (const auto& parameter : operation["parameters"]) {
        const auto name = parameter.value("name", "");
        path.replace(path.find('{' + name + '}'), name.size() + 2,
                     encoded(values_of(parameter["schema"]).front()));
      }
    auto body = nlohmann::json::object();
    for (const auto& argument : route.arguments)
      if (route.path.find(argument.name) == route.path.npos || argument.name == "seed")
        body[std::string{argument.name}] = {argument.example};
    const auto got = served.post(path, body.dump());
    EXPECT_TRUE(got.status == 200 || got.status == 404)
        << path << ' ' << body << ' ' << got.status << ' ' << got.body;
  }
}

}  // namespace
}  // namespace laundromat::test
