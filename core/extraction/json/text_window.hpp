// The part of a document that is at hand, and the lines and columns in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/text_position.hpp"

namespace laundromat {

/// All offsets are those of the document.
class text_window {
 public:
  void append(std::string_view bytes) { bytes_.append(bytes); }
  /// Forgets the bytes before `offset`.
  void drop(std::uint64_t offset);

  [[nodiscard]] std::uint64_t begin() const { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return begin_ + bytes_.size(); }
  [[nodiscard]] char at(std::uint64_t offset) const { return bytes_[offset - begin_]; }
  [[nodiscard]] std::string_view from(std::uint64_t offset) const {
    return std::string_view(bytes_).substr(offset - begin_);
  }
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const {
    return std::string_view(bytes_).substr(from - begin_, to - from);
  }
  /// The line of an offset; quick when offsets are asked for in their order.
  [[nodiscard]] std::uint64_t line_of(std::uint64_t offset);
  /// Line and column; counts from `begin()` on.
  [[nodiscard]] text_position locate(std::uint64_t offset) const;

 private:
  std::string bytes_;
  std::uint64_t begin_ = 0;
  text_position first_;   ///< of `begin_`
  text_position latest_;  ///< that was asked for; its column is not counted
};

}  // namespace laundromat
