// Writes an IMF-fixdate.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/http_date.hpp"

#include <array>
#include <chrono>
#include <string_view>

namespace laundromat {

std::string to_http_date(timestamp time) {
  constexpr std::array<std::string_view, 7> weekdays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                    "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<seconds>(time - day)};
  const auto two = [](auto number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  auto year = std::to_string(static_cast<int>(date.year()));
  if (year.size() < 4) year.insert(0, 4 - year.size(), '0');
  std::string out{weekdays[std::chrono::weekday{day}.c_encoding()]};
  out += ", " + two(static_cast<unsigned>(date.day())) + " ";
  out += months[static_cast<unsigned>(date.month()) - 1];
  return out + " " + year + " " + two(clock.hours().count()) + ":" + two(clock.minutes().count()) + ":" +
         two(clock.seconds().count()) + " GMT";
}

}  // namespace laundromat
