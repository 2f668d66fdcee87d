// Implements percent-encoding and small text operations.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/uri_characters.hpp"

#include <algorithm>

namespace laundromat {

void append_percent_encoded(std::string& out, char octet) {
  constexpr char digits[] = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(octet);
  out.push_back('%');
  out.push_back(digits[value >> 4]);
  out.push_back(digits[value & 15]);
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (is_percent_encoded(text, i)) {
      out.push_back(decoded_octet(text, i));
      i += 2;
    } else {
      out.push_back(text[i]);
    }
  }
  return out;
}

bool equals_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::string lower_case(std::string_view text) {
  std::string out{text};
  std::transform(out.begin(), out.end(), out.begin(), to_lower);
  return out;
}

bool is_token_char(char c) {
  return is_alpha(c) || is_digit(c) || std::string_view{"!#$%&'*+-.^_`|~"}.find(c) != std::string_view::npos;
}

bool is_token(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_token_char);
}

std::string quoted_head(std::string_view text) {
  auto out = std::string{"\""}.append(text.substr(0, 40)).append(text.size() > 40 ? "...\"" : "\"");
  std::ranges::replace_if(
      out, [](char c) { return c < 0x20 || c > 0x7e; }, '?');
  return out;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace laundromat
