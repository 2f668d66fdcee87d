// Implements the reading of announced dates: the style that is required, the other one, and numbers alone.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/dates/announced_date.hpp"

#include <charconv>

#include "core/discovery/dates/date_parts.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

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
  return time_of(parts);
}

}  // namespace

date_reading read_announced_date(std::string_view text, date_style style, timestamp now) {
  text = trim(text);
  date_reading found;
  if (text.empty()) return {std::nullopt, "is empty"};
  if (text.size() > 100) return {std::nullopt, "is no date"};
  const auto read_own = style == date_style::w3c ? read_w3c_date : read_rfc_822_date;
  const auto read_other = style == date_style::w3c ? read_rfc_822_date : read_w3c_date;
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
