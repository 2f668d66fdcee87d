// Implements the reading of change frequencies and priorities.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/change_frequency.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>

#include "core/discovery/dates/duration.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t hour_s = 3'600, day_s = 24 * hour_s, month_s = 30 * day_s, year_s = 365 * day_s;
constexpr std::int64_t longest_s = 1'000 * year_s;

struct frequency_word {
  std::string_view word;
  seconds interval;
};
constexpr auto frequency_words = std::to_array<frequency_word>({{"always", seconds{0}},
                                                                {"hourly", seconds{hour_s}},
                                                                {"daily", seconds{day_s}},
                                                                {"weekly", seconds{7 * day_s}},
                                                                {"monthly", seconds{month_s}},
                                                                {"yearly", seconds{year_s}},
                                                                {"never", seconds::max()}});

/// Digits at the front, up to 12, which are removed; nothing when there are none.
std::optional<std::int64_t> take_count(std::string_view& text) {
  const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
  if (count == 0 || count > 12) return std::nullopt;
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + count, value);
  text.remove_prefix(count);
  return value;
}

}  // namespace

interval_reading read_change_frequency(std::string_view text) {
  const auto value = lower_case(trim(text));
  if (value.empty()) return {std::nullopt, "is empty"};
  for (const auto& [word, interval] : frequency_words)
    if (value == word) return {interval};
  if (const auto duration = read_duration(value)) return {*duration};
  std::string_view rest = value;
  if (const auto count = take_count(rest); count && rest.empty() && *count <= longest_s)
    return {seconds{*count}};
  return {std::nullopt, "is neither a word of the protocol nor a duration nor a number of seconds"};
}

priority_reading read_priority(std::string_view text) {
  std::string value{trim(text)};
  priority_reading found;
  if (const auto comma = value.find(','); comma != std::string::npos) {
    value[comma] = '.';
    found.fault = "has a comma as decimal mark";
  }
  double number = 0;
  const auto* end = value.data() + value.size();
  const auto read = std::from_chars(value.data(), end, number, std::chars_format::fixed);
  if (value.empty() || read.ec != std::errc{} || read.ptr != end || !(number >= 0 && number <= 1))
    return {std::nullopt, "is no number from 0 to 1"};
  found.value = number;
  return found;
}

}  // namespace laundromat
