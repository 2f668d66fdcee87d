// Runs the command of a route.
// SPDX-License-Identifier: Apache-2.0
#include "app/console/console_facts.hpp"

#include <algorithm>

#include "app/api/api_route.hpp"
#include "app/api/command_run.hpp"
#include "app/api/route_call.hpp"

namespace laundromat {

console_answer console_facts::ask(std::string_view route, const std::string& query,
                                  const std::vector<std::string>& values) const {
  const auto found = std::ranges::find(command_routes(), route, &api_route::name);
  if (found == command_routes().end()) return {{}, {}, "there is no route " + std::string{route}};
  http_request request;
  request.method = found->method;
  request.query = query;
  auto call = call_of(*found, values, request, data_);
  if (!call) return {{}, {}, call.error().detail};
  command_run run{*std::move(call)};
  console_answer answer;
  std::string text;
  for (auto piece = run.take(); !piece.empty(); piece = run.take()) text += piece;
  const auto& end = run.end();
  if (end.exit_code != exit_ok && end.exit_code != exit_some_failed && end.exit_code != exit_not_found)
    answer.problem = end.exit_code == exit_usage ? end.messages : "the journal cannot be read now";
  for (std::size_t at = 0; at < text.size();) {
    const auto line_end = std::min(text.find('\n', at), text.size());
    auto row = json_fact::parse(text.substr(at, line_end - at), nullptr, false);
    if (!row.is_discarded()) answer.rows.push_back(std::move(row));
    at = line_end + 1;
  }
  answer.next = end.next_page;
  return answer;
}

}  // namespace laundromat
