// Implements date_format: one pass over format and text.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/steps/date_format.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/rdf/values/lexical_form.hpp"

namespace laundromat {

namespace {

struct date_parts {
  int year = -1, month = -1, day = -1, day_of_year = -1, hour = -1, minute = -1, second = 0;
  bool is_afternoon = false, has_half = false;
  std::string fraction, zone;
};

constexpr std::array<std::string_view, 12> months{"january",   "february", "march",    "april",
                                                  "may",       "june",     "july",     "august",
                                                  "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> days{"sunday",   "monday", "tuesday", "wednesday",
                                               "thursday", "friday", "saturday"};

bool is_digit_of_date(char c) {
  return c >= '0' && c <= '9';
}
bool is_space_of_date(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// Short forms that stand for several conversions.
std::string expand(std::string_view format) {
  std::string made;
  for (std::size_t i = 0; i < format.size(); ++i) {
    const char next = format[i] == '%' && i + 1 < format.size() ? format[i + 1] : '\0';
    const std::string_view longer = next == 'F'   ? "%Y-%m-%d"
                                    : next == 'T' ? "%H:%M:%S"
                                    : next == 'D' ? "%m/%d/%y"
                                    : next == 'R' ? "%H:%M"
                                                  : "";
    if (longer.empty()) {
      made += format[i];
      if (next != 0) made += next, ++i;
    } else {
      made.append(longer);
      ++i;
    }
  }
  return made;
}

bool take_number(std::string_view& text, std::size_t least, std::size_t most, int low, int high, int& out) {
  std::size_t length = 0;
  int value = 0;
  while (length < most && length < text.size() && is_digit_of_date(text[length]))
    value = value * 10 + (text[length++] - '0');
  if (length < least || value < low || value > high) return false;
  text.remove_prefix(length);
  out = value;
  return true;
}

/// Takes a name of the list, in full or its first three letters.
template <std::size_t Count>
bool take_name(std::string_view& text, const std::array<std::string_view, Count>& names, int& out) {
  const auto is_front = [&](std::string_view name) {
    return text.size() >= name.size() &&
           std::ranges::equal(text.substr(0, name.size()), name, {},
                              [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  };
  for (const bool is_full : {true, false})
    for (std::size_t i = 0; i < Count; ++i) {
      const auto name = is_full ? names[i] : names[i].substr(0, 3);
      if (!is_front(name)) continue;
      text.remove_prefix(name.size());
      out = static_cast<int>(i) + 1;
      return true;
    }
  return false;
}

/// `Z`, `+01:00` or `+0100`; `is_name`: `Z`, `UTC`, `GMT`.
bool take_zone(std::string_view& text, bool is_name, std::string& out) {
  for (const std::string_view name : {"UTC", "GMT", "Z"})
    if ((is_name || name == "Z") && text.starts_with(name)) {
      text.remove_prefix(name.size());
      out = "Z";
      return true;
    }
  if (is_name || text.empty() || (text.front() != '+' && text.front() != '-')) return false;
  out = text.front();
  text.remove_prefix(1);
  int hours = 0, minutes = 0;
  if (!take_number(text, 2, 2, 0, 14, hours)) return false;
  if (text.starts_with(':')) text.remove_prefix(1);
  if (!take_number(text, 2, 2, 0, 59, minutes)) return false;
  const auto two = [](int value) {
    return std::string{static_cast<char>('0' + value / 10), static_cast<char>('0' + value % 10)};
  };
  out += two(hours) + ':' + two(minutes);
  return true;
}

bool take_part(std::string_view& text, char conversion, date_parts& parts) {
  int unused = 0;
  switch (conversion) {
    case 'Y':
      return take_number(text, 4, 4, 0, 9999, parts.year);
    case 'y':
      if (!take_number(text, 2, 2, 0, 99, parts.year)) return false;
      parts.year += parts.year < 69 ? 2000 : 1900;
      return true;
    case 'm':
      return take_number(text, 1, 2, 1, 12, parts.month);
    case 'b':
    case 'B':
    case 'h':
      return take_name(text, months, parts.month);
    case 'a':
    case 'A':
      return take_name(text, days, unused);
    case 'e':
      if (text.starts_with(' ')) text.remove_prefix(1);
      [[fallthrough]];
    case 'd':
      return take_number(text, 1, 2, 1, 31, parts.day);
    case 'j':
      return take_number(text, 3, 3, 1, 366, parts.day_of_year);
    case 'H':
      return take_number(text, 1, 2, 0, 23, parts.hour);
    case 'I':
      if (!take_number(text, 1, 2, 1, 12, parts.hour)) return false;
      parts.hour %= 12;
      return true;
    case 'M':
      return take_number(text, 2, 2, 0, 59, parts.minute);
    case 'S':
      return take_number(text, 2, 2, 0, 59, parts.second);
    case 'f': {
      const auto length =
          static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit_of_date) - text.begin());
      parts.fraction = text.substr(0, length);
      text.remove_prefix(length);
      return length > 0;
    }
    case 'p': {
      const auto first = text.substr(0, 1), second = text.substr(1, 1);
      if ((second != "M" && second != "m") || std::string_view("AaPp").find(first) == std::string_view::npos)
        return false;
      parts.is_afternoon = first == "P" || first == "p";
      parts.has_half = true;
      text.remove_prefix(2);
      return true;
    }
    case 'z':
    case 'Z':
      return take_zone(text, conversion == 'Z', parts.zone);
    default:
      return false;
  }
}

bool read_parts(std::string_view format, std::string_view text, date_parts& parts) {
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (is_space_of_date(format[i])) {
      while (!text.empty() && is_space_of_date(text.front())) text.remove_prefix(1);
    } else if (format[i] == '%' && i + 1 < format.size() && format[i + 1] != '%') {
      if (!take_part(text, format[++i], parts)) return false;
    } else {
      if (format[i] == '%') ++i;
      if (i == format.size() || !text.starts_with(format[i])) return false;
      text.remove_prefix(1);
    }
  }
  return text.empty();
}

void place_day_of_year(date_parts& parts) {
  static constexpr std::array<int, 12> lengths{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool is_leap = parts.year % 4 == 0 && (parts.year % 100 != 0 || parts.year % 400 == 0);
  parts.day = parts.day_of_year;
  for (parts.month = 1; parts.month < 12; ++parts.month) {
    const auto length =
        lengths[static_cast<std::size_t>(parts.month) - 1] + (is_leap && parts.month == 2 ? 1 : 0);
    if (parts.day <= length) break;
    parts.day -= length;
  }
}

std::string padded(int value, std::size_t width) {
  auto digits = std::to_string(value);
  return std::string(width - std::min(width, digits.size()), '0') + digits;
}

datatype datatype_of(field_type type) {
  return type == field_type::date   ? datatype::xsd_date
         : type == field_type::time ? datatype::xsd_time
                                    : datatype::xsd_date_time;
}

}  // namespace

result<void> check_date_format(std::string_view format, field_type type) {
  const auto whole = expand(format);
  std::string seen;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] != '%') continue;
    const char next = i + 1 < whole.size() ? whole[++i] : '\0';
    if (std::string_view("YymdejbBhaAHIMSfpzZ%").find(next) == std::string_view::npos || next == 0)
      return fail(errc::configuration, "the format \"" + std::string(format) + "\" has %" +
                                           std::string(1, next) +
                                           ", which is not known: use %Y %m %d %b %H %M %S and the like");
    seen += next;
  }
  const auto has = [&](std::string_view any) { return seen.find_first_of(any) != std::string::npos; };
  const bool has_year = has("Yy"), has_day = (has("mbBh") && has("de")) || has("j"),
             has_time = (has("H") || (has("I") && has("p"))) && has("M");
  const bool needs_day = type == field_type::date || type == field_type::date_time;
  const bool needs_time = type == field_type::time || type == field_type::date_time;
  if (!needs_day && !needs_time && type != field_type::year)
    return fail(errc::configuration, "a format is for the types date, time, date_time and year");
  if ((needs_day && (!has_year || !has_day)) || (needs_time && !has_time) ||
      (type == field_type::year && !has_year))
    return fail(errc::configuration,
                "the format \"" + std::string(format) + "\" does not give all that the type needs: " +
                    (needs_day ? "year, month and day" : "") + (needs_day && needs_time ? ", " : "") +
                    (needs_time ? "hour and minute" : "") + (type == field_type::year ? "the year" : ""));
  return {};
}

std::optional<std::string> read_date(std::string_view format, field_type type, std::string_view text) {
  date_parts parts;
  if (!read_parts(expand(format), text, parts)) return std::nullopt;
  if (type == field_type::year) return padded(parts.year, 4);
  if (parts.day_of_year > 0) place_day_of_year(parts);
  if (parts.is_afternoon && parts.hour < 12) parts.hour += 12;
  std::string made;
  if (type != field_type::time)
    made = padded(parts.year, 4) + '-' + padded(parts.month, 2) + '-' + padded(parts.day, 2);
  if (type == field_type::date_time) made += 'T';
  if (type != field_type::date) {
    made += padded(parts.hour, 2) + ':' + padded(parts.minute, 2) + ':' + padded(parts.second, 2);
    if (!parts.fraction.empty()) made += '.' + parts.fraction;
  }
  made += parts.zone;
  if (judge_lexical_form(datatype_of(type), made) == lexical_form::outside) return std::nullopt;
  return made;
}

}  // namespace laundromat
