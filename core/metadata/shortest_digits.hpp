// The shortest decimal digits that identify a floating-point number.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace laundromat {

/// The digits of a number, without trailing zeros, and the power of ten of the first one: 1200 is `12` and 3.
class shortest_digits {
 public:
  /// `value` is finite and not negative.
  explicit shortest_digits(double value) {
    constexpr double all_are_exact_below = 1e15;
    if (value < all_are_exact_below && static_cast<double>(static_cast<std::uint64_t>(value)) == value)
      take_whole(static_cast<std::uint64_t>(value));
    else
      take(value);
  }

  [[nodiscard]] std::string_view digits() const { return {text_, count_}; }
  [[nodiscard]] int exponent() const { return exponent_; }

 private:
  void take_whole(std::uint64_t value) {
    count_ = static_cast<std::size_t>(std::to_chars(text_, std::end(text_), value).ptr - text_);
    exponent_ = static_cast<int>(count_) - 1;
    while (count_ > 1 && text_[count_ - 1] == '0') --count_;
  }
  void take(double value) {
    const auto* const end = std::to_chars(text_, std::end(text_), value, std::chars_format::scientific).ptr;
    const std::string_view all(text_, static_cast<std::size_t>(end - text_));
    const auto e = all.find('e');
    std::from_chars(text_ + e + (all[e + 1] == '+' ? 2 : 1), end, exponent_);
    count_ = 1;
    for (std::size_t i = 2; i < e; ++i) text_[count_++] = text_[i];  // behind the point
  }

  char text_[40];
  std::size_t count_ = 0;
  int exponent_ = 0;
};

}  // namespace laundromat
