// Implements the reading of durations.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/dates/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t minute_length_s = 60, hour_length_s = 60 * minute_length_s,
                       day_length_s = 24 * hour_length_s, year_length_s = 365 * day_length_s;
constexpr std::int64_t longest_duration_s = 1'000 * year_length_s;

struct duration_part {
  char name;
  bool is_time;
  std::int64_t length_s;
};
constexpr auto duration_parts = std::to_array<duration_part>({{'y', false, year_length_s},
                                                              {'m', false, 30 * day_length_s},
                                                              {'w', false, 7 * day_length_s},
                                                              {'d', false, day_length_s},
                                                              {'h', true, hour_length_s},
                                                              {'m', true, minute_length_s},
                                                              {'s', true, 1}});

/// `12`, `0.5` or `0,5` at the front, which is removed.
std::optional<double> take_decimal(std::string_view& text) {
  const auto whole = std::min(text.find_first_not_of("0123456789"), text.size());
  if (whole == 0 || whole > 12) return std::nullopt;
  auto end = whole;
  if (end < text.size() && (text[end] == '.' || text[end] == ',')) {
    end = std::min(text.find_first_not_of("0123456789", whole + 1), text.size());
    if (end == whole + 1 || end > 24) return std::nullopt;
  }
  std::string digits{text.substr(0, end)};
  std::ranges::replace(digits, ',', '.');
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  text.remove_prefix(end);
  return value;
}

}  // namespace

std::optional<seconds> read_duration(std::string_view given) {
  const auto lower = lower_case(given);
  std::string_view text = lower;
  if (!text.starts_with('p')) return std::nullopt;
  text.remove_prefix(1);
  double total = 0;
  auto next = duration_parts.begin();
  bool is_time = false, has_part = false;
  while (!text.empty()) {
    if (!is_time && text.front() == 't') {
      is_time = true;
      has_part = false;
      text.remove_prefix(1);
      continue;
    }
    const auto number = take_decimal(text);
    if (!number || text.empty()) return std::nullopt;
    const auto found = std::find_if(next, duration_parts.end(), [&](const duration_part& one) {
      return one.name == text.front() && one.is_time == is_time;
    });
    if (found == duration_parts.end()) return std::nullopt;
    total += *number * static_cast<double>(found->length_s);
    next = found + 1;
    has_part = true;
    text.remove_prefix(1);
  }
  if (!has_part || total > static_cast<double>(longest_duration_s)) return std::nullopt;
  return seconds{static_cast<std::int64_t>(total)};
}

}  // namespace laundromat
