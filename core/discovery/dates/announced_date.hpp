// Reads dates as publishers write them, also those that break the rules, as far as they have one reading only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// How a format requires its dates to be written.
enum class date_style : std::uint8_t {
  w3c,     ///< `2004-12-23T18:00:15+00:00`, and its shorter forms: sitemaps, Atom, Dublin Core, catalogues
  rfc_822  ///< `Thu, 05 Jan 2017 12:34:50 GMT`: RSS 0.9x and 2.0, X-Robots-Tag
};

struct date_reading {
  std::optional<timestamp> value;  ///< nothing: it cannot be read, or has several readings
  std::string fault = {};          ///< what is wrong, for people; empty: the date is as the format requires

  friend bool operator==(const date_reading&, const date_reading&) = default;
};

/// Reads a date in `style`, with white space around it. A date without a time, and one of a year or month alone, is its first moment in UTC, so that
/// nothing counts as newer than it is. Repaired with a fault: a date of the other style, a time without zone (it is taken as UTC, as for a date
/// without a time), `2005/01/02`, `20050102`, `2.1.2005`, `31/12/2005`, a space in place of the `T`, zones without colon, a zone behind a day, single digits, seconds
/// since 1970, the orders of `asctime` and JavaScript. Not read: `01/02/2005`, which has two readings; zones whose name RFC 822 does not define; dates
/// before 1970, and the epoch itself, which mean that a program had no date; and, with a `now`, dates more than two days after it.
/// Source: W3C-DTF (NOTE-datetime); RFC 822 section 5 with RFC 5322 section 4.3 for two-digit years and zones.
[[nodiscard]] date_reading read_announced_date(std::string_view text, date_style style, timestamp now = {});

}  // namespace laundromat
