// Where the body of a response ends, according to its head.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

/// What ends a body.
enum class body_end : std::uint8_t {
  at_once,     ///< no body, whatever length the head states
  bytes,       ///< after the number of bytes that the head states
  last_chunk,  ///< the chunk of size zero
  stream,      ///< END_STREAM of HTTP/2 or later
  connection,  ///< the end of the connection: whether the body is complete is unknown
};

/// Means a length that no body can have: 2^64-1 and above.
inline constexpr auto beyond_any_length = std::numeric_limits<std::uint64_t>::max();

struct body_length {
  body_end end = body_end::connection;
  std::optional<std::uint64_t> announced;
  /// A contradiction in the head that does not prevent reading it; the connection is not used again.
  std::string note;
};

/// Evaluates the fields of a head. `content_lengths` and `transfer_encodings` are the values of all fields of that name in order;
/// `status` is 0 when it is not a number.
/// Errors: `bad_response` for a length that is not a number (no digits, a sign, empty), different lengths in several fields or in
/// one list, and any transfer coding but a single `chunked`. Such a response is discarded and its connection
/// closed. Source: RFC 9112 section 6.3, RFC 9110 section 8.6, RFC 9113 section 8.1.1. For responses to GET only: those to HEAD have no body.
[[nodiscard]] result<body_length> judge_body_length(int status, std::uint32_t version_major,
                                                    std::uint32_t version_minor,
                                                    std::span<const std::string> content_lengths,
                                                    std::span<const std::string> transfer_encodings);

}  // namespace laundromat
