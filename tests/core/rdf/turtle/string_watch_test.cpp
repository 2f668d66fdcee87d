// Strings whose quotes may be lost: what is remembered of them, and which tokens belong to their text.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/string_watch.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;

TEST(string_watch, an_empty_string_may_be_the_beginning_of_a_long_one) {
  parser_parts on("\"\" rest of the text\"\"\" .\n");
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.contains(on.next(), on.all.tokens.tokens().quotes()), decision::yes);
  EXPECT_EQ(on.strings.take_quote(), '"');
  EXPECT_EQ(on.strings.take_quote(), '\0') << "it is forgotten";
}

TEST(string_watch, a_plain_string_is_no_beginning) {
  parser_parts on("\"x\" rest of the text\"\"\" .\n");
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.contains(on.next(), on.all.tokens.tokens().quotes()), decision::no);
}

TEST(string_watch, waits_for_the_quotes_that_decide) {
  parser_parts on("\"\" rest of the text", rdf_format::turtle, wash_profile::standard, false);
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.contains(on.next(), on.all.tokens.tokens().quotes()), decision::undecided);
}

TEST(string_watch, a_word_may_be_inside_a_string_without_quotes) {
  parser_parts on("words <a:o> true");
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.take_quote(), '"');
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.take_quote(), '\0');
  on.strings.watch(on.take());
  EXPECT_EQ(on.strings.take_quote(), '\0') << "a boolean";
}

TEST(string_watch, a_long_string_is_remembered_up_to_the_second_statement_behind_it) {
  parser_parts on("\"\"\"x\"\"\" . <a:s> . <a:t> .");
  on.strings.begin_statement(0);
  on.strings.watch_long_string(on.take());
  EXPECT_TRUE(on.strings.has_long_string());
  EXPECT_TRUE(on.strings.is_behind_long_string());
  EXPECT_EQ(on.strings.long_quote(), '"');
  on.strings.begin_statement(10);
  EXPECT_FALSE(on.strings.has_long_string());
  EXPECT_TRUE(on.strings.is_behind_long_string());
  on.strings.begin_statement(18);
  EXPECT_FALSE(on.strings.is_behind_long_string());
}

TEST(string_watch, braces_in_a_long_string_count_where_graphs_are) {
  for (const auto format : {rdf_format::turtle, rdf_format::trig}) {
    parser_parts on("'''a { b'''", format);
    on.strings.begin_statement(0);
    on.strings.watch(on.take());
    EXPECT_EQ(on.strings.has_brace_in_long_string(), format == rdf_format::trig);
  }
}

TEST(string_watch, a_new_statement_forgets_broken_strings) {
  parser_parts on(".");
  on.strings.add_broken();
  EXPECT_TRUE(on.strings.has_broken());
  on.strings.begin_statement(0);
  EXPECT_FALSE(on.strings.has_broken());
}

TEST(string_watch, finds_the_quote_that_a_token_opens) {
  const auto opened = [](std::string_view text) {
    parser_parts on(text);
    return string_watch::opened_quote(on.next());
  };
  EXPECT_EQ(opened("\"\"a. <s>"), '"') << "two quotes with a letter behind them";
  EXPECT_EQ(opened("\"\" <s>"), '\0');
  EXPECT_EQ(opened("''a. <s>"), '\'');
  EXPECT_EQ(opened("<a:o>"), '\0');
}

TEST(string_watch, counts_braces_line_by_line) {
  EXPECT_FALSE(string_watch::has_open_brace("no brace"));
  EXPECT_FALSE(string_watch::has_open_brace("a { b } c"));
  EXPECT_TRUE(string_watch::has_open_brace("a { b"));
  EXPECT_TRUE(string_watch::has_open_brace("a } b { c"));
  EXPECT_TRUE(string_watch::has_open_brace("a {\n b }"));
}

}  // namespace
}  // namespace laundromat::turtle
