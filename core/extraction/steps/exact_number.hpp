// Exact arithmetic on decimal numbers of any length, for conversions of units.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// A whole number that is not negative.
class big_whole {
 public:
  big_whole() = default;
  explicit big_whole(std::uint64_t value);
  /// `digits`: nothing but digits of ASCII.
  [[nodiscard]] static big_whole from_digits(std::string_view digits);
  [[nodiscard]] static big_whole power_of_ten(std::uint32_t exponent);

  [[nodiscard]] bool is_zero() const { return limbs_.empty(); }
  [[nodiscard]] big_whole operator*(const big_whole& other) const;
  [[nodiscard]] big_whole operator+(const big_whole& other) const;
  /// `other` is not greater.
  [[nodiscard]] big_whole operator-(const big_whole& other) const;
  [[nodiscard]] std::strong_ordering operator<=>(const big_whole& other) const;
  [[nodiscard]] bool operator==(const big_whole& other) const = default;

 private:
  static constexpr std::uint64_t base = 1'000'000'000;
  void shrink();

  std::vector<std::uint32_t> limbs_;  ///< of `base`, the lowest first; none for zero
};

/// A fraction; `below` is not zero.
struct big_ratio {
  big_whole above{0}, below{1};
  bool is_negative = false;

  /// A decimal: digits with at most one point, perhaps a sign and an exponent of at most three digits. None for anything else, and for more than
  /// 100 digits.
  [[nodiscard]] static std::optional<big_ratio> from_decimal(std::string_view text);
  [[nodiscard]] big_ratio operator*(const big_ratio& other) const;
  [[nodiscard]] big_ratio operator/(const big_ratio& other) const;
  [[nodiscard]] big_ratio operator+(const big_ratio& other) const;
  [[nodiscard]] big_ratio operator-(const big_ratio& other) const;
};

/// The decimal without exponent and without zeros at its end. It is exact when it has at most `exact_digits` significant digits, and else rounded
/// to `rounded_digits`, halves away from zero.
[[nodiscard]] std::string to_decimal(const big_ratio& value, std::uint32_t exact_digits,
                                     std::uint32_t rounded_digits);

}  // namespace laundromat
