// Reads dates of RFC 822, and the other orders of the same words.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <vector>

#include "core/discovery/dates/date_parts.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

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

}  // namespace

/// `Thu, 05 Jan 2017 12:34:50 GMT`, `5 Jan 17 12:34 +0100`; with a fault `Thu Jan 5 12:34:50 2017` and the like.
std::optional<timestamp> read_rfc_822_date(std::string_view text, std::string& fault) {
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
  return time_of(parts);
}

}  // namespace laundromat
