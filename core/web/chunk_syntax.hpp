// Whether a body is chunked by the rules, read from its bytes as they came.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// Reads along and keeps nothing but the line that it is in. A size that is none, as `0x10`, would else end the body, or move where the next
/// chunk begins, and whoever undoes the chunks would not say so.
class chunk_syntax {
 public:
  /// Errors: `truncated_body`, for nobody can tell what would have followed, for a size, an extension, the end of a chunk or a trailer that is none, and for trailers without end; from
  /// then on the same each time. Bytes behind the end are no longer the body's. A single LF ends a line, too. Source: RFC 9112 section 7.1.
  [[nodiscard]] result<void> take(std::string_view wire);
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
