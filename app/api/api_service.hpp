// The HTTP API: answers requests whose path begins with /api/.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "app/api/request_guard.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// Where the API begins, and its description.
inline constexpr std::string_view api_prefix = "/api/", api_description_path = "/api/v1/openapi.json",
                                  api_events_path = "/api/v1/events";

/// May be used by several threads.
class api_service {
 public:
  /// `guard` outlives the service. `data`: the folder.
  api_service(std::filesystem::path data, request_guard& guard) : data_(std::move(data)), guard_(guard) {}

  /// Answers a request that the guard has let pass. Errors are answers with problem details.
  [[nodiscard]] http_response answer(const http_request& request) const;

 private:
  std::filesystem::path data_;
  request_guard& guard_;
};

/// Lets pages of all sites read an answer to a GET: there are no cookies, so they read only what everybody can.
void allow_reading(const http_request& request, http_response& answer);
/// The answer to OPTIONS: the methods of a path.
[[nodiscard]] http_response options_answer(const std::vector<std::string_view>& methods,
                                           bool asks_by_post = false);
/// The answer to a request with another method than GET, at a path that is only read; nothing for a GET.
[[nodiscard]] std::optional<http_response> answer_other_methods(const http_request& request);
/// 405 with Allow.
[[nodiscard]] http_response wrong_method(const http_request& request,
                                         const std::vector<std::string_view>& methods);

}  // namespace laundromat
