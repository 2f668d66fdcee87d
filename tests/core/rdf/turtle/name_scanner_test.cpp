// Names, labels, words and tags: where they end, and what is odd about them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/name_scanner.hpp"

#include <gtest/gtest.h>

#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "tests/core/rdf/turtle/scanner_text.hpp"

namespace laundromat::turtle {
namespace {

std::string scan_name(std::string_view text, bool is_closed = true) {
  const testing::scanner_text on(text, is_closed);
  return testing::describe_token(name_scanner(on.window).scan(on.at()));
}

std::uint8_t flags_of(std::string_view text) {
  const testing::scanner_text on(text);
  return name_scanner(on.window).scan(on.at()).flags;
}

TEST(name_scanner, a_name_ends_at_a_gap_or_a_delimiter) {
  EXPECT_EQ(scan_name("ex:abc "), "name ex:abc");
  EXPECT_EQ(scan_name("ex:abc;"), "name ex:abc");
  EXPECT_EQ(scan_name(":a:b,"), "name :a:b");
  EXPECT_EQ(scan_name("ex: "), "name ex:");
  EXPECT_EQ(scan_name("a "), "word a");
  EXPECT_EQ(scan_name("_:b1 "), "blank _:b1");
}

TEST(name_scanner, a_dot_within_a_name_belongs_to_it_but_not_at_its_end) {
  EXPECT_EQ(scan_name("ex:a.b . "), "name ex:a.b");
  EXPECT_EQ(scan_name("ex:a. "), "name ex:a");
  EXPECT_EQ(scan_name("ex:a.; "), "name ex:a.");
  EXPECT_TRUE(flags_of("ex:a.; ") & is_bad_name);
  EXPECT_EQ(scan_name("_:b.c. "), "blank _:b.c");
}

TEST(name_scanner, says_what_is_odd) {
  EXPECT_EQ(flags_of("ex:abc "), is_plain);
  EXPECT_EQ(flags_of("ex:a\\-b "), has_escapes);
  EXPECT_EQ(flags_of("ex:a%20b "), 0);
  EXPECT_EQ(flags_of("ex:caf\xC3\xA9 "), 0);
  EXPECT_EQ(flags_of("ex:a/b "), is_bad_name);
  EXPECT_EQ(flags_of("ex:-a "), is_bad_name);
}

TEST(name_scanner, brackets_with_a_word_in_them_are_no_list) {
  EXPECT_EQ(scan_name("ex:Paris_(band) ;"), "name ex:Paris_(band)");
  EXPECT_EQ(scan_name("ex:p(1 2)"), "name ex:p");
  EXPECT_EQ(scan_name("ex:p(true)"), "name ex:p");
}

TEST(name_scanner, what_begins_like_a_name_may_be_something_else) {
  EXPECT_EQ(scan_name("http://x.org/y> ."), "bare_iri http://x.org/y");
  EXPECT_EQ(scan_name("word? "), "stray word?");
  EXPECT_EQ(scan_name("ex:a?b#c "), "stray ex:a?b#c");
  EXPECT_EQ(scan_name("_: "), "stray _:");
}

TEST(name_scanner, waits_for_the_end) {
  for (const auto* text : {"ex:abc", "ex:a.", "ex:", "a", "_:b", "ex:a%2", "ex:p(a"})
    EXPECT_EQ(scan_name(text, false), "need_more") << text;
}

TEST(name_scanner, a_name_that_is_too_long_is_cut) {
  const std::string text(2 * name_limit_bytes, 'a');
  EXPECT_EQ(scan_name(text, false).size(), std::string("stray ").size() + name_limit_bytes);
}

TEST(name_scanner, tags_end_where_letters_do) {
  const testing::scanner_text on("@en-GB. ");
  EXPECT_EQ(testing::describe_token(name_scanner(on.window).scan_tag(on.at())), "tag @en-GB");
}

}  // namespace
}  // namespace laundromat::turtle
