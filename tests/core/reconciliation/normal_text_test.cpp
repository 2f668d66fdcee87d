// Tests of texts as they are compared.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/normal_text.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

struct normal_case {
  const char* text;
  const char* normal;
};

TEST(normal_text, ignores_case_encoding_spaces_and_punctuation_X07) {
  constexpr normal_case cases[] = {
      {"  Amsterdam,\tCentraal ", "amsterdam centraal"},
      {"Jean-Luc", "jean luc"},
      {"O'Brien", "obrien"},
      {"O’Brien", "obrien"},
      {"U.S.A.", "usa"},
      {"3.5 km", "3.5 km"},
      {"C++", "c++"},
      {"STRASSE", "strasse"},
      {"Straße", "strasse"},
      {"ＡＢＣ", "abc"},
      {"Café", "caf\xC3\xA9"},
      {"Cafe\xCC\x81", "caf\xC3\xA9"},
      {"ΣΊΣΥΦΟΣ", "σίσυφοσ"},
      {"東京　駅", "東京 駅"},
      {"«Мир»", "мир"},
      {"bad\xFF"
       "byte \xC3\xA9",
       "bad byte \xC3\xA9"},
      {"!!!", "!!!"},
      {"", ""},
      {"  ", ""},
  };
  for (const auto& one : cases) EXPECT_EQ(normal_text(one.text), one.normal) << one.text;
}

TEST(normal_text, can_ignore_accents_and_the_order_of_words_X07) {
  EXPECT_EQ(normal_text("Café Zoë", {.drops_accents = true}), "cafe zoe");
  EXPECT_EQ(normal_text("Lovelace, Ada", {.sorts_words = true}), "ada lovelace");
  EXPECT_EQ(normal_text("Éa b", {.drops_accents = true, .sorts_words = true}), "b ea");
}

TEST(normal_text, of_a_normal_text_is_the_same_X07) {
  for (const auto* const text : {"Straße 3.5, O'Brien", "É. Zola", "U.S. Route 66", "ΣΊΣΥΦΟΣ", "Ⅷ ½"}) {
    const auto normal = normal_text(text);
    EXPECT_EQ(normal_text(normal), normal);
  }
}

}  // namespace
}  // namespace laundromat
