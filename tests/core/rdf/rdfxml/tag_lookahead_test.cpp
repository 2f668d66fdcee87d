// The tags ahead in a text: end tags without a start tag, and what is next to them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"

#include <gtest/gtest.h>

namespace laundromat::rdfxml {
namespace {

using kind = tags_ahead::kind;

tags_ahead look(std::string_view text, bool is_end = true, std::size_t enough = 8) {
  static tag_lookahead lookahead{xml_lexer_limits{}};
  return lookahead.look(text, is_end, enough, [](std::string_view name) { return name != "stray"; });
}

TEST(tag_lookahead, lists_end_tags_without_a_start_tag) {
  const auto ahead = look("text<a><b/></a></p><!-- </no> --><e:q rdf:about=\"x\"/></r>");
  ASSERT_EQ(ahead.count, 2u);
  EXPECT_TRUE(ahead.has(0, "p") && ahead.has(1, "r"));
  EXPECT_FALSE(ahead.has(2, ""));
  EXPECT_TRUE(ahead.begins_with_text);
  EXPECT_EQ(ahead.first.name, "a");
  EXPECT_EQ(ahead.first.is, kind::other);
  EXPECT_EQ(ahead.behind_end.is, kind::node) << "it has rdf:about";
  EXPECT_TRUE(ahead.is_whole);
}

TEST(tag_lookahead, stops_when_it_has_seen_enough) {
  EXPECT_EQ(look("</a></b></c>", true, 2).count, 2u);
}

TEST(tag_lookahead, asks_for_more_of_the_document) {
  EXPECT_FALSE(look("<a></a>", false).is_whole);
  EXPECT_TRUE(look("<a></a>", true).is_whole);
}

TEST(tag_lookahead, takes_an_end_tag_of_no_open_element_for_a_misspelt_one) {
  const auto ahead = look("<a></stray></p>");
  ASSERT_EQ(ahead.count, 1u);
  EXPECT_TRUE(ahead.has(0, "p"));
}

TEST(tag_lookahead, names_a_start_tag_without_its_end) {
  EXPECT_EQ(look("<a>x</p>").unended, "a");
  EXPECT_EQ(look("<a b=\"c\">x</p>").unended, "") << "it has attributes";
}

TEST(tag_lookahead, finds_rdf_in_a_root_of_another_vocabulary) {
  tag_lookahead lookahead{xml_lexer_limits{}};
  EXPECT_EQ(lookahead.holds_rdf("<x><rdf:RDF>", true), true);
  EXPECT_EQ(lookahead.holds_rdf("<x/></root><rdf:RDF>", true), false) << "behind the root";
  EXPECT_EQ(lookahead.holds_rdf("<x>", false), std::nullopt);
}

}  // namespace
}  // namespace laundromat::rdfxml
