// Tests of queries: how arguments are divided, and that no text is syntax of FTS5.
// SPDX-License-Identifier: Apache-2.0
#include "core/search/search_query.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::string fts5_of(const std::vector<std::string>& arguments) {
  const auto query = read_search_query(arguments);
  return query ? fts5_text(*query) : to_string(query.error());
}

TEST(search_query, wants_all_words_C04) {
  EXPECT_EQ(fts5_of({"socks", "turtle"}), R"("socks" "turtle")");
}

TEST(search_query, an_argument_with_blanks_is_a_phrase_C04) {
  EXPECT_EQ(fts5_of({"open data", "csv"}), R"("open data" "csv")");
}

TEST(search_query, an_argument_with_quotation_marks_is_a_text_C04) {
  EXPECT_EQ(fts5_of({R"(csv "open data" x)"}), R"("csv" "open data" "x")");
  EXPECT_EQ(fts5_of({R"(a"b c"d)"}), R"("a" "b c" "d")");
  EXPECT_EQ(fts5_of({R"("open data)"}), R"("open data")") << "the end is missing";
  EXPECT_EQ(fts5_of({R"("" x)"}), R"("x")");
}

TEST(search_query, a_star_makes_a_prefix_C04) {
  EXPECT_EQ(fts5_of({"sock*"}), R"("sock"*)");
  EXPECT_EQ(fts5_of({"open dat*"}), R"("open dat"*)");
  EXPECT_EQ(fts5_of({R"("open dat"* x)"}), R"("open dat"* "x")");
  EXPECT_EQ(fts5_of({R"("open dat*")"}), R"("open dat"*)");
  EXPECT_EQ(fts5_of({"so*ck"}), R"("so*ck")") << "within a word it is punctuation";
}

TEST(search_query, no_text_is_syntax_C04) {
  EXPECT_EQ(fts5_of({"AND", "OR", "NOT", "NEAR(a b)"}), R"x("AND" "OR" "NOT" "NEAR(a b)")x");
  EXPECT_EQ(fts5_of({"title:x", "-y", "^z", "{a b}:c", "a+b"}), R"("title:x" "-y" "^z" "{a b}:c" "a+b")");
  EXPECT_EQ(fts5_of({"x') OR 1=1 --"}), R"("x') OR 1=1 --")");
  EXPECT_EQ(fts5_of({"a%22 OR b"}), R"("a  OR b")") << "an encoded quotation mark";
}

TEST(search_query, has_the_form_of_indexed_texts_C04) {
  EXPECT_EQ(fts5_of({"caf%C3%A9"}), "\"caf\xC3\xA9\"");
  EXPECT_EQ(fts5_of({"a\x1B[31m"}), R"("a [31m")");
}

TEST(search_query, leaves_out_what_has_no_word_C04) {
  EXPECT_EQ(fts5_of({"socks", "-", "*", "", "\"\""}), R"("socks")");
  for (const auto& arguments : {std::vector<std::string>{}, {"-"}, {"***"}, {"\"\""}, {" \t"}, {"%22"}}) {
    const auto query = read_search_query(arguments);
    ASSERT_FALSE(query);
    EXPECT_EQ(query.error().code, errc::invalid_argument);
  }
}

TEST(search_query, has_limits_C04) {
  const std::vector<std::string> three{"a", "b", "c"};
  EXPECT_TRUE(read_search_query(three, {.phrases = 3}));
  EXPECT_EQ(read_search_query(three, {.phrases = 2}).error().code, errc::limit_exceeded);
  EXPECT_EQ(read_search_query(three, {.text_bytes = 2}).error().code, errc::limit_exceeded);
}

}  // namespace
}  // namespace laundromat
