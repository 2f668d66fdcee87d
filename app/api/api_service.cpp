// Finds the route of a request and lets its command answer.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/api_service.hpp"

#include <algorithm>

#include "app/api/api_description.hpp"
#include "app/api/command_answer.hpp"
#include "app/api/http_answers.hpp"
#include "app/api/route_call.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

/// `GET, HEAD, OPTIONS`.
std::string allowed(const std::vector<std::string_view>& methods) {
  std::string all;
  for (const auto method : methods) {
    if (all.find(method) != all.npos) continue;
    all.append(all.empty() ? "" : ", ").append(method);
    if (method == "GET") all.append(", HEAD");
  }
  return all + ", OPTIONS";
}

bool reads(const http_request& request) {
  return request.method == "GET";
}

}  // namespace

void allow_reading(const http_request& request, http_response& answer) {
  if (!reads(request) && request.path != reconciliation_path) return;
  answer.fields.push_back({"Access-Control-Allow-Origin", "*"});
  answer.fields.push_back({"Access-Control-Expose-Headers", "ETag, Link, Retry-After, Content-Range"});
}

http_response options_answer(const std::vector<std::string_view>& methods, bool asks_by_post) {
  return {204,
          {{"Allow", allowed(methods)},
           {"Access-Control-Allow-Origin", "*"},
           {"Access-Control-Allow-Methods", asks_by_post ? "GET, HEAD, POST" : "GET, HEAD"},
           {"Access-Control-Allow-Headers", "Accept, If-None-Match, Range"},
           {"Access-Control-Max-Age", "86400"}},
          std::string{}};
}

std::optional<http_response> answer_other_methods(const http_request& request) {
  if (request.method == "OPTIONS") return options_answer({"GET"});
  if (!reads(request)) return wrong_method(request, {"GET"});
  return std::nullopt;
}

http_response wrong_method(const http_request& request, const std::vector<std::string_view>& methods) {
  auto answer = problem_answer(405, request.method + " is not possible here: " + allowed(methods) + " are");
  answer.fields.push_back({"Allow", allowed(methods)});
  return answer;
}

http_response api_service::answer(const http_request& request) const {
  if (request.path == api_description_path) {
    if (auto other = answer_other_methods(request)) return *std::move(other);
    return text_answer(request, api_description(), "application/json");
  }
  const auto found = match_path(command_routes(), request.method, request.path);
  if (found.methods.empty())
    return problem_answer(404, "nothing is at " + request.path + ": " + std::string{api_description_path} +
                                   " describes what there is");
  if (request.method == "OPTIONS") return options_answer(found.methods);
  if (!found.route) return wrong_method(request, found.methods);
  if (!reads(request)) {
    if (auto refused = guard_.refuse_write(request)) return *std::move(refused);
    if (!request.field("if-match").empty() || !request.field("if-none-match").empty())
      return problem_answer(412, "nothing was changed: a change has no ETag that a condition could name");
  }
  if (std::error_code none; !std::filesystem::exists(data_layout{data_}.journal(), none))
    return problem_answer(503, "there is no journal yet: the campaign has not run");
  auto call = call_of(*found.route, found.values, request, data_);
  if (!call) return problem_answer(call.error());
  return answer_by_command(*found.route, *std::move(call), request);
}

}  // namespace laundromat
