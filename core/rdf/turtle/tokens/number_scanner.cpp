// Implements the scanner of integers, decimals and doubles.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/number_scanner.hpp"

#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

token scan_number(const text_window& text, const char* at) {
  const auto* run = at;
  while (has_class(*run, is_digit_bit) || *run == '+' || *run == '-' || *run == '.' || *run == 'e' ||
         *run == 'E')
    ++run;
  if (text.is_cut(run)) return wait_for_name(text, at);
  if (run - at > name_limit_bytes) return limit_name({token_kind::stray, 0, at, run, at});
  const auto skip_digits = [](const char* from) {
    while (has_class(*from, is_digit_bit)) ++from;
    return from;
  };
  const auto* first = at + (*at == '+' || *at == '-' ? 1 : 0);
  const auto* to = skip_digits(first);
  bool has_digits = to != first;
  auto kind = token_kind::integer;
  const auto end_of_exponent = [&](const char* from) {
    if (*from != 'e' && *from != 'E') return from;
    const auto* digits = from + 1 + (from[1] == '+' || from[1] == '-' ? 1 : 0);
    const auto* after = skip_digits(digits);
    return after == digits ? from : after;
  };
  if (*to == '.') {
    const auto* after = skip_digits(to + 1);
    const bool has_fraction = after != to + 1;
    if (has_fraction || (has_digits && end_of_exponent(after) != after)) {
      kind = token_kind::decimal;
      to = after;
      has_digits = true;
    }
  }
  if (!has_digits) return scan_stray(text, at, at + 1);
  if (const auto* after = end_of_exponent(to); after != to) {
    kind = token_kind::real;
    to = after;
  }
  if (to >= text.end()) return limit_name({kind, 0, at, text.end(), at});
  const bool goes_on = has_class(*to, is_name) || is_high(*to) || *to == ':' || *to == '+' ||
                       (*to == '.' && (has_class(to[1], is_digit_bit) && to + 1 < text.end()));
  if (goes_on) return scan_stray(text, at, to);
  return limit_name({kind, 0, at, to, at});
}

}  // namespace laundromat::turtle
