// Implements exact_number: schoolbook arithmetic, as numbers are short.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/exact_number.hpp"

#include <algorithm>
#include <charconv>

namespace laundromat {

big_whole::big_whole(std::uint64_t value) {
  for (; value > 0; value /= base) limbs_.push_back(static_cast<std::uint32_t>(value % base));
}

big_whole big_whole::from_digits(std::string_view digits) {
  big_whole made;
  while (!digits.empty()) {
    const auto length = std::min<std::size_t>(digits.size(), 9);
    std::uint32_t limb = 0;
    for (const char c : digits.substr(digits.size() - length))
      limb = limb * 10 + static_cast<std::uint32_t>(c - '0');
    made.limbs_.push_back(limb);
    digits.remove_suffix(length);
  }
  made.shrink();
  return made;
}

big_whole big_whole::power_of_ten(std::uint32_t exponent) {
  return from_digits("1" + std::string(exponent, '0'));
}

void big_whole::shrink() {
  while (!limbs_.empty() && limbs_.back() == 0) limbs_.pop_back();
}

big_whole big_whole::operator*(const big_whole& other) const {
  big_whole made;
  made.limbs_.assign(limbs_.size() + other.limbs_.size(), 0);
  for (std::size_t i = 0; i < limbs_.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < other.limbs_.size() || carry > 0; ++j) {
      const auto more = j < other.limbs_.size() ? std::uint64_t{limbs_[i]} * other.limbs_[j] : 0;
      const auto sum = made.limbs_[i + j] + more + carry;
      made.limbs_[i + j] = static_cast<std::uint32_t>(sum % base);
      carry = sum / base;
    }
  }
  made.shrink();
  return made;
}

big_whole big_whole::operator+(const big_whole& other) const {
  big_whole made;
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < std::max(limbs_.size(), other.limbs_.size()) || carry > 0; ++i) {
    const auto sum =
        (i < limbs_.size() ? limbs_[i] : 0) + (i < other.limbs_.size() ? other.limbs_[i] : 0) + carry;
    made.limbs_.push_back(static_cast<std::uint32_t>(sum % base));
    carry = sum / base;
  }
  return made;
}

big_whole big_whole::operator-(const big_whole& other) const {
  big_whole made = *this;
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < made.limbs_.size(); ++i) {
    auto rest =
        std::int64_t{made.limbs_[i]} - borrow - (i < other.limbs_.size() ? std::int64_t{other.limbs_[i]} : 0);
    borrow = rest < 0 ? 1 : 0;
    if (rest < 0) rest += static_cast<std::int64_t>(base);
    made.limbs_[i] = static_cast<std::uint32_t>(rest);
  }
  made.shrink();
  return made;
}

std::strong_ordering big_whole::operator<=>(const big_whole& other) const {
  if (limbs_.size() != other.limbs_.size()) return limbs_.size() <=> other.limbs_.size();
  for (auto i = limbs_.size(); i-- > 0;)
    if (limbs_[i] != other.limbs_[i]) return limbs_[i] <=> other.limbs_[i];
  return std::strong_ordering::equal;
}

std::optional<big_ratio> big_ratio::from_decimal(std::string_view text) {
  big_ratio made;
  if (text.starts_with('-') || text.starts_with('+')) {
    made.is_negative = text.front() == '-';
    text.remove_prefix(1);
  }
  int exponent = 0;
  if (const auto mark = text.find_first_of("eE"); mark != text.npos) {
    auto written = text.substr(mark + 1);
    if (written.starts_with('+')) written.remove_prefix(1);
    const auto read = std::from_chars(written.data(), written.data() + written.size(), exponent);
    if (read.ec != std::errc{} || read.ptr != written.data() + written.size() || exponent > 999 ||
        exponent < -999)
      return std::nullopt;
    text = text.substr(0, mark);
  }
  std::string digits;
  bool has_point = false;
  for (const char c : text) {
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (c < '0' || c > '9') return std::nullopt;
    digits += c;
    if (has_point) --exponent;
  }
  if (digits.empty() || digits.size() > 100) return std::nullopt;
  made.above = big_whole::from_digits(digits);
  const auto power = big_whole::power_of_ten(static_cast<std::uint32_t>(exponent < 0 ? -exponent : exponent));
  if (exponent < 0)
    made.below = power;
  else
    made.above = made.above * power;
  return made;
}

big_ratio big_ratio::operator*(const big_ratio& other) const {
  return {above * other.above, below * other.below, is_negative != other.is_negative};
}

big_ratio big_ratio::operator/(const big_ratio& other) const {
  return {above * other.below, below * other.above, is_negative != other.is_negative};
}

big_ratio big_ratio::operator+(const big_ratio& other) const {
  const auto one = above * other.below, two = other.above * below;
  const auto common = below * other.below;
  if (is_negative == other.is_negative) return {one + two, common, is_negative};
  if (one < two) return {two - one, common, other.is_negative};
  return {one - two, common, is_negative};
}

big_ratio big_ratio::operator-(const big_ratio& other) const {
  return *this + big_ratio{other.above, other.below, !other.is_negative};
}

namespace {

/// The next digit of a division whose quotient is below ten, and what remains.
char take_digit(big_whole& rest, const big_whole& below) {
  char digit = '0';
  while (rest >= below) {
    rest = rest - below;
    ++digit;
  }
  return digit;
}

/// Adds one to the last digit. True when the number got longer.
bool round_up(std::string& digits) {
  for (auto i = digits.size(); i-- > 0;) {
    if (digits[i] != '9') {
      ++digits[i];
      return false;
    }
    digits[i] = '0';
  }
  digits.insert(digits.begin(), '1');
  return true;
}

/// Puts the point behind the digit with this exponent of ten.
std::string place_point(std::string digits, int exponent) {
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (digits.size() <= whole) return digits + std::string(whole - digits.size(), '0');
  return digits.insert(whole, ".");
}

}  // namespace

std::string to_decimal(const big_ratio& value, std::uint32_t exact_digits, std::uint32_t rounded_digits) {
  if (value.above.is_zero()) return "0";
  const big_whole ten{10};
  auto rest = value.above, below = value.below;
  int exponent = 0;
  while (rest < below) rest = rest * ten, --exponent;
  for (auto next = below * ten; rest >= next; next = next * ten) below = next, ++exponent;
  std::string digits;
  while (digits.size() < exact_digits && !rest.is_zero()) {
    digits += take_digit(rest, below);
    rest = rest * ten;
  }
  if (!rest.is_zero()) {  // it does not end here
    const bool is_half =
        rounded_digits < digits.size() ? digits[rounded_digits] >= '5' : take_digit(rest, below) >= '5';
    if (rounded_digits < digits.size()) digits.resize(rounded_digits);
    if (is_half && round_up(digits)) ++exponent;
  }
  digits.resize(std::max<std::size_t>(digits.find_last_not_of('0') + 1, 1));
  return (value.is_negative ? "-" : "") + place_point(std::move(digits), exponent);
}

}  // namespace laundromat
