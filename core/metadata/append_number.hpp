// Decimal digits at the end of a text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <iterator>
#include <string>

namespace laundromat {

/// Appends a whole number in decimal digits.
template <class Number>
void append_number(std::string& out, Number value) {
  char digits[24];
  out.append(std::begin(digits), std::to_chars(std::begin(digits), std::end(digits), value).ptr);
}

}  // namespace laundromat
