// Runs the protocol of a copy for tests/endpoint/run: one JSON object per line in, one out.
// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "core/endpoints/copy_promise.hpp"
#include "core/endpoints/endpoint_copy.hpp"

namespace laundromat {
namespace {

using nlohmann::json;

endpoint_answer answer_from(const json& line) {
  endpoint_answer out;
  out.cause = errc_from_name(line.value("cause", "ok")).value_or(errc::internal);
  out.http_status = line.value("status", 0);
  out.sql_state = line.value("sql_state", "");
  if (line.contains("retry_after_s")) out.retry_after = seconds{line["retry_after_s"].get<std::int64_t>()};
  out.body = line.value("body", "");
  return out;
}

json promise_as_json(const copy_state& state) {
  const auto promise = promise_of(state);
  return {{"complete", promise.is_complete}, {"one_state", promise.is_one_state},
          {"triples", promise.triples},      {"blank", promise.blank_triples},
          {"changing", promise.changing},    {"unsettled", promise.unsettled},
          {"failed", promise.failed},        {"requests", state.requests},
          {"repeated", state.repeated},      {"page_rows", state.page_rows},
          {"text", promise_text(state)}};
}

void print_next(const copy_state& state, json out) {
  const auto request = endpoint_copy{state}.next();
  out["state"] = write_copy(state);
  if (request) {
    out["query"] = request->query;
    out["accept"] = request->accept;
  } else {
    out["promise"] = promise_as_json(state);
  }
  std::cout << out.dump(-1, ' ', false, json::error_handler_t::replace) << std::endl;
}

copy_state begin(const json& line) {
  if (line.contains("state")) return read_copy(line["state"].get<std::string>()).value();
  copy_state out;
  out.source.graph = line.value("graph", "");
  out.limits.page_rows = line.value("page_rows", out.limits.page_rows);
  return out;
}

int run() {
  copy_state state;
  bool has_begun = false;
  for (std::string text; std::getline(std::cin, text); has_begun = true) {
    const auto line = json::parse(text);
    if (!has_begun) {
      state = begin(line);
      print_next(state, {});
      continue;
    }
    endpoint_copy copy{state};
    const auto step = copy.take(answer_from(line));
    state = copy.state();
    json out{{"drop", step.drop},
             {"worth", static_cast<int>(step.verdict.worth)},
             {"detail", step.verdict.detail}};
    if (step.keep_as) out["keep_as"] = *step.keep_as;
    if (step.wait) out["wait_ms"] = step.wait->count();
    print_next(state, out);
  }
  return 0;
}

}  // namespace
}  // namespace laundromat

int main() {
  return laundromat::run();
}
