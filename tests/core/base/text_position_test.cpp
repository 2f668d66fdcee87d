// Lines and columns do not depend on the chunks.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_position.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace laundromat {
namespace {

text_position after(std::string_view text, std::size_t chunk) {
  text_position at;
  for (std::size_t i = 0; i < text.size(); i += chunk) at.advance(text.substr(i, chunk));
  return at;
}

TEST(text_position, counts_each_kind_of_line_end_once) {
  const auto at = after("a\nb\rc\r\nd\r\r\n\n\xC3\xA9x", 100);
  EXPECT_EQ(at.line, 7u);
  EXPECT_EQ(at.column, 3u);
  EXPECT_EQ(at.offset_bytes, 15u);
}

TEST(text_position, does_not_depend_on_the_chunks) {
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (auto n = random() % 40; n > 0; --n) text += "\r\n\nab\r\xC3"[random() % 7];
    const auto whole = after(text, 1000);
    for (const std::size_t chunk : {1, 2, 3, 7}) {
      const auto cut = after(text, chunk);
      EXPECT_EQ(cut.line, whole.line) << "seed " << seed;
      EXPECT_EQ(cut.column, whole.column) << "seed " << seed;
      EXPECT_EQ(cut.after_cr, whole.after_cr) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace laundromat
