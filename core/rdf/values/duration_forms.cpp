// xsd:duration and its two subtypes, XSD 1.1 part 2 sections 3.3.6, 3.4.26 and 3.4.27.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

/// The fields in their only valid order. `most` is the greatest canonical value, 0 for any.
struct duration_field {
  char letter;
  bool is_time;
  int most;
};

constexpr duration_field fields[] = {
    {'Y', false, 0}, {'M', false, 11}, {'D', false, 0}, {'H', true, 23}, {'M', true, 59}, {'S', true, 59},
};
constexpr std::size_t month_field = 1, first_time_field = 3;

struct amount {
  std::string_view digits, fraction;
  bool has_point = false;
  char letter = 0;
};

std::string_view take_digits(std::string_view& text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  const auto digits = text.substr(0, n);
  text.remove_prefix(n);
  return digits;
}

bool take_amount(std::string_view& text, amount& out) {
  out.digits = take_digits(text);
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    out.has_point = true;
    out.fraction = take_digits(text);
    if (out.fraction.empty()) return false;
  }
  if (out.digits.empty() || text.empty()) return false;
  out.letter = text.front();
  text.remove_prefix(1);
  return !out.has_point || out.letter == 'S';
}

/// Whether the amount is canonical: not zero, no leading zero, carried over to the next field.
bool is_canonical_amount(const amount& a, int most) {
  if (a.has_point && a.fraction.ends_with('0')) return false;
  if (a.digits == "0") return a.has_point;
  if (a.digits.starts_with('0')) return false;
  if (most == 0) return true;
  const int value = a.digits.size() == 1 ? a.digits[0] - '0' : (a.digits[0] - '0') * 10 + a.digits[1] - '0';
  return a.digits.size() <= 2 && value <= most;
}

bool is_allowed(datatype type, std::size_t field) {
  if (type == datatype::xsd_year_month_duration) return field <= month_field;
  if (type == datatype::xsd_day_time_duration) return field > month_field;
  return true;
}

}  // namespace

lexical_form judge_duration(datatype type, std::string_view text) {
  const auto canonical_zero = type == datatype::xsd_year_month_duration ? "P0M" : "PT0S";
  const bool is_zero_form = text == canonical_zero;
  if (text.starts_with('-')) text.remove_prefix(1);
  if (!text.starts_with('P')) return lexical_form::outside;
  text.remove_prefix(1);
  if (text.empty()) return lexical_form::outside;
  bool is_canonical = true, is_time = false;
  std::size_t field = 0;
  while (!text.empty()) {
    if (!is_time && text.starts_with('T')) {
      is_time = true;
      text.remove_prefix(1);
      field = first_time_field;
    }
    amount a;
    if (!take_amount(text, a)) return lexical_form::outside;
    while (field < std::size(fields) &&
           (fields[field].letter != a.letter || fields[field].is_time != is_time))
      ++field;
    if (field == std::size(fields) || !is_allowed(type, field)) return lexical_form::outside;
    is_canonical = is_canonical && is_canonical_amount(a, fields[field].most);
    ++field;
  }
  return is_canonical || is_zero_form ? lexical_form::canonical : lexical_form::variant;
}

}  // namespace laundromat::lexical
