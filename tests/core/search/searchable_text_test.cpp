// Tests of the form of texts for the index.
// SPDX-License-Identifier: Apache-2.0
#include "core/search/searchable_text.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(searchable_text, decodes_percent_encoded_characters_C04) {
  EXPECT_EQ(searchable_text("http://e.org/caf%C3%A9/a%20b.csv"), "http://e.org/caf\xC3\xA9/a b.csv");
  EXPECT_EQ(searchable_text("%F0%9F%A7%A6x"), "\xF0\x9F\xA7\xA6x");
}

TEST(searchable_text, leaves_octets_that_are_no_character_C04) {
  for (const auto* text : {"%", "%4", "%zz", "100%ab", "%C3", "%C3%", "%C3x%A9", "%ED%A0%80"})
    EXPECT_EQ(searchable_text(text), text);
}

TEST(searchable_text, has_no_controls_and_is_utf8_C04) {
  EXPECT_EQ(searchable_text(std::string_view("a\0b\x1B[31mc\n", 10)), "a b [31mc ");
  EXPECT_EQ(searchable_text("a%00b%0Ac%C2%9Bd"), "a b c d");
  EXPECT_EQ(searchable_text("a\xFF"
                            "b"),
            "a\xEF\xBF\xBD"
            "b");
}

TEST(searchable_text, is_not_decoded_twice_C04) {
  EXPECT_EQ(searchable_text("%2520"), "%20");
}

}  // namespace
}  // namespace laundromat
