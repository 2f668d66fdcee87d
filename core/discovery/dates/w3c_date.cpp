// Reads dates of W3C-DTF, and what is usually written in their place.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/discovery/dates/date_parts.hpp"

namespace laundromat {

namespace {

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

}  // namespace

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
std::optional<timestamp> read_w3c_date(std::string_view text, std::string& fault) {
  date_scanner in{text};
  date_parts parts;
  bool is_odd = false;
  const bool is_compact = in.digits() == 8;
  const auto year = in.fixed(4);
  if (!year || (!is_compact && in.digits() > 0)) return std::nullopt;
  parts.year = static_cast<int>(*year);
  if (in.is_done()) return time_of(parts);
  const char mark = is_compact ? '-' : in.take("-/.");
  const auto month = in.digits() == 1 ? in.number(1, 1) : in.fixed(2);
  if (mark == '\0' || !month) return std::nullopt;
  parts.month = *month;
  is_odd = is_compact || mark != '-';
  if (in.is_done()) return is_odd ? std::nullopt : time_of(parts);
  if (!is_compact && in.take(std::string_view(&mark, 1)) == '\0') return std::nullopt;
  const auto single_day = in.digits() == 1;
  const auto day = in.number(1, 2);
  if (!day) return std::nullopt;
  parts.day = *day;
  is_odd = is_odd || single_day;
  if (const auto rest = in; !in.is_done() && (in.take("Zz+-") != '\0')) {  // a date of XML Schema
    in = rest;
    if (!scan_zone(in, parts, is_odd) || !in.is_done()) return std::nullopt;
    is_odd = true;
  } else if (!in.is_done()) {
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
  return time_of(parts);
}

}  // namespace laundromat
