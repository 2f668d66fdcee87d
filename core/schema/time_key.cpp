// The order of dates and times.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/time_key.hpp"

#include <chrono>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

int take_number(std::string_view& text, std::size_t digits) {
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) value = value * 10 + (text[i] - '0');
  text.remove_prefix(digits);
  if (text.starts_with(':') || text.starts_with('-')) text.remove_prefix(1);
  return value;
}

double days_key(std::string_view& text) {
  const std::chrono::year year(take_number(text, 4));
  const std::chrono::month month(static_cast<unsigned>(take_number(text, 2)));
  // The last number has no hyphen of its own: what follows is a `T`, or the hyphen of a zone.
  const std::chrono::day day(static_cast<unsigned>((text[0] - '0') * 10 + (text[1] - '0')));
  text.remove_prefix(2);
  constexpr double day_ms = 86'400'000;
  return static_cast<double>(std::chrono::sys_days(year / month / day).time_since_epoch().count()) * day_ms;
}

constexpr double hour_ms = 3'600'000, minute_ms = 60'000, second_ms = 1'000;

double day_time_key(std::string_view& text) {
  double key = take_number(text, 2) * hour_ms;
  key += take_number(text, 2) * minute_ms;
  key += ((text[0] - '0') * 10 + (text[1] - '0')) * second_ms;
  text.remove_prefix(2);
  if (!text.starts_with('.')) return key;
  text.remove_prefix(1);
  double unit = second_ms;
  for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1))
    if (unit > 1) key += (text.front() - '0') * (unit /= 10);
  return key;
}

double zone_key(std::string_view text) {
  if (text.empty() || text == "Z") return 0;
  const double sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const double hours = take_number(text, 2) * hour_ms;
  return sign * (hours + take_number(text, 2) * minute_ms);
}

}  // namespace

double time_key(datatype type, std::string_view text) {
  double key = 0;
  if (type != datatype::xsd_time) key = days_key(text);
  if (text.starts_with('T')) text.remove_prefix(1);
  if (type != datatype::xsd_date) key += day_time_key(text);
  return key - zone_key(text);
}

}  // namespace laundromat
