// Whether a body is chunked by the rules, read from its bytes as they came.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// Reads along with whoever undoes the chunks, and keeps nothing but the line that it is in. libcurl reads `0x10` as the size 0, and ends
/// the body there without a word.
class chunk_syntax {
 public:
  /// Errors: `truncated_body` where the body cannot be followed any further: at a size, an extension, an end of a chunk or a trailer that is
  /// none, or at 64 KiB of trailers. Bytes behind the end are not the body's. A single LF ends a line, too. Source: RFC 9112 section 7.1.
  result<void> take(std::string_view wire);
  /// What `take` answered last; its first error stays.
  [[nodiscard]] const result<void>& state() const { return state_; }
  /// The last chunk and its trailers were there.
  [[nodiscard]] bool is_complete() const { return at_ == part::behind; }

 private:
  enum class part : std::uint8_t { size, data, end_of_data, trailer, behind };

  [[nodiscard]] result<void> take_line(std::string_view line);
  [[nodiscard]] result<void> take_size(std::string_view line);

  part at_ = part::size;
  std::uint64_t left_ = 0;  ///< bytes of this chunk
  std::size_t trailer_bytes_ = 0;
  std::string line_;
  result<void> state_;
};

}  // namespace laundromat
