// Implements the reading of announced dates: W3C-DTF, RFC 822, and what is usually written in their place.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/announced_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct date_parts {
  int year = 0;
  unsigned month = 1, day = 1, hour = 0, minute = 0, second = 0, millisecond = 0;
  int zone_minutes = 0;  ///< east of Greenwich
};

constexpr std::string_view no_zone = "has a time without zone, which is taken as UTC";
constexpr std::string_view unusual = "is not written as its format requires";

/// Reads digits and marks from the front of a text.
class date_scanner {
 public:
  explicit date_scanner(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool is_done() const { return rest_.empty(); }
  [[nodiscard]] std::size_t digits() const {
    return std::min(rest_.find_first_not_of("0123456789"), rest_.size());
  }
  /// A number of `least` to `most` digits that no further digit follows.
  [[nodiscard]] std::optional<unsigned> number(std::size_t least, std::size_t most) {
    const auto count = digits();
    if (count < least || count > most) return std::nullopt;
    return fixed(count);
  }
  /// The next `count` digits.
  [[nodiscard]] std::optional<unsigned> fixed(std::size_t count) {
    if (digits() < count) return std::nullopt;
    unsigned value = 0;
    std::from_chars(rest_.data(), rest_.data() + count, value);
    rest_.remove_prefix(count);
    return value;
  }
  /// One character of `any`, 0 for none.
  char take(std::string_view any) {
    if (rest_.empty() || any.find(rest_.front()) == std::string_view::npos) return '\0';
    const char found = rest_.front();
    rest_.remove_prefix(1);
    return found;
  }
  bool take_word(std::string_view word) {
    if (!equals_ignoring_case(rest_.substr(0, word.size()), word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool skip_spaces() {
    const auto before = rest_.size();
    while (!rest_.empty() && is_space(rest_.front())) rest_.remove_prefix(1);
    return rest_.size() < before;
  }

 private:
  std::string_view rest_;
};

/// The moment, when there is such a day and time.
std::optional<timestamp> moment(const date_parts& parts) {
  const std::chrono::year_month_day day{std::chrono::year{parts.year}, std::chrono::month{parts.month},
                                        std::chrono::day{parts.day}};
  if (!day.ok() || parts.hour > 23 || parts.minute > 59 || parts.second > 60 ||
      std::abs(parts.zone_minutes) > 14 * 60)
    return std::nullopt;
  const auto since = std::chrono::sys_days{day}.time_since_epoch() + std::chrono::hours{parts.hour} +
                     std::chrono::minutes{static_cast<int>(parts.minute) - parts.zone_minutes} +
                     seconds{std::min(parts.second, 59U)} + milliseconds{parts.millisecond};
  return timestamp{std::chrono::duration_cast<milliseconds>(since)};
}

/// `Z`, `+01:00`, and with a fault `+0100`, `+01`, `UTC`.
bool scan_zone(date_scanner& in, date_parts& parts, bool& is_odd) {
  if (const char z = in.take("Zz"); z != '\0') {
    is_odd = is_odd || z == 'z';
    return true;
  }
  if (in.take_word("UTC") || in.take_word("GMT")) {
    is_odd = true;
    if (in.is_done()) return true;
  }
  const char sign = in.take("+-");
  if (sign == '\0') return false;
  const auto hours = in.fixed(2);
  if (!hours) return false;
  const bool has_colon = in.take(":") != '\0';
  const auto minutes = in.fixed(2);
  if ((has_colon && !minutes) || minutes.value_or(0) > 59) return false;
  is_odd = is_odd || !has_colon;
  parts.zone_minutes = static_cast<int>(*hours * 60 + minutes.value_or(0)) * (sign == '-' ? -1 : 1);
  return true;
}

/// `18:00`, `18:00:15`, `18:00:15.25`, `180015`.
bool scan_time(date_scanner& in, date_parts& parts, bool is_compact, bool& is_odd) {
  const auto hour = is_compact ? in.fixed(2) : in.number(1, 2);
  const bool has_colon = in.take(":") != '\0';
  const auto minute = hour && has_colon != is_compact ? in.fixed(2) : std::nullopt;
  if (!minute) return false;
  parts.hour = *hour;
  parts.minute = *minute;
  if (is_compact ? in.digits() >= 2 : in.take(":") != '\0') {
    const auto second = in.fixed(2);
    if (!second) return false;
    parts.second = *second;
    if (const char mark = in.take(".,"); mark != '\0') {
      const auto count = in.digits();
      if (count == 0) return false;
      unsigned value = 0;
      for (std::size_t i = 0; i < std::max<std::size_t>(count, 3); ++i) {
        const auto digit = i < count ? *in.fixed(1) : 0;
        if (i < 3) value = value * 10 + digit;
      }
      parts.millisecond = value;
      is_odd = is_odd || mark == ',';
    }
  }
  return true;
}

/// `2004`, `2004-12`, `2004-12-23`, with or without a time. Sets `fault` for what W3C-DTF does not have.
std::optional<timestamp> read_w3c(std::string_view text, std::string& fault) {
  date_scanner in{text};
  date_parts parts;
  bool is_odd = false;
  const bool is_compact = in.digits() == 8;
  const auto year = in.fixed(4);
  if (!year || (!is_compact && in.digits() > 0)) return std::nullopt;
  parts.year = static_cast<int>(*year);
  if (in.is_done()) return moment(parts);
  const char mark = is_compact ? '-' : in.take("-/.");
  const auto month = in.digits() == 1 ? in.number(1, 1) : in.fixed(2);
  if (mark == '\0' || !month) return std::nullopt;
  parts.month = *month;
  is_odd = is_compact || mark != '-';
  if (in.is_done()) return is_odd ? std::nullopt : moment(parts);
  if (!is_compact && in.take(std::string_view(&mark, 1)) == '\0') return std::nullopt;
  const auto single_day = in.digits() == 1;
  const auto day = in.number(1, 2);
  if (!day) return std::nullopt;
  parts.day = *day;
  is_odd = is_odd || single_day;
  if (!in.is_done()) {
    const bool has_t = in.take("T") != '\0';
    if (!has_t) is_odd = true;
    if (!has_t && in.take("t") == '\0' && !in.skip_spaces()) return std::nullopt;
    if (!scan_time(in, parts, is_compact && in.digits() > 2, is_odd)) return std::nullopt;
    if (in.skip_spaces()) is_odd = true;
    if (in.is_done())
      fault = no_zone;
    else if (!scan_zone(in, parts, is_odd) || !in.is_done())
      return std::nullopt;
  }
  if (is_odd && fault.empty()) fault = unusual;
  return moment(parts);
}

constexpr std::string_view months = "janfebmaraprmayjunjulaugsepoctnovdec";
constexpr std::string_view full_months =
    "january february march april may june july august september october november december ";
constexpr std::string_view weekdays = "monday tuesday wednesday thursday friday saturday sunday ";

/// The number of a month by its name, also cut after three letters or more; 0 for none.
unsigned month_of(std::string_view word) {
  if (word.size() < 3) return 0;
  const auto at = months.find(word.substr(0, 3));
  if (at == std::string_view::npos || at % 3 != 0) return 0;
  const auto begin = full_months.find(word);
  const bool is_begin = begin == 0 || (begin != std::string_view::npos && full_months[begin - 1] == ' ');
  return is_begin || word == "sept" ? static_cast<unsigned>(at / 3 + 1) : 0;
}

bool is_weekday(std::string_view word) {
  const auto at = word.size() < 3 ? std::string_view::npos : weekdays.find(word);
  return at == 0 || (at != std::string_view::npos && weekdays[at - 1] == ' ');
}

std::optional<int> zone_of(std::string_view word) {
  struct named {
    std::string_view name;
    int hours;
  };
  constexpr auto zones = std::to_array<named>({{"gmt", 0},
                                               {"ut", 0},
                                               {"utc", 0},
                                               {"z", 0},
                                               {"edt", -4},
                                               {"est", -5},
                                               {"cdt", -5},
                                               {"cst", -6},
                                               {"mdt", -6},
                                               {"mst", -7},
                                               {"pdt", -7},
                                               {"pst", -8}});
  for (const auto& [name, hours] : zones)
    if (word == name) return hours * 60;
  if (word.starts_with("gmt") || word.starts_with("utc")) word.remove_prefix(3);
  if (word.empty() || (word.front() != '+' && word.front() != '-')) return std::nullopt;
  const bool has_colon = word.size() == 6 && word[3] == ':';
  if (word.size() != 5 && !has_colon) return std::nullopt;
  const auto digits = std::string(word.substr(1, 2)) + std::string(word.substr(has_colon ? 4 : 3));
  if (!std::ranges::all_of(digits, is_digit)) return std::nullopt;
  const int minutes = std::stoi(digits.substr(0, 2)) * 60 + std::stoi(digits.substr(2));
  return word.front() == '-' ? -minutes : minutes;
}

/// Words of a date: separated by spaces and commas, and by hyphens before a month and behind it. Comments in brackets are no words.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  const auto lower = lower_case(text.substr(0, text.find('(')));
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const bool is_joint = lower[i] == '-' && i > 0 && i + 1 < lower.size() &&
                          (is_alpha(lower[i + 1]) || (is_alpha(lower[i - 1]) && month_of(words.back()) != 0));
    if (is_space(lower[i]) || lower[i] == ',' || is_joint)
      words.emplace_back();
    else
      words.back().push_back(lower[i]);
  }
  std::erase(words, "");
  return words;
}

/// `Thu, 05 Jan 2017 12:34:50 GMT`, `5 Jan 17 12:34 +0100`; with a fault `Thu Jan 5 12:34:50 2017` and the like.
std::optional<timestamp> read_rfc_822(std::string_view text, std::string& fault) {
  date_parts parts;
  bool has_day = false, has_month = false, has_year = false, has_time = false, has_zone = false,
       is_odd = false;
  const auto words = words_of(text);
  if (words.size() > 8) return std::nullopt;
  for (const auto& word : words) {
    date_scanner in{word};
    if (const auto month = month_of(word); month != 0 && !has_month) {
      parts.month = month;
      has_month = true;
      is_odd = is_odd || !has_day || word.size() > 3;
    } else if (is_weekday(word)) {
      is_odd = is_odd || &word != &words.front();
    } else if (word.find(':') != std::string::npos && is_digit(word.front()) && !has_time) {
      if (!scan_time(in, parts, false, is_odd) || !in.is_done()) return std::nullopt;
      has_time = true;
    } else if (const auto zone = zone_of(word); zone && has_time && !has_zone) {
      parts.zone_minutes = *zone;
      has_zone = true;
    } else if (in.digits() == word.size() && word.size() <= 2 && !has_day) {
      parts.day = *in.number(1, 2);
      has_day = true;
    } else if (in.digits() == word.size() && (word.size() == 4 || word.size() == 2) && has_month &&
               !has_year) {
      parts.year = static_cast<int>(*in.number(2, 4));
      if (word.size() == 2) parts.year += parts.year < 50 ? 2000 : 1900;
      has_year = true;
      is_odd = is_odd || has_time;
    } else {
      return std::nullopt;
    }
  }
  if (!has_day || !has_month || !has_year) return std::nullopt;
  if (has_time && !has_zone)
    fault = no_zone;
  else if (is_odd || !has_time)
    fault = unusual;
  return moment(parts);
}

/// `31/12/2005`, `12/31/2005`, `2.1.2005`, `1104624000`.
std::optional<timestamp> read_by_numbers(std::string_view text, std::string& fault) {
  date_scanner in{text};
  fault = unusual;
  if (in.digits() == text.size() && (text.size() == 10 || text.size() == 13)) {
    std::int64_t since = 0;
    std::from_chars(text.data(), text.data() + text.size(), since);
    return from_ms(text.size() == 10 ? since * 1'000 : since);
  }
  const auto first = in.number(1, 2);
  const char mark = in.take("./-");
  const auto second = in.number(1, 2);
  if (!first || mark == '\0' || !second || in.take(std::string_view(&mark, 1)) == '\0') return std::nullopt;
  const auto year = in.number(4, 4);
  if (!year || !in.is_done()) return std::nullopt;
  const bool is_day_first = mark == '.' || *first > 12;
  if (!is_day_first && *second <= 12 && *first != *second) {
    fault = "may be read as day and month or as month and day, and is not used";
    return std::nullopt;
  }
  date_parts parts{.year = static_cast<int>(*year)};
  parts.month = is_day_first ? *second : *first;
  parts.day = is_day_first ? *first : *second;
  return moment(parts);
}

}  // namespace

date_reading read_announced_date(std::string_view text, date_style style, timestamp now) {
  text = trim(text);
  date_reading found;
  if (text.empty()) return {std::nullopt, "is empty"};
  if (text.size() > 100) return {std::nullopt, "is no date"};
  const auto read_own = style == date_style::w3c ? read_w3c : read_rfc_822;
  const auto read_other = style == date_style::w3c ? read_rfc_822 : read_w3c;
  found.value = read_own(text, found.fault);
  if (!found.value) {
    found.fault.clear();
    found.value = read_other(text, found.fault);
    if (found.value && found.fault.empty())
      found.fault = style == date_style::w3c ? "is a date of RFC 822 and not of W3C-DTF"
                                             : "is a date of W3C-DTF and not of RFC 822";
  }
  if (!found.value) found.value = read_by_numbers(text, found.fault);
  if (!found.value) return {std::nullopt, found.fault == unusual ? "is no date" : found.fault};
  if (*found.value <= timestamp{}) return {std::nullopt, "is before 1970, and is not used"};
  if (now > timestamp{} && *found.value > now + std::chrono::days{2})
    return {std::nullopt, "is in the future, and is not used"};
  return found;
}

}  // namespace laundromat
