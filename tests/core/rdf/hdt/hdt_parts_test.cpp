// Checksums, numbers, and the codes of the sorter.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/hdt_parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/rdf/hdt/packed_numbers.hpp"
#include "core/rdf/hdt/sort_codes.hpp"

namespace laundromat {
namespace {

TEST(hdt_parts, checksums_have_the_values_of_their_catalogue) {
  EXPECT_EQ(crc8_of("123456789"), 0xF4);
  EXPECT_EQ(crc16_of("123456789"), 0xBB3D);
  crc32c whole, parts;
  whole.add("123456789");
  for (const auto* part : {"1", "2345678", "9"}) parts.add(part);
  EXPECT_EQ(whole.value(), 0xE3069283);
  EXPECT_EQ(parts.value(), 0xE3069283);
  EXPECT_EQ(crc32c{}.value(), 0U);
}

TEST(hdt_parts, numbers_of_any_size_are_read_again) {
  std::string bytes;
  append_vbyte(bytes, 0);
  append_vbyte(bytes, 127);
  append_vbyte(bytes, 128);
  EXPECT_EQ(bytes, (std::string{"\x80\xFF\x00\x81", 4}));
  append_vbyte(bytes, ~std::uint64_t{0});
  vbyte_reader reader;
  std::vector<std::uint64_t> read;
  for (const auto byte : bytes)
    if (reader.take(byte)) read.push_back(reader.number());
  EXPECT_EQ(read, (std::vector<std::uint64_t>{0, 127, 128, ~std::uint64_t{0}}));
}

TEST(hdt_parts, bits_are_packed_with_the_lowest_first) {
  bit_packer packer;
  std::string bytes;
  for (const auto number : {1U, 2U, 3U, 4U, 5U}) packer.add(number, 4, bytes);
  packer.finish(bytes);
  EXPECT_EQ(bytes, "\x21\x43\x05");
  bytes.clear();
  packer.add(1, 1, bytes);
  packer.add(0x1234'5678'9ABC'DEF0, 64, bytes);
  packer.add(~std::uint64_t{0}, 63, bytes);
  packer.finish(bytes);
  EXPECT_EQ(bytes, (std::string{"\xE1\xBD\x79\x35\xF1\xAC\x68\x24\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF", 16}));
}

TEST(hdt_parts, terms_and_numbers_sort_as_their_values_do_and_come_back) {
  std::vector<std::string> terms{"",
                                 std::string(1, '\0'),
                                 "\n",
                                 " ",
                                 "!",
                                 "\"",
                                 "#",
                                 "a",
                                 std::string("a\0", 2),
                                 "a ",
                                 "a!",
                                 "a\"",
                                 "aa",
                                 "b c d",
                                 "\x7F",
                                 "é",
                                 "\xF4\x8F\xBF\xBF"};
  std::vector<std::string> sortable;
  for (const auto& term : terms) {
    auto& coded = sortable.emplace_back();
    append_sortable(coded, term);
    EXPECT_EQ(coded.find_first_of(" \n"), coded.npos);
    std::string again;
    append_term_of(again, coded);
    EXPECT_EQ(again, term);
    coded += ' ';
  }
  std::ranges::sort(terms);
  std::ranges::sort(sortable);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    std::string again;
    append_term_of(again, sortable[i].substr(0, sortable[i].size() - 1));
    EXPECT_EQ(again, terms[i]);
  }
  std::string last;
  for (const std::uint64_t number :
       {0ULL, 1ULL, 127ULL, 128ULL, 16'383ULL, 16'384ULL, 1ULL << 35, 1ULL << 62, ~0ULL}) {
    std::string coded;
    append_sortable_number(coded, number);
    EXPECT_LT(last, coded);
    last = coded;
    std::string_view rest = coded += 'x';
    EXPECT_EQ(take_number(rest), number);
    EXPECT_EQ(rest, "x");
  }
}

}  // namespace
}  // namespace laundromat
