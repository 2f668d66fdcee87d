// Where the body of an answer ends, judged by its head alone.
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
  at_once,     ///< there is none, whatever the head says of its length
  bytes,       ///< after as many bytes as the head says
  last_chunk,  ///< the chunk of size zero
  stream,      ///< END_STREAM of HTTP/2 or later
  connection,  ///< the end of the connection: nobody can tell whether it is whole
};

/// Stands for a length that no body can have: 2^64-1 and everything above.
inline constexpr auto beyond_any_length = std::numeric_limits<std::uint64_t>::max();

struct body_length {
  body_end end = body_end::connection;
  std::optional<std::uint64_t> announced;
  std::string
      note;  ///< what is odd about the head, though it can be read; the connection is not to be used again
};

/// Judges the fields of a head. `content_lengths` and `transfer_encodings` are the values of all fields of that name in their order;
/// `status` is 0 when it is no number.
/// Errors: `bad_response` for a length that is none (no digit, a sign, nothing at all), lengths that differ, whether in several fields or in
/// one list, and a transfer coding other than `chunked`, once, which nobody asked for. Such an answer is discarded and its connection
/// closed. Source: RFC 9112 section 6.3, RFC 9110 section 8.6, RFC 9113 section 8.1.1. Answers to GET only: those to HEAD have no body.
[[nodiscard]] result<body_length> judge_body_length(int status, std::uint32_t version_major,
                                                    std::uint32_t version_minor,
                                                    std::span<const std::string> content_lengths,
                                                    std::span<const std::string> transfer_encodings);

}  // namespace laundromat
