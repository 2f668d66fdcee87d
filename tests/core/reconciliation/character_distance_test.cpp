// Tests of the distance of texts.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/character_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "core/rdf/model/utf8.hpp"

namespace laundromat {
namespace {

/// The definition, cell by cell.
std::size_t plain_distance(const std::u32string& a, const std::u32string& b) {
  std::vector<std::vector<std::size_t>> cells(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cells[i][j] = i + j;
        continue;
      }
      cells[i][j] = std::min(
          {cells[i - 1][j] + 1, cells[i][j - 1] + 1, cells[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cells[i][j] = std::min(cells[i][j], cells[i - 2][j - 2] + 1);
    }
  return cells[a.size()][b.size()];
}

std::string utf8(const std::u32string& text) {
  std::string bytes;
  for (const auto code : text) append_utf8(bytes, code);
  return bytes;
}

TEST(character_distance, counts_edits_and_swaps_X07) {
  EXPECT_EQ(character_distance("", ""), 0U);
  EXPECT_EQ(character_distance("", "abc"), 3U);
  EXPECT_EQ(character_distance("abc", "acb"), 1U);
  EXPECT_EQ(character_distance("ca", "abc"), 3U);
  EXPECT_EQ(character_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(character_distance("Zürich", "Zurich"), 1U);
  EXPECT_EQ(character_distance("東京", "京東"), 1U);
}

TEST(character_distance, is_that_of_the_definition_X07) {
  std::mt19937 random(7);
  const auto up_to = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  constexpr std::size_t lengths[] = {6, 20, 64, 65, 150};
  for (const std::u32string_view letters : {U"ab", U"abcdef", U"aé東\U0001F600"})
    for (const auto length : lengths)
      for (int round = 0; round < 60; ++round) {
        std::u32string one;
        for (auto left = up_to(length); left > 0; --left) one += letters[up_to(letters.size() - 1)];
        auto other = one;
        for (auto edits = up_to(12); edits > 0 && !other.empty(); --edits) {
          const auto at = up_to(other.size() - 1);
          if (edits % 4 == 0 && at > 0) std::swap(other[at], other[at - 1]);
          if (edits % 4 == 1) other.erase(at, 1);
          if (edits % 4 == 2) other.insert(at, 1, letters[up_to(letters.size() - 1)]);
          if (edits % 4 == 3) other[at] = letters[up_to(letters.size() - 1)];
        }
        const auto expected = plain_distance(one, other);
        const auto a = utf8(one), b = utf8(other);
        ASSERT_EQ(character_distance(a, b), expected) << a << '\n' << b;
        ASSERT_LE(least_distance(outline_of(a), outline_of(b)), expected) << a << '\n' << b;
        for (std::size_t most = 0; most <= expected + 2; ++most)
          ASSERT_EQ(character_distance(a, b, most), std::min(expected, most + 1)) << most << '\n'
                                                                                  << a << '\n'
                                                                                  << b;
      }
}

TEST(text_similarity, is_between_0_and_1_X07) {
  EXPECT_EQ(text_similarity("abcd", "abcd"), 1);
  EXPECT_EQ(text_similarity("abcd", "abce"), 0.75);
  EXPECT_EQ(text_similarity("abcd", "wxyz"), 0);
  EXPECT_EQ(text_similarity("abcd", "abce", 0.75), 0.75);
  EXPECT_EQ(text_similarity("abcd", "abce", 0.76), 0);
  EXPECT_EQ(text_similarity("", "a"), 0);
}

}  // namespace
}  // namespace laundromat
