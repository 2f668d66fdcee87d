// Compares lexical forms without making numbers of them where that would lose digits.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/value_order.hpp"

#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

namespace laundromat::csvw {

namespace {

using std::partial_ordering;

double as_double(std::string_view text) {
  if (text == "INF" || text == "+INF") return std::numeric_limits<double>::infinity();
  if (text == "-INF") return -std::numeric_limits<double>::infinity();
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
    return std::numeric_limits<double>::quiet_NaN();
  return value;
}

struct decimal_parts {
  bool is_negative = false;
  std::string_view integer, fraction;  ///< without needless zeros

  [[nodiscard]] bool is_zero() const { return integer.empty() && fraction.empty(); }
};

decimal_parts split_decimal(std::string_view text) {
  decimal_parts parts;
  if (text.starts_with('-') || text.starts_with('+')) {
    parts.is_negative = text[0] == '-';
    text.remove_prefix(1);
  }
  const auto point = text.find('.');
  parts.integer = text.substr(0, point);
  if (point != std::string_view::npos) parts.fraction = text.substr(point + 1);
  while (parts.integer.starts_with('0')) parts.integer.remove_prefix(1);
  while (parts.fraction.ends_with('0')) parts.fraction.remove_suffix(1);
  if (parts.is_zero()) parts.is_negative = false;
  return parts;
}

partial_ordering compare_decimals(std::string_view one, std::string_view other) {
  const auto a = split_decimal(one), b = split_decimal(other);
  if (a.is_negative != b.is_negative)
    return a.is_negative ? partial_ordering::less : partial_ordering::greater;
  auto order = a.integer.size() <=> b.integer.size();
  if (order == 0) order = a.integer <=> b.integer;
  if (order == 0) order = a.fraction <=> b.fraction;
  if (a.is_negative) order = 0 <=> order;
  return order;
}

/// A point in time, or the difference of two, of which parts may be missing.
struct moment {
  std::int64_t seconds = 0;
  std::string fraction;
};

std::optional<std::int64_t> take_number(std::string_view& text, std::size_t least) {
  std::int64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  const auto length = static_cast<std::size_t>(read.ptr - text.data());
  if (read.ec != std::errc{} || length < least) return std::nullopt;
  text.remove_prefix(length);
  return value;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<moment> read_time_of_day(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || !take(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2);
  if (!second) return std::nullopt;
  moment made{*hour * 3'600 + *minute * 60 + *second, {}};
  if (take(text, '.')) {
    while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
      made.fraction += text[0];
      text.remove_prefix(1);
    }
    while (made.fraction.ends_with('0')) made.fraction.pop_back();
  }
  return made;
}

/// Reads each of the forms of dates and times, from `---31` to `2015-03-22T15:02:37.5Z`.
std::optional<moment> read_moment(std::string_view text) {
  std::int64_t year = 2000, month = 1, day = 1;
  moment made;
  if (text.size() > 2 && text[2] == ':') {
    const auto time = read_time_of_day(text);
    if (!time) return std::nullopt;
    made = *time;
  } else if (text.starts_with("---")) {
    text.remove_prefix(3);
    day = take_number(text, 2).value_or(1);
  } else {
    if (text.starts_with("--")) {
      text.remove_prefix(2);
      month = take_number(text, 2).value_or(1);
    } else {
      const auto number = take_number(text, 4);
      if (!number) return std::nullopt;
      year = *number;
      const bool has_month = text.size() > 2 && text[0] == '-' && (text.size() == 3 || text[3] != ':');
      if (has_month && take(text, '-')) month = take_number(text, 2).value_or(1);
    }
    const bool has_day = text.size() > 2 && text[0] == '-' && (text.size() == 3 || text[3] != ':');
    if (has_day && take(text, '-')) day = take_number(text, 2).value_or(1);
    if (take(text, 'T')) {
      const auto time = read_time_of_day(text);
      if (!time) return std::nullopt;
      made = *time;
    }
  }
  if (year < -20'000 || year > 20'000) return std::nullopt;
  using namespace std::chrono;
  const sys_days date =
      std::chrono::year(static_cast<int>(year)) / static_cast<int>(month) / static_cast<int>(day);
  made.seconds += std::int64_t{date.time_since_epoch().count()} * 86'400;
  if (text.starts_with('+') || text.starts_with('-')) {
    const bool is_west = text[0] == '-';
    text.remove_prefix(1);
    const auto hours = take_number(text, 2).value_or(0);
    static_cast<void>(take(text, ':'));
    const auto offset = hours * 3'600 + take_number(text, 2).value_or(0) * 60;
    made.seconds += is_west ? offset : -offset;
  }
  return made;
}

/// Months and seconds of a duration.
std::optional<std::pair<double, double>> read_duration(std::string_view text) {
  const bool is_negative = take(text, '-');
  if (!take(text, 'P')) return std::nullopt;
  double months = 0, seconds = 0;
  bool is_time = false;
  while (!text.empty()) {
    if (take(text, 'T')) {
      is_time = true;
      continue;
    }
    const auto end = text.find_first_not_of("0123456789.");
    if (end == 0 || end == std::string_view::npos) return std::nullopt;
    const double number = as_double(text.substr(0, end));
    switch (text[end]) {
      case 'Y':
        months += 12 * number;
        break;
      case 'M':
        (is_time ? seconds : months) += is_time ? 60 * number : number;
        break;
      case 'D':
        seconds += 86'400 * number;
        break;
      case 'H':
        seconds += 3'600 * number;
        break;
      case 'S':
        seconds += number;
        break;
      default:
        return std::nullopt;
    }
    text.remove_prefix(end + 1);
  }
  return is_negative ? std::pair(-months, -seconds) : std::pair(months, seconds);
}

partial_ordering compare_durations(std::string_view one, std::string_view other) {
  const auto a = read_duration(one), b = read_duration(other);
  if (!a || !b) return partial_ordering::unordered;
  constexpr double day = 86'400;
  const auto with_months = [&](double days) {
    return a->first * days * day + a->second <=> b->first * days * day + b->second;
  };
  const auto with_short = with_months(28), with_long = with_months(31);
  return with_short == with_long ? with_short : partial_ordering::unordered;
}

}  // namespace

partial_ordering compare_values(value_kind kind, std::string_view one, std::string_view other) {
  switch (kind) {
    case value_kind::integer:
    case value_kind::decimal:
      if (one.find_first_of("eE") == std::string_view::npos &&
          other.find_first_of("eE") == std::string_view::npos)
        return compare_decimals(one, other);
      return as_double(one) <=> as_double(other);
    case value_kind::floating:
      return as_double(one) <=> as_double(other);
    case value_kind::time: {
      const auto a = read_moment(one), b = read_moment(other);
      if (!a || !b) return partial_ordering::unordered;
      if (a->seconds != b->seconds) return a->seconds <=> b->seconds;
      return a->fraction <=> b->fraction;
    }
    case value_kind::duration:
      return compare_durations(one, other);
    default:
      return partial_ordering::unordered;
  }
}

}  // namespace laundromat::csvw
