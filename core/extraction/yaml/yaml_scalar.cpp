// Implements read_yaml_scalar: the regular expressions of the core schema by hand.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/yaml/yaml_scalar.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

namespace laundromat {

namespace {

bool is_any(std::string_view text, const std::array<std::string_view, 3>& words) {
  return std::ranges::find(words, text) != words.end();
}

std::string_view take_digits(std::string_view& rest) {
  const auto size = std::min(rest.find_first_not_of("0123456789"), rest.size());
  const auto digits = rest.substr(0, size);
  rest.remove_prefix(size);
  return digits;
}

std::string read_based(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  const bool is_right = !digits.empty() && error == std::errc{} && end == digits.data() + digits.size();
  return is_right ? std::to_string(value) : std::string();
}

/// As JSON writes it; empty when the text is no number.
std::string read_decimal(std::string_view text) {
  std::string out;
  if (text.starts_with('-')) out = "-";
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  auto whole = take_digits(text);
  const bool has_dot = text.starts_with('.');
  if (has_dot) text.remove_prefix(1);
  const auto part = has_dot ? take_digits(text) : std::string_view();
  if (whole.empty() && part.empty()) return {};
  while (whole.size() > 1 && whole[0] == '0') whole.remove_prefix(1);
  out += whole.empty() ? "0" : whole;
  if (has_dot) out.append(".").append(part.empty() ? "0" : part);
  if (text.empty()) return out;
  if (text[0] != 'e' && text[0] != 'E') return {};
  out += 'e';
  text.remove_prefix(1);
  if (text.starts_with('-')) out += '-';
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const auto power = take_digits(text);
  out += power;
  return power.empty() || !text.empty() ? std::string() : out;
}

}  // namespace

bool has_leading_zero(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
}

yaml_scalar read_yaml_scalar(std::string_view text) {
  if (text.empty() || text == "~" || is_any(text, {"null", "Null", "NULL"}))
    return {data_kind::null, false, {}};
  if (is_any(text, {"true", "True", "TRUE"})) return {data_kind::boolean, true, {}};
  if (is_any(text, {"false", "False", "FALSE"})) return {data_kind::boolean, false, {}};
  auto number = text.starts_with("0o")   ? read_based(text.substr(2), 8)
                : text.starts_with("0x") ? read_based(text.substr(2), 16)
                                         : read_decimal(text);
  if (number.empty()) return {};
  return {data_kind::number, false, std::move(number)};
}

}  // namespace laundromat
