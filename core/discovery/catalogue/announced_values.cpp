// Tables of frequencies and units, and the numbers between them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/announced_values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/discovery/dates/duration.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::int64_t minute = 60, hour = 3600, day = 86'400, week = 7 * day, month = 30 * day,
                       year = 365 * day;
constexpr std::int64_t never = -1;

struct frequency {
  std::string_view name;  ///< letters and digits only, in lower case
  std::int64_t length;
};

constexpr std::array<frequency, 70> frequencies{{
    {"always", hour},
    {"cont", hour},
    {"updatecont", hour},
    {"continuous", hour},
    {"continual", hour},
    {"1min", minute},
    {"5min", 5 * minute},
    {"10min", 10 * minute},
    {"15min", 15 * minute},
    {"30min", 30 * minute},
    {"hourly", hour},
    {"freqh", hour},
    {"bihourly", 2 * hour},
    {"trihourly", 3 * hour},
    {"12hrs", 12 * hour},
    {"daily2", 12 * hour},
    {"semidaily", 12 * hour},
    {"daily", day},
    {"freqd", day},
    {"freqb", day},
    {"weekly5", day},
    {"weekly3", week / 3},
    {"threetimesaweek", week / 3},
    {"weekly2", week / 2},
    {"semiweekly", week / 2},
    {"weekly", week},
    {"freqw", week},
    {"monthly3", month / 3},
    {"threetimesamonth", month / 3},
    {"biweekly", 2 * week},
    {"fortnightly", 2 * week},
    {"monthly2", month / 2},
    {"semimonthly", month / 2},
    {"monthly", month},
    {"freqm", month},
    {"bimonthly", 2 * month},
    {"quarterly", year / 4},
    {"freqq", year / 4},
    {"annual3", year / 3},
    {"threetimesayear", year / 3},
    {"annual2", year / 2},
    {"semiannual", year / 2},
    {"semiannually", year / 2},
    {"freqs", year / 2},
    {"biannual", year / 2},
    {"biannually", year / 2},
    {"annual", year},
    {"annually", year},
    {"yearly", year},
    {"freqa", year},
    {"biennial", 2 * year},
    {"biennially", 2 * year},
    {"triennial", 3 * year},
    {"quadrennial", 4 * year},
    {"quinquennial", 5 * year},
    {"decennial", 10 * year},
    {"bidecennial", 20 * year},
    {"tridecennial", 30 * year},
    {"never", never},
    {"notplanned", never},
    {"onetime", never},
    {"once", never},
    {"twiceaday", 12 * hour},
    {"twiceaweek", week / 2},
    {"twiceamonth", month / 2},
    {"twiceayear", year / 2},
    {"everytwoyears", 2 * year},
    {"everytwoweeks", 2 * week},
    {"everytwomonths", 2 * month},
    {"minutely", minute},
}};

std::string letters_and_digits(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_alpha(c) || is_digit(c)) out += to_lower(c);
  return out;
}

/// A decimal number without sign at the front of `text`, which is removed.
std::optional<double> take_number(std::string_view& text) {
  const auto end = std::min(text.find_first_not_of("0123456789.,"), text.size());
  std::string digits(text.substr(0, end));
  // A comma before three digits groups them; another one is a decimal point.
  const auto comma = digits.rfind(',');
  if (comma != digits.npos) {
    const bool groups = digits.size() - comma == 4 || digits.find('.') != digits.npos;
    if (groups)
      std::erase(digits, ',');
    else
      digits[comma] = '.';
  }
  double value = 0;
  const auto read =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  if (digits.empty() || read.ec != std::errc{} || read.ptr != digits.data() + digits.size())
    return std::nullopt;
  text.remove_prefix(end);
  return value;
}

struct size_unit {
  std::string_view name;
  double bytes;
};
constexpr std::array<size_unit, 19> units{{{"", 1},
                                           {"b", 1},
                                           {"byte", 1},
                                           {"bytes", 1},
                                           {"k", 1e3},
                                           {"kb", 1e3},
                                           {"kib", 1024},
                                           {"kbyte", 1e3},
                                           {"m", 1e6},
                                           {"mb", 1e6},
                                           {"mib", 1048576},
                                           {"mbyte", 1e6},
                                           {"g", 1e9},
                                           {"gb", 1e9},
                                           {"gib", 1073741824},
                                           {"gbyte", 1e9},
                                           {"t", 1e12},
                                           {"tb", 1e12},
                                           {"tib", 1099511627776}}};

constexpr double most_counted = 9e18;

}  // namespace

std::optional<seconds> parse_stated_interval(std::string_view text) {
  constexpr std::size_t most_bytes = 200;
  text = trim(text);
  if (text.empty() || text.size() > most_bytes) return std::nullopt;
  auto name = text;
  if (is_absolute(text))
    if (const auto cut = text.find_last_of("/#"); cut != text.npos) name = text.substr(cut + 1);
  const auto letters = letters_and_digits(name);
  if (const auto row = std::ranges::find(frequencies, letters, &frequency::name); row != frequencies.end())
    return row->length == never ? seconds::max() : seconds{row->length};
  if (text.starts_with('R'))
    if (const auto slash = text.find('/'); slash != text.npos) text = trim(text.substr(slash + 1));
  const auto duration = read_duration(text);
  return duration && duration->count() > 0 ? duration : std::nullopt;
}

std::uint64_t parse_stated_size(std::string_view text) {
  text = trim(text);
  const auto number = take_number(text);
  if (!number) return 0;
  const auto name = lower_case(trim(text));
  const auto unit = std::ranges::find(units, name, &size_unit::name);
  if (unit == units.end()) return 0;
  const auto bytes = *number * unit->bytes;
  return bytes < most_counted ? static_cast<std::uint64_t>(std::llround(bytes)) : 0;
}

std::uint64_t parse_stated_count(std::string_view text) {
  text = trim(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  auto number = take_number(text);
  if (!number) return 0;
  if (!text.empty() && (text.front() == 'E' || text.front() == 'e')) {
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    int exponent = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (read.ec != std::errc{} || exponent < 0 || exponent > 18) return 0;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    number = *number * std::pow(10.0, exponent);
  }
  return text.empty() && *number < most_counted ? static_cast<std::uint64_t>(std::llround(*number)) : 0;
}

std::string prefix_of_pattern(std::string_view pattern) {
  if (!pattern.starts_with('^') || pattern.find('|') != pattern.npos) return {};
  std::string out;
  for (std::size_t at = 1; at < pattern.size(); ++at) {
    char c = pattern[at];
    if (c == '\\') {
      if (++at == pattern.size() || is_alpha(pattern[at]) || is_digit(pattern[at])) break;
      c = pattern[at];
    } else if (std::string_view{"[](){}*+?$^"}.find(c) != std::string_view::npos) {
      // What the quantifier repeats need not be there.
      if ((c == '*' || c == '?' || c == '{') && !out.empty()) out.pop_back();
      break;
    } else if (c == '.' && at + 1 < pattern.size() &&
               std::string_view{"*+?{"}.find(pattern[at + 1]) != std::string_view::npos) {
      break;
    }
    // A bare point matches any character, but is mostly meant as itself: within the host nothing else can be there.
    if (c == '.' && pattern[at - 1] != '\\' && out.find('/', out.find("//") + 2) != out.npos &&
        out.find("//") != out.npos)
      break;
    out += c;
  }
  const auto parts = split_uri(out);
  return parts.scheme && parts.authority && !parts.path.empty() ? out : std::string{};
}

}  // namespace laundromat
