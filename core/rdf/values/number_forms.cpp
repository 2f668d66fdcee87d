// xsd:boolean, xsd:decimal, xsd:float and xsd:double.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

/// The parts of `[+-]? digits (. digits)?`; one side of the dot may be empty.
struct fixed_point {
  char sign = 0;
  std::string_view whole, fraction;
  bool has_point = false;
};

std::size_t count_digits(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size() && is_digit(text[n])) ++n;
  return n;
}

/// Removes a number from the front of `text`. False when there are no digits.
bool take_fixed_point(std::string_view& text, fixed_point& out) {
  if (text.starts_with('+') || text.starts_with('-')) {
    out.sign = text.front();
    text.remove_prefix(1);
  }
  out.whole = text.substr(0, count_digits(text));
  text.remove_prefix(out.whole.size());
  if (text.starts_with('.')) {
    out.has_point = true;
    out.fraction = text.substr(1, count_digits(text.substr(1)));
    text.remove_prefix(1 + out.fraction.size());
  }
  return !out.whole.empty() || !out.fraction.empty();
}

bool is_zero(std::string_view digits) {
  return digits.find_first_not_of('0') == digits.npos;
}

lexical_form canonical_if(bool is_canonical) {
  return is_canonical ? lexical_form::canonical : lexical_form::variant;
}

/// At least one digit on either side of the dot, no superfluous zeros, `0.0` for zero.
bool is_canonical_mantissa(const fixed_point& number) {
  if (number.sign == '+' || number.whole.size() != 1 || number.fraction.empty()) return false;
  if (number.fraction.size() > 1 && number.fraction.ends_with('0')) return false;
  return number.whole != "0" || number.fraction == "0";
}

bool is_canonical_exponent(std::string_view exponent, bool of_zero) {
  if (of_zero) return exponent == "0";
  if (exponent == "0") return true;
  if (exponent.starts_with('-')) exponent.remove_prefix(1);
  return !exponent.starts_with('0') && !exponent.starts_with('+');
}

}  // namespace

lexical_form judge_boolean(std::string_view text) {
  if (text == "true" || text == "false") return lexical_form::canonical;
  return text == "1" || text == "0" ? lexical_form::variant : lexical_form::outside;
}

lexical_form judge_decimal(std::string_view text) {
  fixed_point number;
  if (!take_fixed_point(text, number) || !text.empty()) return lexical_form::outside;
  if (number.sign == '+') return lexical_form::variant;
  if (number.sign == '-' && is_zero(number.whole) && is_zero(number.fraction)) return lexical_form::variant;
  if (number.whole.empty() || (number.whole.size() > 1 && number.whole.starts_with('0')))
    return lexical_form::variant;
  if (!number.has_point || number.fraction == "0") return lexical_form::canonical;
  return canonical_if(!number.fraction.empty() && !number.fraction.ends_with('0'));
}

lexical_form judge_double(std::string_view text) {
  if (text == "INF" || text == "-INF" || text == "NaN") return lexical_form::canonical;
  if (text == "+INF") return lexical_form::variant;
  fixed_point number;
  if (!take_fixed_point(text, number)) return lexical_form::outside;
  if (text.empty()) return lexical_form::variant;
  const bool is_capital = text.front() == 'E';
  if (!is_capital && text.front() != 'e') return lexical_form::outside;
  const auto exponent = text.substr(1);
  const auto sign = exponent.starts_with('+') || exponent.starts_with('-') ? std::size_t{1} : 0;
  const auto digits = count_digits(exponent.substr(sign));
  if (digits == 0 || sign + digits != exponent.size()) return lexical_form::outside;
  return canonical_if(is_capital && is_canonical_mantissa(number) &&
                      is_canonical_exponent(exponent, number.whole == "0"));
}

}  // namespace laundromat::lexical
