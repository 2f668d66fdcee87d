// Problem details: what an HTTP API answers when a request fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace laundromat {

/// The media type of `to_json(http_problem)`.
inline constexpr std::string_view problem_media_type = "application/problem+json";

/// What went wrong with a request. Texts may contain any bytes.
/// Source: RFC 9457 section 3.
struct http_problem {
  using member = std::pair<std::string, std::variant<std::string, std::int64_t, bool>>;

  int status = 500;
  std::string title = {};   ///< the same for all problems of its type; empty: the reason phrase of the status
  std::string detail = {};  ///< of this problem; empty: left out
  std::string type = {};    ///< a URI; empty: `about:blank`, which is left out
  std::string instance = {};  ///< a URI of this problem; empty: left out
  std::vector<member> members =
      {};  ///< further ones; one with a name of RFC 9457 or of an earlier one is left out
};

/// The problem as a JSON object in UTF-8, on one line. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] std::string to_json(const http_problem& problem);

/// The reason phrase of a status (RFC 9110 section 15), as `Not Found`; `Unknown Status` for other numbers.
[[nodiscard]] std::string_view reason_phrase(int status);

}  // namespace laundromat
