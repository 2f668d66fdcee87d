// Compiles patterns of dates and times, and reads them.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/date_format.hpp"

#include <algorithm>
#include <array>

namespace laundromat::csvw {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Takes from `least` to `most` digits off the begin.
std::optional<std::string> take_digits(std::string_view& text, std::size_t least, std::size_t most) {
  std::size_t count = 0;
  while (count < text.size() && count < most && is_digit(text[count])) ++count;
  if (count < least) return std::nullopt;
  std::string digits(text.substr(0, count));
  text.remove_prefix(count);
  return digits;
}

std::string two_digits(const std::string& digits) {
  return digits.size() == 1 ? "0" + digits : digits;
}

}  // namespace

std::optional<date_format> date_format::compile(std::string_view pattern, datatype type) {
  date_format made;
  made.type_ = type;
  std::array<int, 9> count{};
  for (std::size_t at = 0; at < pattern.size();) {
    const char c = pattern[at];
    const auto end = std::min(pattern.find_first_not_of(c, at), pattern.size());
    const auto length = end - at;
    symbol what = symbol::text;
    bool is_known = std::string_view("-/.: T").find(c) != std::string_view::npos && length == 1;
    const auto is = [&](char symbol_char, symbol one, std::size_t least, std::size_t most) {
      if (c != symbol_char) return;
      what = one;
      is_known = length >= least && length <= most;
    };
    is('y', symbol::year, 4, 4);
    is('M', symbol::month, 1, 2);
    is('d', symbol::day, 1, 2);
    is('H', symbol::hour, 2, 2);
    is('m', symbol::minute, 2, 2);
    is('s', symbol::second, 2, 2);
    is('S', symbol::fraction, 1, 30);
    is('X', symbol::zone, 1, 3);
    is('x', symbol::zone, 1, 3);
    if (!is_known) return std::nullopt;
    ++count[static_cast<std::size_t>(what)];
    made.parts_.push_back({what, length, c});
    at = end;
  }
  const auto has = [&](symbol what) { return count[static_cast<std::size_t>(what)] == 1; };
  const auto has_not = [&](symbol what) { return count[static_cast<std::size_t>(what)] == 0; };
  const bool has_date = has(symbol::year) && has(symbol::month) && has(symbol::day);
  const bool has_time = has(symbol::hour) && has(symbol::minute);
  if (type == datatype::xsd_date && !(has_date && has_not(symbol::hour) && has_not(symbol::minute)))
    return std::nullopt;
  if (type == datatype::xsd_time && !(has_time && has_not(symbol::year) && has_not(symbol::month)))
    return std::nullopt;
  const bool has_both = type == datatype::xsd_date_time || type == datatype::xsd_date_time_stamp;
  if (has_both && !(has_date && has_time)) return std::nullopt;
  if (!has_both && type != datatype::xsd_date && type != datatype::xsd_time) return std::nullopt;
  return made;
}

std::optional<std::string> date_format::read_zone(std::string_view& text, const part& by) {
  if (by.first == 'X' && text.starts_with('Z')) {
    text.remove_prefix(1);
    return "Z";
  }
  if (!text.starts_with('+') && !text.starts_with('-')) return std::nullopt;
  std::string zone(text.substr(0, 1));
  text.remove_prefix(1);
  const auto hours = take_digits(text, 2, 2);
  if (!hours) return std::nullopt;
  zone += *hours + ":";
  if (by.length == 3) {
    if (!text.starts_with(':')) return std::nullopt;
    text.remove_prefix(1);
  } else if (by.length == 1 && (text.empty() || !is_digit(text[0]))) {
    return zone + "00";
  }
  const auto minutes = take_digits(text, 2, 2);
  if (!minutes) return std::nullopt;
  return zone + *minutes;
}

std::optional<std::string> date_format::read(std::string_view text) const {
  std::string year, month, day, hour, minute, second = "00", fraction, zone;
  const auto set = [](std::string& to, std::optional<std::string> from) {
    if (from) to = std::move(*from);
    return from.has_value();
  };
  for (const auto& by : parts_) {
    bool is_read = true;
    switch (by.what) {
      case symbol::year:
        is_read = set(year, take_digits(text, 4, 4));
        break;
      case symbol::month:
        is_read = set(month, take_digits(text, by.length, 2));
        break;
      case symbol::day:
        is_read = set(day, take_digits(text, by.length, 2));
        break;
      case symbol::hour:
        is_read = set(hour, take_digits(text, 2, 2));
        break;
      case symbol::minute:
        is_read = set(minute, take_digits(text, 2, 2));
        break;
      case symbol::second:
        is_read = set(second, take_digits(text, 2, 2));
        break;
      case symbol::fraction:
        is_read = set(fraction, take_digits(text, 1, by.length));
        break;
      case symbol::zone:
        is_read = set(zone, read_zone(text, by));
        break;
      case symbol::text:
        is_read = text.starts_with(by.first);
        if (is_read) text.remove_prefix(1);
        break;
    }
    if (!is_read) return std::nullopt;
  }
  if (!text.empty()) return std::nullopt;
  const auto date = year + "-" + two_digits(month) + "-" + two_digits(day);
  const auto time = hour + ":" + minute + ":" + second + (fraction.empty() ? "" : "." + fraction);
  if (type_ == datatype::xsd_date) return date + zone;
  if (type_ == datatype::xsd_time) return time + zone;
  return date + "T" + time + zone;
}

}  // namespace laundromat::csvw
