// Lines and columns of any offset in the span of a document that is at hand, counted only when it is asked for.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>

#include "core/base/text_position.hpp"

namespace laundromat::jsonld {

/// The bytes of a document that are kept, and their offsets.
class kept_text {
 public:
  void append(std::string_view bytes) { bytes_.append(bytes); }
  /// Discards the bytes before `offset`.
  void drop(std::uint64_t offset);
  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return begin_ + bytes_.size() - dropped_; }
  [[nodiscard]] std::string_view view() const { return std::string_view(bytes_).substr(dropped_); }
  /// The kept bytes of [begin, end).
  [[nodiscard]] std::string_view slice(std::uint64_t begin, std::uint64_t end) const;
  /// The place of an offset between `begin()` and `end()`; before that, of `begin()`. Offsets may be asked for in any order: once
  /// counted, no more than a few hundred bytes are counted again.
  [[nodiscard]] const text_position& locate(std::uint64_t offset);

 private:
  void move(text_position& position, std::uint64_t offset) const;

  std::string bytes_;
  std::size_t dropped_ = 0;
  std::uint64_t begin_ = 0;
  text_position first_;              ///< of `begin_`
  text_position latest_;             ///< of the last offset that was asked for
  std::deque<text_position> marks_;  ///< at equal distances up to the farthest that was asked for
};

/// `text_position::advance`, a line at a time where no CR is near.
void advance(text_position& position, std::string_view text);

}  // namespace laundromat::jsonld
