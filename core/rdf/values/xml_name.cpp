// The character classes of XML names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/xml_name.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct code_range {
  char32_t first, last;
};

// The non-ASCII characters of NameStartChar.
constexpr code_range start_ranges[] = {
    {0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
    {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
    {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF},
};
// The characters that NameChar adds.
constexpr code_range more_ranges[] = {{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

struct character {
  char32_t code;
  std::size_t length;
};

/// The first character of valid UTF-8.
character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(static_cast<unsigned char>(text[i])); };
  const auto lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (text.size() < length) return {0, text.size()};
  auto code = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) code = (code << 6) | (byte(i) & 0x3F);
  return {code, length};
}

template <std::size_t N>
bool is_in(const code_range (&ranges)[N], char32_t code) {
  return std::ranges::any_of(ranges, [&](code_range r) { return code >= r.first && code <= r.last; });
}

bool is_start(char32_t code) {
  if (code >= 0x80) return is_in(start_ranges, code);
  const auto c = static_cast<char>(code);
  return is_alpha(c) || c == '_' || c == ':';
}

bool is_name(char32_t code) {
  if (code >= 0x80) return is_in(start_ranges, code) || is_in(more_ranges, code);
  const auto c = static_cast<char>(code);
  return is_alpha(c) || is_digit(c) || c == '_' || c == ':' || c == '-' || c == '.';
}

}  // namespace

std::size_t count_name_bytes(std::string_view text) {
  std::size_t n = 0;
  while (n < text.size()) {
    const auto next = first_character(text.substr(n));
    if (!is_name(next.code)) break;
    n += next.length;
  }
  return n;
}

bool starts_name(std::string_view text) {
  return !text.empty() && is_start(first_character(text).code);
}

bool is_xml_name(std::string_view text) {
  return starts_name(text) && count_name_bytes(text) == text.size();
}

bool is_nc_name(std::string_view text) {
  return is_xml_name(text) && text.find(':') == text.npos;
}

}  // namespace laundromat
