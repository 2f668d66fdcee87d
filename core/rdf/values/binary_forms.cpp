// xsd:hexBinary and xsd:base64Binary.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/lexical_form.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

/// The value of a base64 digit, or -1.
constexpr int base64_value(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (is_digit(c)) return c - '0' + 52;
  if (c == '+') return 62;
  return c == '/' ? 63 : -1;
}

}  // namespace

lexical_form judge_hex_binary(std::string_view text) {
  if (text.size() % 2 != 0) return lexical_form::outside;
  bool is_canonical = true;
  for (const char c : text) {
    if (hex_value(c) < 0) return lexical_form::outside;
    is_canonical = is_canonical && !(c >= 'a' && c <= 'f');
  }
  return is_canonical ? lexical_form::canonical : lexical_form::variant;
}

/// Digits in groups of four, single spaces between any two; the bits after the last octet are 0 (XSD 1.1 part 2 section 3.3.16).
lexical_form judge_base64_binary(std::string_view text) {
  if (text.starts_with(' ') || text.ends_with(' ')) return lexical_form::outside;
  std::size_t digits = 0, padding = 0;
  int last = 0;
  bool has_space = false;
  char previous = 0;
  for (const char c : text) {
    if (c == ' ') {
      if (previous == ' ') return lexical_form::outside;
      has_space = true;
    } else if (c == '=') {
      ++padding;
    } else {
      last = base64_value(c);
      if (last < 0 || padding > 0) return lexical_form::outside;
      ++digits;
    }
    previous = c;
  }
  if (padding > 2 || (digits + padding) % 4 != 0) return lexical_form::outside;
  if ((padding == 1 && last % 4 != 0) || (padding == 2 && last % 16 != 0)) return lexical_form::outside;
  if (padding > 0 && digits == 0) return lexical_form::outside;
  return has_space ? lexical_form::variant : lexical_form::canonical;
}

}  // namespace laundromat::lexical
