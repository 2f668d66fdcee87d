// The rest of a body that was cut: how it is asked for, and whether an answer continues it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// What was received of a body, and what identifies it.
struct body_so_far {
  std::uint64_t bytes = 0;             ///< received; the rest begins here
  std::optional<std::uint64_t> total;  ///< as announced; nothing: it was not
  std::string validator;               ///< see `range_validator`; empty: the rest cannot be asked for

  [[nodiscard]] bool can_continue() const {
    return bytes > 0 && !validator.empty() && (!total || bytes < *total);
  }
};

/// `bytes=1000-`: the value of Range that asks for the rest (RFC 9110 section 14.2).
[[nodiscard]] std::string range_of_rest(const body_so_far& known);

/// A Content-Range of one range of bytes (RFC 9110 section 14.4).
struct content_range {
  std::uint64_t first = 0, last = 0;   ///< both are part of the range
  std::optional<std::uint64_t> total;  ///< nothing for `*`

  friend bool operator==(const content_range&, const content_range&) = default;
};
/// Nothing for another unit, an unsatisfied range, a last byte before the first or behind the total, and other text.
[[nodiscard]] std::optional<content_range> parse_content_range(std::string_view value);

/// The fields of a 206 that say what it has.
struct part_head {
  std::string_view content_range, content_encoding, etag, last_modified, media_type;
  bool has_one_range = true;                 ///< there is one field Content-Range
  std::optional<std::uint64_t> body_length;  ///< Content-Length, where it has one
};

/// Checks that a 206 continues a body: the range begins behind the last received byte, ends where the part ends, is of a body with the same
/// total, the part states the same validator (RFC 9110 section 15.3.7.3), is one part, and has no Content-Encoding. Returns the range, with its total. Errors: `part_mismatch`, with what differs.
[[nodiscard]] result<content_range> judge_part(const body_so_far& known, const part_head& head);

}  // namespace laundromat
