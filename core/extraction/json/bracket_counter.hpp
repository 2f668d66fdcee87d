// Counts the brackets of a damaged JSON text, as the search for the next record passes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace laundromat {

/// A quote may be lost or too many, so brackets are counted for both readings: the text begins outside of strings, or within one. Each byte is
/// looked at once.
class bracket_counter {
 public:
  bracket_counter() = default;
  /// Of a text that begins at `begin`; the damage is at `damage`, or not yet reached.
  bracket_counter(std::uint64_t begin, std::uint64_t damage) : at_(begin), damage_(damage) {}

  /// Where the next bytes to pass are.
  [[nodiscard]] std::uint64_t at() const { return at_; }
  void pass(std::string_view text) {
    for (const char c : text) pass(c);
  }

  /// Whether quotes come out even: the text ends outside of strings if none is lost.
  [[nodiscard]] bool are_quotes_even() const { return !in_string_; }
  /// How many more brackets are opened than closed, outside of strings; and the least of that from the damage on.
  [[nodiscard]] std::ptrdiff_t depth() const { return depth_; }
  [[nodiscard]] std::ptrdiff_t least_depth() const { return least_; }
  /// For a text that begins within a string: whether one of the brackets that it opens is still open.
  [[nodiscard]] bool has_open_otherwise() const { return other_depth_ > other_least_; }

 private:
  void pass(char c) {
    const bool is_escaped = is_escape_;
    is_escape_ = !is_escaped && c == '\\';
    const int step = c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if (in_string_) {
      other_depth_ += step;
      other_least_ = std::min(other_least_, other_depth_);
    }
    if (!is_escaped && c == '"') in_string_ = !in_string_;
    if (!is_escaped && !is_escape_) {
      if (!in_string_) depth_ += step;
      if (at_ >= damage_) {
        least_ = is_damaged_ ? std::min(least_, depth_) : depth_;
        is_damaged_ = true;
      }
    }
    ++at_;
  }

  std::uint64_t at_ = 0, damage_ = 0;
  bool in_string_ = false, is_escape_ = false;
  bool is_damaged_ = false;  ///< the damage is passed
  std::ptrdiff_t depth_ = 0, least_ = 0, other_depth_ = 0, other_least_ = 0;
};

}  // namespace laundromat
