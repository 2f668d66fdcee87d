// Two readers: one for numbers in the order of ISO 8601, one for words in any order.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/stated_date.hpp"

#include <array>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using std::chrono::minutes;

struct zone_name {
  std::string_view name;
  int hours;
};
constexpr std::array<zone_name, 14> zones{{{"EST", -5},
                                           {"EDT", -4},
                                           {"CST", -6},
                                           {"CDT", -5},
                                           {"MST", -7},
                                           {"MDT", -6},
                                           {"PST", -8},
                                           {"PDT", -7},
                                           {"CET", 1},
                                           {"CEST", 2},
                                           {"MSK", 3},
                                           {"JST", 9},
                                           {"BST", 1},
                                           {"IST", 5}}};
constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                  "jul", "aug", "sep", "oct", "nov", "dec"};

struct date_parts {
  int year = 0;
  unsigned month = 1, day = 1;
  int hour = 0, minute = 0, second = 0, millisecond = 0;
  minutes zone{0};  ///< east of UTC
};

std::optional<timestamp> time_of(const date_parts& parts) {
  constexpr int first_year = 1970, last_year = 9999;
  const std::chrono::year_month_day date{std::chrono::year{parts.year}, std::chrono::month{parts.month},
                                         std::chrono::day{parts.day}};
  if (!date.ok() || parts.year < first_year || parts.year > last_year) return std::nullopt;
  // 24:00 is the end of a day, :60 a leap second.
  const bool is_midnight = parts.hour == 24 && parts.minute == 0 && parts.second == 0;
  if ((parts.hour > 23 && !is_midnight) || parts.minute > 59 || parts.second > 60) return std::nullopt;
  return timestamp{std::chrono::sys_days{date}} + std::chrono::hours{parts.hour} + minutes{parts.minute} +
         seconds{parts.second} + milliseconds{parts.millisecond} - parts.zone;
}

class date_reader {
 public:
  explicit date_reader(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool skip(char c) {
    if (peek() != c || rest_.empty()) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void skip_space() { rest_ = trim(rest_); }
  /// Exactly so many digits.
  std::optional<int> number(std::size_t digits) {
    if (rest_.size() < digits) return std::nullopt;
    int value = 0;
    for (const char c : rest_.substr(0, digits)) {
      if (!is_digit(c)) return std::nullopt;
      value = value * 10 + (c - '0');
    }
    rest_.remove_prefix(digits);
    return value;
  }
  std::string_view rest() const { return rest_; }

  /// `.758604` as milliseconds.
  int fraction() {
    int value = 0, place = 100;
    for (; is_digit(peek()); rest_.remove_prefix(1)) {
      value += (peek() - '0') * place;
      place /= 10;
    }
    return value;
  }
  /// `Z`, `+02:00`, `+0200`, `+02`, or a name.
  std::optional<minutes> zone() {
    skip_space();
    if (at_end()) return minutes{0};
    const bool is_west = peek() == '-';
    if (skip('+') || skip('-')) {
      const auto hours = number(2);
      if (!hours) return std::nullopt;
      skip(':');
      const auto rest = at_end() ? std::optional<int>{0} : number(2);
      if (!rest || !at_end() || *hours > 14 || *rest > 59) return std::nullopt;
      const minutes offset{*hours * 60 + *rest};
      return is_west ? -offset : offset;
    }
    for (const auto& [name, hours] : zones)
      if (equals_ignoring_case(rest_, name)) return minutes{hours * 60};
    for (const char c : rest_)
      if (!is_alpha(c)) return std::nullopt;
    return rest_.size() <= 5 ? std::optional(minutes{0}) : std::nullopt;
  }
  /// `21:04`, `21:04:05.7`, `210405`, and the zone; everything to the end.
  bool time(date_parts& parts) {
    const auto hour = number(2);
    if (!hour) return false;
    skip(':');
    const auto minute = number(2);
    if (!minute) return false;
    parts.hour = *hour;
    parts.minute = *minute;
    if (skip(':') || is_digit(peek())) {
      const auto second = number(2);
      if (!second) return false;
      parts.second = *second;
      if (skip('.') || skip(',')) parts.millisecond = fraction();
    }
    const auto offset = zone();
    if (offset) parts.zone = *offset;
    return offset.has_value();
  }

 private:
  std::string_view rest_;
};

std::optional<timestamp> read_iso(std::string_view text) {
  date_reader reader{text};
  date_parts parts;
  const auto year = reader.number(4);
  if (!year) return std::nullopt;
  parts.year = *year;
  if (reader.at_end()) return time_of(parts);
  const bool has_hyphens = reader.skip('-');
  const auto month = reader.number(2);
  if (!month) return std::nullopt;
  parts.month = static_cast<unsigned>(*month);
  if (reader.at_end()) return has_hyphens ? time_of(parts) : std::nullopt;
  if (reader.skip('-') != has_hyphens) return std::nullopt;
  const auto day = reader.number(2);
  if (!day) return std::nullopt;
  parts.day = static_cast<unsigned>(*day);
  if (reader.at_end()) return time_of(parts);
  if (reader.skip('T') || reader.skip('t') || reader.peek() == ' ') {
    reader.skip_space();
    if (!reader.time(parts)) return std::nullopt;
  } else {
    const auto offset = reader.zone();
    if (!offset) return std::nullopt;
    parts.zone = *offset;
  }
  return time_of(parts);
}

std::optional<unsigned> month_named(std::string_view word) {
  if (word.size() < 3) return std::nullopt;
  for (unsigned i = 0; i < months.size(); ++i)
    if (equals_ignoring_case(word.substr(0, 3), months[i])) return i + 1;
  return std::nullopt;
}

std::optional<int> small_number(std::string_view word) {
  int value = 0;
  if (word.empty() || word.size() > 4) return std::nullopt;
  for (const char c : word) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

/// Words before the time: an optional weekday, then day, month and year in any order.
std::optional<timestamp> read_words(std::string_view text) {
  date_parts parts;
  bool has_day = false, has_month = false, has_year = false, has_time = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == ',' || text[at] == '-' || text[at] == '\t') {
      ++at;
      continue;
    }
    const auto end = std::min(text.find_first_of(" ,-\t", at), text.size());
    const auto word = text.substr(at, end - at);
    if (word.find(':') != word.npos) {
      // The time and all that follows; in the form of asctime the year.
      auto rest = trim(text.substr(at));
      if (!has_year && rest.size() > 4) {
        const auto year = small_number(rest.substr(rest.size() - 4));
        if (!year) return std::nullopt;
        parts.year = *year;
        has_year = true;
        rest = trim(rest.substr(0, rest.size() - 4));
      }
      date_reader reader{rest};
      has_time = reader.time(parts);
      if (!has_time) return std::nullopt;
      break;
    }
    if (const auto number = small_number(word)) {
      if (!has_day && word.size() <= 2) {
        parts.day = static_cast<unsigned>(*number);
        has_day = true;
      } else if (!has_year) {
        parts.year = word.size() == 2 ? *number + (*number < 70 ? 2000 : 1900) : *number;
        has_year = true;
      } else {
        return std::nullopt;
      }
    } else if (const auto month = month_named(word); month && !has_month) {
      parts.month = *month;
      has_month = true;
    } else if (has_day || has_month) {
      return std::nullopt;  // only a weekday may be there, at the front
    }
    at = end;
  }
  if (!has_day || !has_month || !has_year) return std::nullopt;
  return time_of(parts);
}

}  // namespace

std::optional<timestamp> parse_stated_date(std::string_view text) {
  constexpr std::size_t most_bytes = 64;
  text = trim(text);
  if (text.empty() || text.size() > most_bytes) return std::nullopt;
  const auto iso = read_iso(text);
  return iso ? iso : read_words(text);
}

}  // namespace laundromat
