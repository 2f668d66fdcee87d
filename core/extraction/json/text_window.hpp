// The part of a document that is at hand, and the lines and columns in it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

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
  // Offsets are from `begin()` on, up to `end()`.
  [[nodiscard]] char at(std::uint64_t offset) const { return bytes_[offset - begin_]; }
  [[nodiscard]] std::string_view from(std::uint64_t offset) const {
    return std::string_view(bytes_).substr(offset - begin_);
  }
  [[nodiscard]] std::string_view slice(std::uint64_t from, std::uint64_t to) const {
    return std::string_view(bytes_).substr(from - begin_, to - from);
  }
  /// The place of an offset that is mostly behind the one before. Time: the distance to that; else, and when it was greater, at most that of `locate`.
  [[nodiscard]] text_position locate_next(std::uint64_t offset);
  /// The place of an offset. Time: at most `mark_bytes`, and once for each byte of the document.
  [[nodiscard]] text_position locate(std::uint64_t offset);
  /// In how many bytes lines were counted, some more than once.
  [[nodiscard]] std::uint64_t counted_bytes() const { return counted_bytes_; }

  static constexpr std::uint64_t mark_bytes = 4'096;  ///< between two marks

 private:
  [[nodiscard]] const text_position& mark_before(std::uint64_t offset);
  void move(text_position& position, std::uint64_t to);

  std::string bytes_;
  std::uint64_t begin_ = 0;
  std::vector<text_position> marks_{
      text_position{}};    ///< of `begin_`, and of places behind it, in their order
  text_position located_;  ///< what was asked for last
  text_position next_;     ///< likewise, by `locate_next`
  std::uint64_t counted_bytes_ = 0;
};

}  // namespace laundromat
