// Tests of numbers of few bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/short_numbers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace laundromat {

namespace {

TEST(short_numbers, are_read_again_one_after_the_other) {
  constexpr std::uint64_t numbers[] = {0, 127, 128, 300, std::numeric_limits<std::uint64_t>::max()};
  std::string text;
  for (const auto number : numbers) append_number(text, number);
  EXPECT_EQ(text.size(), 1U + 1 + 2 + 2 + 10);
  std::string_view rest = text;
  std::uint64_t found = 0;
  for (const auto number : numbers) {
    ASSERT_TRUE(take_number(rest, found));
    EXPECT_EQ(found, number);
  }
  EXPECT_FALSE(take_number(rest, found)) << "nothing is left";
}

TEST(short_numbers, that_are_not_whole_are_none) {
  std::string_view cut = "\xff\xff";
  std::uint64_t found = 0;
  EXPECT_FALSE(take_number(cut, found));
  const std::string endless(11, '\xff');
  std::string_view rest = endless;
  EXPECT_FALSE(take_number(rest, found));
}

}  // namespace

}  // namespace laundromat
