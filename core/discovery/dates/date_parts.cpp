// Implements the scanner of announced dates.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/dates/date_parts.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>

#include "core/web/uri_characters.hpp"

namespace laundromat {

std::size_t date_scanner::digits() const {
  return std::min(rest_.find_first_not_of("0123456789"), rest_.size());
}

std::optional<unsigned> date_scanner::number(std::size_t least, std::size_t most) {
  const auto count = digits();
  if (count < least || count > most) return std::nullopt;
  return fixed(count);
}

std::optional<unsigned> date_scanner::fixed(std::size_t count) {
  if (digits() < count) return std::nullopt;
  unsigned value = 0;
  std::from_chars(rest_.data(), rest_.data() + count, value);
  rest_.remove_prefix(count);
  return value;
}

char date_scanner::take(std::string_view any) {
  if (rest_.empty() || any.find(rest_.front()) == std::string_view::npos) return '\0';
  const char found = rest_.front();
  rest_.remove_prefix(1);
  return found;
}

bool date_scanner::take_word(std::string_view word) {
  if (!equals_ignoring_case(rest_.substr(0, word.size()), word)) return false;
  rest_.remove_prefix(word.size());
  return true;
}

bool date_scanner::skip_spaces() {
  const auto before = rest_.size();
  while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
  return rest_.size() < before;
}

std::optional<timestamp> time_of(const date_parts& parts) {
  const std::chrono::year_month_day day{std::chrono::year{parts.year}, std::chrono::month{parts.month},
                                        std::chrono::day{parts.day}};
  const bool is_midnight = parts.hour == 24 && parts.minute == 0 && parts.second == 0;  // the end of the day
  if (!day.ok() || (parts.hour > 23 && !is_midnight) || parts.minute > 59 || parts.second > 60 ||
      std::abs(parts.zone_minutes) > 14 * 60)
    return std::nullopt;
  const auto since = std::chrono::sys_days{day}.time_since_epoch() + std::chrono::hours{parts.hour} +
                     std::chrono::minutes{static_cast<int>(parts.minute) - parts.zone_minutes} +
                     seconds{std::min(parts.second, 59U)} + milliseconds{parts.millisecond};
  return timestamp{std::chrono::duration_cast<milliseconds>(since)};
}

}  // namespace laundromat
