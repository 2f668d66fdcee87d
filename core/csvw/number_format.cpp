// Compiles patterns of numbers, and reads numbers by them.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/number_format.hpp"

#include <algorithm>

namespace laundromat::csvw {

namespace {

constexpr std::string_view percent = "%", per_mille = "\xE2\x80\xB0";

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Takes `what` off the begin.
bool take(std::string_view& text, std::string_view what) {
  if (what.empty() || !text.starts_with(what)) return false;
  text.remove_prefix(what.size());
  return true;
}

bool take_sign(std::string_view& text, std::string& sign) {
  if (!text.starts_with('+') && !text.starts_with('-')) return false;
  sign = text.substr(0, 1);
  text.remove_prefix(1);
  return true;
}

/// Moves the decimal point to the left.
std::string divided(std::string integer, std::string fraction, std::size_t places) {
  if (integer.size() <= places) integer.insert(0, places + 1 - integer.size(), '0');
  fraction.insert(0, integer.substr(integer.size() - places));
  integer.resize(integer.size() - places);
  const auto first = std::min(integer.find_first_not_of('0'), integer.size() - 1);
  integer.erase(0, first);
  while (fraction.ends_with('0')) fraction.pop_back();
  return fraction.empty() ? integer : integer + "." + fraction;
}

}  // namespace

std::optional<number_format> number_format::compile(std::string_view pattern, std::string_view decimal_char,
                                                    std::string_view group_char) {
  number_format made;
  if (!decimal_char.empty()) made.decimal_char_ = decimal_char;
  made.group_char_ = group_char;
  if (pattern.empty()) return made;
  made.has_pattern_ = true;
  if (group_char.empty()) made.group_char_ = made.decimal_char_ == "," ? "" : ",";
  for (bool is_more = true; is_more;) {
    std::string sign;
    is_more = false;
    if (take_sign(pattern, sign)) is_more = made.needs_sign_ = true;
    for (const auto mark : {percent, per_mille})
      if (made.prefix_.empty() && take(pattern, mark)) {
        made.prefix_ = mark;
        is_more = true;
      }
  }
  for (const auto mark : {percent, per_mille})
    if (pattern.ends_with(mark)) {
      made.suffix_ = mark;
      pattern.remove_suffix(mark.size());
    }
  if (!made.prefix_.empty() && !made.suffix_.empty()) return std::nullopt;
  if (const auto mark = pattern.find('E'); mark != std::string_view::npos) {
    if (!made.compile_exponent(pattern.substr(mark + 1))) return std::nullopt;
    pattern = pattern.substr(0, mark);
  }
  const auto point = pattern.find(made.decimal_char_);
  if (point != std::string_view::npos &&
      !made.compile_fraction(pattern.substr(point + made.decimal_char_.size())))
    return std::nullopt;
  if (!made.compile_integer(pattern.substr(0, point))) return std::nullopt;
  if (made.integer_.most + made.fraction_.most == 0) return std::nullopt;
  return made;
}

/// `#`s and then zeros, with group characters between them.
bool number_format::compile_integer(std::string_view part) {
  bool has_zero = false;
  std::vector<std::size_t> sizes{0};
  while (!part.empty()) {
    if (take(part, group_char_)) {
      sizes.push_back(0);
      continue;
    }
    const bool is_zero = part[0] == '0';
    if (!is_zero && (part[0] != '#' || has_zero)) return false;
    has_zero = is_zero;
    integer_.least += is_zero ? 1 : 0;
    ++integer_.most;
    ++sizes.back();
    part.remove_prefix(1);
  }
  if (sizes.size() == 1) return true;
  integer_.group = sizes.back();
  integer_.next_group = sizes.size() > 2 ? sizes[sizes.size() - 2] : integer_.group;
  return integer_.group > 0 && integer_.next_group > 0;
}

/// Zeros and then `#`s, with group characters between them.
bool number_format::compile_fraction(std::string_view part) {
  has_fraction_ = true;
  bool has_optional = false;
  while (!part.empty()) {
    if (take(part, group_char_)) {
      if (fraction_.group == 0) fraction_.group = fraction_.most;
      if (fraction_.most == 0) return false;
      continue;
    }
    const bool is_optional = part[0] == '#';
    if (!is_optional && (part[0] != '0' || has_optional)) return false;
    has_optional = is_optional;
    fraction_.least += is_optional ? 0 : 1;
    ++fraction_.most;
    part.remove_prefix(1);
  }
  return true;
}

bool number_format::compile_exponent(std::string_view part) {
  has_exponent_ = true;
  std::string sign;
  static_cast<void>(take_sign(part, sign));
  const auto zeros = part.find('0');
  if (zeros == std::string_view::npos) return false;
  least_exponent_ = part.size() - zeros;
  return part.find_first_not_of('#') == zeros &&
         part.substr(zeros).find_first_not_of('0') == std::string_view::npos;
}

std::vector<std::string_view> number_format::groups_of(std::string_view part) const {
  std::vector<std::string_view> groups;
  while (!group_char_.empty()) {
    const auto end = part.find(group_char_);
    if (end == std::string_view::npos) break;
    groups.push_back(part.substr(0, end));
    part.remove_prefix(end + group_char_.size());
  }
  groups.push_back(part);
  return groups;
}

std::optional<std::string> number_format::integer_digits(std::string_view part) const {
  const auto groups = groups_of(part);
  if (part.empty() && has_pattern_ && integer_.least == 0) return std::string{};
  std::string all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!are_digits(groups[i])) return std::nullopt;
    all += groups[i];
    if (!has_pattern_) continue;
    const bool is_last = i + 1 == groups.size();
    const auto size = is_last ? integer_.group : integer_.next_group;
    if (groups.size() > 1 && integer_.group == 0) return std::nullopt;
    if (integer_.group == 0) continue;
    if (i == 0 ? groups[i].size() > size : groups[i].size() != size) return std::nullopt;
    if (i == 0 && is_last && groups[i].size() > integer_.group) return std::nullopt;
    if (is_last && groups.size() > 1 && groups[i].size() != integer_.group) return std::nullopt;
  }
  if (!has_pattern_) return all;
  if (all.size() < integer_.least || (has_exponent_ && all.size() > std::max<std::size_t>(1, integer_.most)))
    return std::nullopt;
  return all;
}

std::optional<std::string> number_format::fraction_digits(std::string_view part) const {
  if (!has_pattern_) return are_digits(part) ? std::optional(std::string(part)) : std::nullopt;
  const auto groups = groups_of(part);
  if (groups.size() > 1 && fraction_.group == 0) return std::nullopt;
  std::string all;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const bool is_last = i + 1 == groups.size();
    if (!are_digits(groups[i])) return std::nullopt;
    if (fraction_.group > 0 &&
        (is_last ? groups[i].size() > fraction_.group : groups[i].size() != fraction_.group))
      return std::nullopt;
    all += groups[i];
  }
  if (all.size() < fraction_.least || all.size() > fraction_.most) return std::nullopt;
  return all;
}

std::optional<std::string> number_format::read(std::string_view text) const {
  if (text == "NaN" || text == "INF" || text == "-INF") return std::string(text);
  std::string sign;
  bool has_sign = take_sign(text, sign);
  if (!prefix_.empty() && !take(text, prefix_)) return std::nullopt;
  if (!prefix_.empty() && !has_sign) has_sign = take_sign(text, sign);
  if (needs_sign_ && !has_sign) return std::nullopt;
  std::string_view mark = prefix_;
  if (!has_pattern_ || !suffix_.empty())
    for (const auto one : {percent, per_mille})
      if (text.ends_with(one) && (suffix_.empty() || suffix_ == one)) {
        mark = one;
        text.remove_suffix(one.size());
      }
  if (!suffix_.empty() && mark.empty()) return std::nullopt;
  std::string exponent;
  if (const auto at = text.find_first_of("eE"); at != std::string_view::npos) {
    auto part = text.substr(at + 1);
    std::string exponent_sign;
    static_cast<void>(take_sign(part, exponent_sign));
    if (!are_digits(part) || (has_pattern_ && (!has_exponent_ || part.size() < least_exponent_)))
      return std::nullopt;
    exponent = (has_pattern_ ? "e" : std::string(text.substr(at, 1))) + exponent_sign + std::string(part);
    text = text.substr(0, at);
  } else if (has_exponent_) {
    return std::nullopt;
  }
  const auto point = text.find(decimal_char_);
  const bool has_point = point != std::string_view::npos;
  if (has_pattern_ && ((has_point && !has_fraction_) || (!has_point && fraction_.least > 0)))
    return std::nullopt;
  auto integer = integer_digits(text.substr(0, point));
  if (!has_pattern_ && point == 0) integer = std::string{};
  auto fraction =
      has_point ? fraction_digits(text.substr(point + decimal_char_.size())) : std::optional(std::string{});
  if (!integer || !fraction || (integer->empty() && fraction->empty())) return std::nullopt;
  if (!mark.empty())
    return (sign == "-" ? sign : "") + divided(*integer, *fraction, mark == percent ? 2 : 3) + exponent;
  return sign + *integer + (fraction->empty() ? "" : "." + *fraction) + exponent;
}

}  // namespace laundromat::csvw
