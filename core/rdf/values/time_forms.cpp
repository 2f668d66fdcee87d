// Dates and times in the proleptic Gregorian calendar, XSD 1.1 part 2 section 3.3.7 to 3.3.14.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

using enum datatype;

/// Without a branch, because months are not predictable. 31 for a month that does not exist.
int days_in_month(int year_in_400, int month) {
  constexpr std::array<std::uint8_t, 13> days{0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const auto is_leap = static_cast<int>(year_in_400 % 4 == 0) &
                       (static_cast<int>(year_in_400 % 100 != 0) | static_cast<int>(year_in_400 == 0));
  return days[static_cast<std::size_t>(std::min(month, 12))] + (static_cast<int>(month == 2) & is_leap);
}

/// Reads a text from the front; after an error the result remains `outside`.
class time_scan {
 public:
  explicit time_scan(std::string_view text) : rest_(text) {}

  void literal(char c) {
    if (rest_.starts_with(c))
      rest_.remove_prefix(1);
    else
      is_wrong_ = true;
  }
  /// At least four digits, more only without leading zero. Sets `year_in_400_`: leap years come again every 400 years.
  void year();
  void month();
  /// The day within the month; in a month without year, leap years are assumed.
  void day();
  void time_of_day();
  void zone(bool is_required);
  [[nodiscard]] lexical_form verdict() const;

 private:
  int two_digits(int least, int most);
  void fraction();

  std::string_view rest_;
  int year_in_400_ = 0, month_ = 1;
  bool is_wrong_ = false, is_variant_ = false;
};

int time_scan::two_digits(int least, int most) {
  if (rest_.size() < 2 || !is_digit(rest_[0]) || !is_digit(rest_[1])) {
    is_wrong_ = true;
    return least;
  }
  const int value = (rest_[0] - '0') * 10 + (rest_[1] - '0');
  rest_.remove_prefix(2);
  if (value < least || value > most) is_wrong_ = true;
  return value;
}

void time_scan::year() {
  const bool is_negative = rest_.starts_with('-');
  if (is_negative) rest_.remove_prefix(1);
  constexpr int many = 100'000'000;  // one more digit still fits into an int
  std::size_t n = 0;
  int year = 0;
  bool is_zero = true;
  for (; n < rest_.size() && is_digit(rest_[n]); ++n) {
    year = year * 10 + (rest_[n] - '0');
    if (year >= many) year %= 400;
    is_zero = is_zero && rest_[n] == '0';
  }
  year_in_400_ = year % 400;
  if (n < 4 || (n > 4 && rest_[0] == '0')) is_wrong_ = true;
  if (is_negative && is_zero) is_variant_ = true;
  rest_.remove_prefix(n);
}

void time_scan::month() {
  month_ = two_digits(1, 12);
}

void time_scan::day() {
  two_digits(1, days_in_month(year_in_400_, month_));
}

void time_scan::fraction() {
  if (!rest_.starts_with('.')) return;
  std::size_t n = 1;
  while (n < rest_.size() && is_digit(rest_[n])) ++n;
  if (n == 1) is_wrong_ = true;
  if (rest_[n - 1] == '0') is_variant_ = true;
  rest_.remove_prefix(n);
}

void time_scan::time_of_day() {
  const int hour = two_digits(0, 24);
  literal(':');
  const int minute = two_digits(0, 59);
  literal(':');
  const int second = two_digits(0, 59);
  const auto before = rest_;
  fraction();
  if (hour != 24) return;
  is_variant_ = true;
  const auto digits = before.substr(0, before.size() - rest_.size());
  if (minute != 0 || second != 0 || digits.find_first_not_of(".0") != digits.npos) is_wrong_ = true;
}

void time_scan::zone(bool is_required) {
  if (rest_.empty()) {
    is_wrong_ = is_wrong_ || is_required;
    return;
  }
  if (rest_ == "Z") {
    rest_ = {};
    return;
  }
  if (rest_.front() != '+' && rest_.front() != '-') {
    is_wrong_ = true;
    return;
  }
  rest_.remove_prefix(1);
  const int hour = two_digits(0, 14);
  literal(':');
  const int minute = two_digits(0, hour == 14 ? 0 : 59);
  if (hour == 0 && minute == 0) is_variant_ = true;
}

lexical_form time_scan::verdict() const {
  if (is_wrong_ || !rest_.empty()) return lexical_form::outside;
  return is_variant_ ? lexical_form::variant : lexical_form::canonical;
}

void scan_date(time_scan& scan) {
  scan.year();
  scan.literal('-');
  scan.month();
  scan.literal('-');
  scan.day();
}

void scan_part(datatype type, time_scan& scan) {
  switch (type) {
    case xsd_date_time:
    case xsd_date_time_stamp:
      scan_date(scan);
      scan.literal('T');
      return scan.time_of_day();
    case xsd_date:
      return scan_date(scan);
    case xsd_time:
      return scan.time_of_day();
    case xsd_g_year:
      return scan.year();
    case xsd_g_year_month:
      scan.year();
      scan.literal('-');
      return scan.month();
    case xsd_g_month:
    case xsd_g_month_day:
      scan.literal('-');
      scan.literal('-');
      scan.month();
      if (type == xsd_g_month) return;
      scan.literal('-');
      return scan.day();
    default:
      scan.literal('-');
      scan.literal('-');
      scan.literal('-');
      return scan.day();
  }
}

}  // namespace

lexical_form judge_time(datatype type, std::string_view text) {
  time_scan scan(text);
  scan_part(type, scan);
  scan.zone(type == xsd_date_time_stamp);
  return scan.verdict();
}

}  // namespace laundromat::lexical
