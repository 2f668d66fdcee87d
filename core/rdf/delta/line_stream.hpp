// The lines of a clean document, one at a time, with a check of their order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Memory: a buffer of 256 KiB, and the two longest lines.
class line_stream {
 public:
  static constexpr std::size_t most_line_bytes = std::size_t{256} << 20;
  enum class order : std::uint8_t { rising, any };

  /// `source` outlives the stream; `name` is for messages.
  line_stream(byte_source& source, std::string name, order promised = order::rising)
      : source_(source), name_(std::move(name)), promised_(promised) {}

  /// Moves to the next line; false at the end. Errors: those of the source; `syntax_error` when a line is not greater than the one before or
  /// does not begin and end as a statement, or the last one has no line feed; `limit_exceeded` for a line longer than `most_line_bytes`.
  [[nodiscard]] result<bool> advance();
  /// With its line feed; valid until the next call.
  [[nodiscard]] std::string_view line() const { return line_; }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  [[nodiscard]] result<bool> fill();

  byte_source& source_;
  std::string name_, buffer_, last_;
  std::size_t begin_ = 0, end_ = 0;  ///< the unread bytes in `buffer_`
  std::string_view line_;
  std::uint64_t number_ = 0;
  order promised_;
};

}  // namespace laundromat
