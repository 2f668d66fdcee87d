// Tests of Range: RFC 9110 section 14.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/byte_ranges.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

const range_verdict ignored{}, unsatisfiable{std::nullopt, true};

range_verdict part(std::uint64_t offset, std::uint64_t length) {
  return {byte_range{offset, length}};
}

TEST(byte_ranges, one_range_is_cut_to_the_file_rfc9110_section_14_1_2) {
  // The examples of the RFC, for 10000 bytes.
  EXPECT_EQ(choose_range("bytes=0-499", 10'000), part(0, 500));
  EXPECT_EQ(choose_range("bytes=500-999", 10'000), part(500, 500));
  EXPECT_EQ(choose_range("bytes=-500", 10'000), part(9'500, 500));
  EXPECT_EQ(choose_range("bytes=9500-", 10'000), part(9'500, 500));
  EXPECT_EQ(choose_range("Bytes= 0-0 ", 10'000), part(0, 1));
  EXPECT_EQ(choose_range("bytes=9999-20000", 10'000), part(9'999, 1));
  EXPECT_EQ(choose_range("bytes=-20000", 10'000), part(0, 10'000));
  EXPECT_EQ(choose_range("bytes=0-99999999999999999999999999", 10'000), part(0, 10'000));
}

TEST(byte_ranges, one_that_begins_after_the_end_is_416_rfc9110_section_15_5_17) {
  EXPECT_EQ(choose_range("bytes=10000-", 10'000), unsatisfiable);
  EXPECT_EQ(choose_range("bytes=99999999999999999999999999-", 10'000), unsatisfiable);
  EXPECT_EQ(choose_range("bytes=-0", 10'000), unsatisfiable);
  EXPECT_EQ(choose_range("bytes=0-", 0), unsatisfiable);
  EXPECT_EQ(choose_range("bytes=-5", 0), unsatisfiable);
}

TEST(byte_ranges, several_other_units_and_bad_syntax_are_ignored_rfc9110_section_14_2) {
  for (const std::string_view field :
       {"", "bytes", "bytes=", "bytes=-", "bytes=0-0,-1", "bytes=5-4", "items=0-1", "bytes=a-b",
        "bytes=0x1-2", "bytes=+1-2", "bytes=1 -2", "bytes=1--2", "bytes=--2", "bytes=1-2-3", "bytes:0-1"})
    EXPECT_EQ(choose_range(field, 10'000), ignored) << field;
}

TEST(byte_ranges, are_named_in_content_range_rfc9110_section_14_4) {
  EXPECT_EQ(content_range({42, 1'192}, 1'234), "bytes 42-1233/1234");
  EXPECT_EQ(unsatisfied_range(1'234), "bytes */1234");
}

}  // namespace
}  // namespace laundromat
