// Answers of the HTTP interface: problems, and texts with what caches and slow networks need.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/http/conditions.hpp"
#include "core/http/problem.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

/// An answer in problem details (RFC 9457).
[[nodiscard]] http_response problem_answer(const http_problem& problem);
[[nodiscard]] http_response problem_answer(int status, std::string detail);

/// A text for a GET or HEAD: with an ETag of its content, 304 where the client has it, compressed where it is long and the client takes gzip. The content may be
/// different a moment later: a cache must ask each time.
[[nodiscard]] http_response text_answer(const http_request& request, std::string text,
                                        std::string_view media_type);

/// Whether the client takes gzip, and takes it at least as gladly as the bare text.
[[nodiscard]] bool takes_gzip(const http_request& request);

/// The conditions of a request, which it owns.
[[nodiscard]] request_conditions conditions_of(const http_request& request);

}  // namespace laundromat
