// The character classes of RFC 3986 and RFC 9110, and percent-encoding, for the parsers of this folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

[[nodiscard]] constexpr bool is_alpha(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] constexpr char to_upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}
/// The value of a hexadecimal digit in either case, or -1.
[[nodiscard]] constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  const char lower = to_lower(c);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}
/// Space, tab, carriage return, line feed, form feed, vertical tab.
[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
/// A byte of 0x80 and above: part of a UTF-8 sequence, or invalid.
[[nodiscard]] constexpr bool is_high(char c) {
  return (static_cast<unsigned char>(c) & 0x80U) != 0;
}
/// ALPHA DIGIT - . _ ~ (RFC 3986 section 2.3).
[[nodiscard]] constexpr bool is_unreserved(char c) {
  return is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~';
}
/// RFC 3986 section 2.2.
[[nodiscard]] constexpr bool is_sub_delim(char c) {
  return c == '!' || c == '$' || (c >= '&' && c <= ',') || c == ';' || c == '=';
}
/// The characters of a path segment apart from percent-encoded octets (RFC 3986 section 3.3).
[[nodiscard]] constexpr bool is_segment_char(char c) {
  return is_unreserved(c) || is_sub_delim(c) || c == ':' || c == '@';
}
/// The characters of a query or fragment apart from percent-encoded octets (RFC 3986 section 3.4).
[[nodiscard]] constexpr bool is_query_char(char c) {
  return is_segment_char(c) || c == '/' || c == '?';
}

/// True where `text` has `%` and two hexadecimal digits at `at`.
[[nodiscard]] constexpr bool is_percent_encoded(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && hex_value(text[at + 1]) >= 0 &&
         hex_value(text[at + 2]) >= 0;
}
/// The octet of the two hexadecimal digits after `at`; requires `is_percent_encoded`.
[[nodiscard]] constexpr char decoded_octet(std::string_view text, std::size_t at) {
  return static_cast<char>(hex_value(text[at + 1]) * 16 + hex_value(text[at + 2]));
}
/// Appends `%` and two upper-case hexadecimal digits.
void append_percent_encoded(std::string& out, char octet);
/// Decodes every percent-encoded octet; other `%` do not change.
[[nodiscard]] std::string percent_decode(std::string_view text);

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equals_ignoring_case(std::string_view a, std::string_view b);
[[nodiscard]] std::string lower_case(std::string_view text);
/// Whether it is a token character: RFC 9110 section 5.6.2.
[[nodiscard]] bool is_token_char(char c);
/// Whether it is a valid field name.
[[nodiscard]] bool is_token(std::string_view text);
/// The first 40 bytes in quotation marks, for a message: each byte that is not printable ASCII becomes a `?`.
[[nodiscard]] std::string quoted_head(std::string_view text);
/// Without white space at both ends.
[[nodiscard]] std::string_view trim(std::string_view text);

}  // namespace laundromat
