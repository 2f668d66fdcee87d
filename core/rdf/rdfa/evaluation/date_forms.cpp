// Implements date_forms: lexical forms of XML Schema 1.1 part 2, without checking the calendar.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/date_forms.hpp"

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

bool take_two(std::string_view& text, int low, int high) {
  if (text.size() < 2 || !is_digit(text[0]) || !is_digit(text[1])) return false;
  const int value = (text[0] - '0') * 10 + (text[1] - '0');
  text.remove_prefix(2);
  return value >= low && value <= high;
}

std::size_t take_digits(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && is_digit(text[count])) ++count;
  text.remove_prefix(count);
  return count;
}

bool take_year(std::string_view& text) {
  (void)take(text, '-');
  return take_digits(text) >= 4;
}

bool take_time(std::string_view& text) {
  if (!take_two(text, 0, 24) || !take(text, ':') || !take_two(text, 0, 59)) return false;
  if (!take(text, ':') || !take_two(text, 0, 60)) return false;
  return !take(text, '.') || take_digits(text) > 0;
}

/// A zone, if any, and nothing else.
bool ends_with_zone(std::string_view text) {
  if (text.empty() || text == "Z") return true;
  if (!take(text, '+') && !take(text, '-')) return false;
  return take_two(text, 0, 14) && take(text, ':') && take_two(text, 0, 59) && text.empty();
}

bool is_duration(std::string_view text) {
  (void)take(text, '-');
  if (!take(text, 'P')) return false;
  bool has_part = false, in_time = false;
  std::string_view units = "YMD";
  while (!text.empty()) {
    if (!in_time && take(text, 'T')) {
      in_time = true;
      units = "HMS";
      if (text.empty()) return false;
    }
    if (take_digits(text) == 0 || text.empty()) return false;
    const bool has_fraction = take(text, '.');
    if (has_fraction && (take_digits(text) == 0 || !text.starts_with('S'))) return false;
    const auto unit = text.empty() ? units.npos : units.find(text.front());
    if (unit == units.npos) return false;
    units.remove_prefix(unit + 1);
    text.remove_prefix(1);
    has_part = true;
  }
  return has_part;
}

}  // namespace

std::string_view date_type_of(std::string_view text) {
  if (is_duration(text)) return "http://www.w3.org/2001/XMLSchema#duration";
  auto rest = text;
  if (take_time(rest) && ends_with_zone(rest)) return "http://www.w3.org/2001/XMLSchema#time";
  rest = text;
  if (!take_year(rest)) return {};
  if (ends_with_zone(rest)) return "http://www.w3.org/2001/XMLSchema#gYear";
  if (!take(rest, '-') || !take_two(rest, 1, 12)) return {};
  if (ends_with_zone(rest)) return "http://www.w3.org/2001/XMLSchema#gYearMonth";
  if (!take(rest, '-') || !take_two(rest, 1, 31)) return {};
  if (ends_with_zone(rest)) return "http://www.w3.org/2001/XMLSchema#date";
  if (take(rest, 'T') && take_time(rest) && ends_with_zone(rest))
    return "http://www.w3.org/2001/XMLSchema#dateTime";
  return {};
}

}  // namespace laundromat::rdfa
