// Signs that a closing quote is missing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/string_signs.hpp"

#include <gtest/gtest.h>

#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

template <class Sign>
bool shows(Sign sign, std::string_view text) {
  const testing::scanner_text on("  " + std::string(text));
  return sign(on.at(2), on.end());
}

TEST(string_signs, a_line_with_a_delimiter_at_its_end_is_complete) {
  EXPECT_TRUE(shows(looks_complete, "x ."));
  EXPECT_TRUE(shows(looks_complete, "x . }"));
  EXPECT_TRUE(shows(looks_complete, "<a:o>;"));
  EXPECT_FALSE(shows(looks_complete, "A sentence."));
  EXPECT_FALSE(shows(looks_complete, "words"));
}

TEST(string_signs, a_string_joins_statements_when_one_begins_in_it) {
  EXPECT_TRUE(shows(joins_statements, "x\n<a:s> <a:p> <a:o>"));
  EXPECT_TRUE(shows(joins_statements, "x\n@prefix e: <x:>"));
  EXPECT_TRUE(shows(joins_statements, "x\nGRAPH <a:g> {"));
  EXPECT_TRUE(shows(joins_statements, "x\n[] a e:T"));
  EXPECT_FALSE(shows(joins_statements, "x\nmore words"));
  EXPECT_FALSE(shows(joins_statements, "x\n<b> <i> text")) << "tags of HTML";
  EXPECT_FALSE(shows(joins_statements, "one line"));
}

TEST(string_signs, a_hash_begins_a_comment_behind_a_gap) {
  EXPECT_TRUE(shows(may_be_comment, "# x"));
  EXPECT_TRUE(shows(may_be_comment, "x # y"));
  EXPECT_FALSE(shows(may_be_comment, "x#y"));
}

TEST(string_signs, a_delimiter_between_gaps_separates) {
  EXPECT_TRUE(shows(has_separator, "x ; y"));
  EXPECT_TRUE(shows(has_separator, "\" .<a:s> "));
  EXPECT_FALSE(shows(has_separator, "One. Two; three"));
}

TEST(string_signs, escaped_quotes_do_not_count) {
  const testing::scanner_text on("a\\\"b\"c\"");
  EXPECT_EQ(find_quote(on.at(), on.end(), '"'), on.at(4));
  EXPECT_EQ(count_quotes(on.at(), on.end(), '"'), 2);
  EXPECT_EQ(find_quote(on.at(), on.at(3), '"'), on.at(3));
}

TEST(string_signs, a_letter_is_odd_behind_a_quote) {
  for (const char c : std::string_view("aZ09_?!&/\xC3")) EXPECT_TRUE(is_odd_after_quote(c)) << c;
  for (const char c : std::string_view(" .;,)]}@^<")) EXPECT_FALSE(is_odd_after_quote(c)) << c;
}

}  // namespace
}  // namespace laundromat::turtle
