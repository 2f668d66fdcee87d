// Checks that a chunked body follows the grammar, on its bytes as received.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// Reads the same bytes as the decoder of the HTTP library, and keeps only the current line. libcurl reads `0x10` as the size 0, and ends
/// the body there without an error.
class chunk_syntax {
 public:
  /// Errors: `truncated_body` where the syntax is broken: an invalid size, extension, chunk end or trailer, or 64 KiB of trailers. Bytes after
  /// the end are ignored. A single LF also ends a line. Source: RFC 9112 section 7.1.
  result<void> take(std::string_view wire);
  /// The last result of `take`; its first error remains.
  [[nodiscard]] const result<void>& state() const { return state_; }
  /// Whether the last chunk and its trailers were read.
  [[nodiscard]] bool is_complete() const { return at_ == part::finished; }

 private:
  enum class part : std::uint8_t { size, data, end_of_data, trailer, finished };

  [[nodiscard]] result<void> take_line(std::string_view line);
  [[nodiscard]] result<void> take_size(std::string_view line);

  part at_ = part::size;
  std::uint64_t left_ = 0;  ///< bytes of this chunk
  std::size_t trailer_bytes_ = 0;
  std::string line_;
  result<void> state_;
};

}  // namespace laundromat
