// What quotes say about a place: whether a literal ends there, and whether it is within a long string.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/quote_lookahead.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

using testing::scanner_text;

decision fits_after(std::string_view text, std::size_t at, bool is_closed = true) {
  const scanner_text on(text, is_closed);
  return quote_lookahead(on.window).fits_after(on.at(at));
}

TEST(quote_lookahead, a_delimiter_follows_a_literal) {
  EXPECT_EQ(fits_after("\"x\" .\n", 3), decision::yes);
  EXPECT_EQ(fits_after("\"x\"@en ;\n", 3), decision::yes);
  EXPECT_EQ(fits_after("\"x\"^^<a:d> ,\n", 3), decision::yes);
  EXPECT_EQ(fits_after("\"x\" y .\n", 3), decision::no);
  EXPECT_EQ(fits_after("\"x\".y\n", 3), decision::no);
  EXPECT_EQ(fits_after("\"x\"", 3), decision::yes) << "the end of the document";
}

TEST(quote_lookahead, quotes_behind_it_on_the_line_must_come_in_pairs) {
  EXPECT_EQ(fits_after("\"x\" , \"y\" .\n", 3), decision::yes);
  EXPECT_EQ(fits_after("\"x\" , \"y .\n", 3), decision::no);
}

TEST(quote_lookahead, waits_for_the_end_of_the_line) {
  EXPECT_EQ(fits_after("\"x\" ", 3, false), decision::undecided);
  EXPECT_EQ(fits_after("\"x\" , \"y", 3, false), decision::undecided);
}

TEST(quote_lookahead, the_grammar_says_what_may_follow_a_literal) {
  const auto may_go_on = [](std::string_view text, bool is_in_list, bool is_closed = true) {
    const scanner_text on(text, is_closed);
    return quote_lookahead(on.window).may_go_on(on.at(), is_in_list);
  };
  for (const auto* text : {" .", ";", "# comment\n , <a:o>", " ~ <a:r> .", " {| <a:p> 1 |}", " |} .", " >> .",
                           ")>>", "@en", "^^<a:d>", ""})
    EXPECT_EQ(may_go_on(text, false), decision::yes) << text;
  for (const auto* text : {" some text", " <a:o> .", " a:b", " \"y\"", "{ <a:s>", "|", " > "})
    EXPECT_EQ(may_go_on(text, false), decision::no) << text;
  for (const auto* text : {" a:b )", "<a:o>", " <<( a:b", " -1 )", "true)", " \"y\" )", "[]", "(1)"})
    EXPECT_EQ(may_go_on(text, true), decision::yes) << text;
  for (const auto* text : {" some text", "second\"\"\"", "\"y\"", " < 5 )", " <b x="})
    EXPECT_EQ(may_go_on(text, true), decision::no) << text;
  EXPECT_EQ(may_go_on(" ", false, false), decision::undecided);
  EXPECT_EQ(may_go_on(" <a:o", true, false), decision::undecided);
}

TEST(quote_lookahead, a_text_goes_on_to_quotes_that_open_nothing) {
  const std::string text = "some text\"\"\" .\n<a:s> <a:p> <a:o> .\n";
  const scanner_text on(text);
  quote_lookahead quotes(on.window);
  const auto found = quotes.find_text(on.at(), '"');
  EXPECT_EQ(found.is_text, decision::yes);
  EXPECT_EQ(found.end, on.at(12));
  EXPECT_TRUE(found.is_certain);
}

TEST(quote_lookahead, statements_with_long_strings_are_no_text) {
  const std::string text = "<a:s> <a:p> \"\"\"x\"\"\" .\n<a:t> <a:p> \"\"\"y\"\"\" .\n";
  const scanner_text on(text);
  quote_lookahead quotes(on.window);
  EXPECT_EQ(quotes.find_text(on.at(), '"').is_text, decision::no);
  EXPECT_EQ(quotes.find_text(on.at(2), '"').is_text, decision::no) << "from memory";
  EXPECT_EQ(quotes.find_text(on.at(2), '\'').is_text, decision::no);
}

TEST(quote_lookahead, waits_for_quotes) {
  const scanner_text on("some text", false);
  quote_lookahead quotes(on.window);
  EXPECT_EQ(quotes.find_text(on.at(), '"').is_text, decision::undecided);
}

TEST(quote_lookahead, quotes_open_a_string_in_the_place_of_an_object) {
  const auto may_open = [](std::string_view before) {
    const scanner_text on(std::string(before) + "\"");
    return quote_lookahead::may_open_string(on.at(before.size()), on.at());
  };
  EXPECT_TRUE(may_open("<a:s> <a:p> "));
  EXPECT_TRUE(may_open("ex:s ex:p "));
  EXPECT_TRUE(may_open("<a:s> <a:p> ( "));
  EXPECT_TRUE(may_open("\"x\"@en , "));
  EXPECT_FALSE(may_open("some words "));
  EXPECT_FALSE(may_open("</b> "));
}

}  // namespace
}  // namespace laundromat::turtle
