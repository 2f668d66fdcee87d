// Runs the command of a route.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_facts.hpp"

#include <algorithm>

#include "app/api/api_route.hpp"
#include "app/api/command_run.hpp"
#include "app/api/route_call.hpp"
#include "app/console/counted_answers.hpp"

namespace laundromat {

namespace {

const api_route* route_named(std::string_view name) {
  const auto found = std::ranges::find(command_routes(), name, &api_route::name);
  return found == command_routes().end() ? nullptr : &*found;
}

std::vector<json_fact> rows_in(const std::string& text) {
  std::vector<json_fact> rows;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = std::min(text.find('\n', at), text.size());
    auto row = json_fact::parse(text.substr(at, end - at), nullptr, false);
    if (!row.is_discarded()) rows.push_back(std::move(row));
    at = end + 1;
  }
  return rows;
}

/// An object may have several lines.
std::vector<json_fact> object_in(const std::string& text) {
  auto object = json_fact::parse(text, nullptr, false);
  return object.is_object() ? std::vector{std::move(object)} : std::vector<json_fact>{};
}

console_answer answer_of(const std::filesystem::path& data, std::string_view route, const std::string& query,
                         const std::vector<std::string>& values) {
  const auto* const found = route_named(route);
  if (!found) return {{}, {}, false, "there is no route " + std::string{route}};
  http_request request;
  request.method = found->method;
  request.query = query;
  auto call = call_of(*found, values, request, data);
  if (!call) return {{}, {}, false, call.error().detail};
  command_run run{*std::move(call)};
  console_answer answer;
  std::string text;
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  for (auto piece = run.take(); !piece.empty() && !answer.is_cut; piece = run.take()) {
    text += piece;
    answer.is_cut = text.size() > most_bytes;
  }
  if (answer.is_cut) {
    text.resize(text.rfind('\n', most_bytes) + 1);
    answer.rows = rows_in(text);
    if (answer.rows.empty()) answer.problem = "this is too large for a page: the API has it";
    return answer;
  }
  const auto& end = run.end();
  if (end.exit_code != exit_ok && end.exit_code != exit_some_failed && end.exit_code != exit_not_found)
    answer.problem = end.exit_code == exit_usage ? end.messages : "the journal cannot be read now";
  if (found->shape == answer_shape::object)
    answer.rows = object_in(text);
  else
    answer.rows = rows_in(text);
  answer.next = end.next_page;
  return answer;
}

}  // namespace

console_facts::console_facts(std::filesystem::path data)
    : data_(std::move(data)), counted_(std::make_shared<counted_answers>()) {}

console_answer console_facts::ask(std::string_view route, const std::string& query,
                                  const std::vector<std::string>& values) const {
  return answer_of(data_, route, query, values);
}

std::optional<counted_answer> console_facts::ask_counted(const std::string& route, const std::string& query,
                                                         const std::vector<std::string>& values,
                                                         std::chrono::steady_clock::time_point until) const {
  auto name = route + '?' + query;
  for (const auto& value : values) name += '\n' + value;
  return counted_->ask(
      name, [data = data_, route, query, values] { return answer_of(data, route, query, values); }, until);
}

std::vector<std::string> console_facts::choices(std::string_view route, std::string_view parameter) {
  const auto* const found = route_named(route);
  if (!found) return {};
  const auto command = describe_command(*found);
  const auto* const option = option_of(*found, command, parameter);
  if (!option) return {};
  return option->choices.empty() ? option->proposals : option->choices;
}

}  // namespace laundromat
