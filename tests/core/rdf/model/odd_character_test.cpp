// Odd characters, legal IRI characters, NFC.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/odd_character.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {
namespace {

std::string encoded(char32_t code) {
  std::string out;
  append_utf8(out, code);
  return out;
}

bool is_odd(char32_t code) {
  if (code < 0x20) return code != '\t' && code != '\n' && code != '\r';
  return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
}

TEST(odd_character, is_found_at_any_position) {
  for (char32_t code = 0; code < 0x110000; code += code < 0x400 || code > 0xFD00 ? 1 : 0x3F) {
    if (code >= 0xD800 && code < 0xE000) continue;
    if (code > 0x10FFFF) break;
    if (code > 0x10000 && (code & 0xFFFF) > 0x40 && (code & 0xFFFF) < 0xFFC0) continue;
    const auto text = "some text of more than 16 bytes, " + encoded(code) + " and more";
    EXPECT_EQ(find_odd_character(text), is_odd(code) ? 33u : text.npos)
        << std::hex << static_cast<unsigned>(code);
    EXPECT_EQ(find_odd_character(encoded(code)), is_odd(code) ? 0u : text.npos)
        << std::hex << static_cast<unsigned>(code);
  }
}

TEST(odd_character, is_found_at_every_position_of_a_block) {
  for (std::size_t at = 0; at < 40; ++at) {
    std::string text(40, 'x');
    text[at] = '\x01';
    EXPECT_EQ(find_odd_character(text), at);
  }
}

TEST(iri_character, is_legal_by_rfc_3987) {
  using enum iri_character_kind;
  struct row {
    char32_t code;
    iri_character_kind kind;
  };
  constexpr row rows[] = {
      {0x80, illegal},         {0x9F, illegal},           {0xA0, white_space},      {0xA1, legal},
      {0xE9, legal},           {0x200D, legal},           {0x200E, illegal},        {0x200F, illegal},
      {0x202A, illegal},       {0x202E, illegal},         {0x202F, white_space},    {0x1680, white_space},
      {0x1FFF, legal},         {0x2000, white_space},     {0x200A, white_space},    {0x200B, legal},
      {0x2027, legal},         {0x2028, white_space},     {0x2029, white_space},    {0x205F, white_space},
      {0x2060, legal},         {0x2065, legal},           {0x2066, illegal},        {0x2069, illegal},
      {0x206A, legal},         {0x3000, white_space},     {0xD7FF, legal},          {0xE000, in_query_only},
      {0xF8FF, in_query_only}, {0xF900, legal},           {0xFDCF, legal},          {0xFDD0, illegal},
      {0xFDEF, illegal},       {0xFDF0, legal},           {0xFFEF, legal},          {0xFFF0, illegal},
      {0xFFFD, illegal},       {0xFFFE, illegal},         {0xFFFF, illegal},        {0x10000, legal},
      {0x1F600, legal},        {0x1FFFE, illegal},        {0x2FFFD, legal},         {0xDFFFD, legal},
      {0xE0001, illegal},      {0xE0100, illegal},        {0xE01EF, illegal},       {0xE01F0, illegal},
      {0xE1000, legal},        {0xEFFFD, legal},          {0xF0000, in_query_only}, {0xFFFFD, in_query_only},
      {0xFFFFE, illegal},      {0x10FFFD, in_query_only}, {0x10FFFF, illegal},
  };
  for (const auto& [code, kind] : rows)
    EXPECT_EQ(classify_iri_character(code), kind) << std::hex << static_cast<unsigned>(code);
}

TEST(nfc, is_distinguished_from_other_forms) {
  EXPECT_TRUE(is_nfc("http://example.org/"));
  EXPECT_TRUE(is_nfc("caf\xC3\xA9"));
  EXPECT_FALSE(is_nfc("cafe\xCC\x81"));
  EXPECT_TRUE(is_nfc("\xE4\xB8\xAD\xED\x95\x9C\xD0\x96"));
  EXPECT_FALSE(is_nfc("\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB"));  // Hangul in letters
  EXPECT_FALSE(is_nfc("\xE2\x84\xAB"));                          // the angstrom sign
  std::string long_text;
  for (int i = 0; i < 1'000; ++i) long_text += "e\xCC\x81";
  EXPECT_FALSE(is_nfc(long_text));
}

}  // namespace
}  // namespace laundromat
