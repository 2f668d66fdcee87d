// Tests of the parser of links: RFC 8288 section 3 and appendix B, and what servers send instead.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/link_field.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(link_field, has_targets_with_relations_rfc8288_section_3) {
  const auto links = parse_links(
      "<meta.ttl>; rel=\"describedby alternate\"; type=\"Text/Turtle;v=1\", "
      "</p?page=2>;rel=NEXT;anchor=\"#x\"");
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0], (web_link{"meta.ttl", {"describedby", "alternate"}, "text/turtle", "", "", "", 1}));
  EXPECT_EQ(links[1], (web_link{"/p?page=2", {"next"}, "", "#x", "", "", 1}));
  EXPECT_TRUE(links[0].has_relation("Alternate"));
  EXPECT_FALSE(links[0].has_relation("next"));
}

TEST(link_field, keeps_an_extension_relation_as_it_was_sent) {
  const auto links = parse_links("<a>; rel=\"http://Example.org/Rel ITEM item\"");
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].relations, (std::vector<std::string>{"http://Example.org/Rel", "item"}));
}

TEST(link_field, commas_and_semicolons_in_targets_and_quotes_do_not_separate) {
  const auto field =
      read_link_field("<http://h/a,b;c>; title=\"x, <y>; rel=z\"; rel=next, garbage, <b>; rel=a; rel=b");
  ASSERT_EQ(field.links.size(), 2U);
  EXPECT_EQ(field.links[0].target, "http://h/a,b;c");
  EXPECT_EQ(field.links[0].title, "x, <y>; rel=z");
  EXPECT_EQ(field.links[0].relations, std::vector<std::string>{"next"});
  EXPECT_EQ(field.links[1].relations, std::vector<std::string>{"a"});
  ASSERT_EQ(field.faults.size(), 1U);
  EXPECT_NE(field.faults[0].message.find("garbage"), std::string::npos);
}

TEST(link_field, prefers_the_extended_title_rfc8187) {
  EXPECT_EQ(parse_links("<a>; title=\"plain\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel")[0].title,
            "n\xC3\xA4"
            "chstes Kapitel");
  EXPECT_EQ(parse_links("<a>; title*=iso-8859-1''%A3%20rates; title=x")[0].title, "\xC2\xA3 rates");
  EXPECT_EQ(parse_links("<a>; title*=utf-16''%A3; title=x")[0].title, "x");
  EXPECT_EQ(parse_links("<a>; title*=broken; title=x")[0].title, "x");
}

TEST(link_field, reads_the_line_breaks_of_a_linkset_rfc9264_section_4_1) {
  const auto field =
      read_link_field("<http://a/>\n ; rel=\"item\"\n ; type=\"text/csv\",\n<http://b/>\n; rel=item\n");
  ASSERT_EQ(field.links.size(), 2U);
  EXPECT_EQ(field.links[0], (web_link{"http://a/", {"item"}, "text/csv", "", "", "", 1}));
  EXPECT_EQ(field.links[1].line, 4U);
  EXPECT_TRUE(field.faults.empty());
}

TEST(link_field, a_target_without_its_end_costs_one_link) {
  const auto field = read_link_field("<http://a/; rel=item, <http://b/>; rel=item");
  ASSERT_EQ(field.links.size(), 1U);
  EXPECT_EQ(field.links[0].target, "http://b/");
  ASSERT_EQ(field.faults.size(), 1U);
}

TEST(link_field, a_quoted_value_without_its_end_is_kept_and_noted) {
  const auto field = read_link_field("<a>; rel=\"next");
  ASSERT_EQ(field.links.size(), 1U);
  EXPECT_TRUE(field.links[0].has_relation("next"));
  EXPECT_EQ(field.faults.size(), 1U);
}

TEST(link_field, damaged_fields_end_and_are_bounded) {
  for (std::string_view value :
       {"", ",", "<", "<a", "a>", "<a>;", "<a>;rel", "<a>;rel=", "<a>;rel=\"", "<a>;;;", "<a> x <b>", ";"})
    EXPECT_LE(parse_links(value).size(), 1U) << value;
  std::string many;
  for (int i = 0; i < 1'000; ++i) many += "<a>,";
  EXPECT_EQ(parse_links(many).size(), 100U);
  EXPECT_EQ(read_link_field(many, 10).left_out, 990U);
}

}  // namespace
}  // namespace laundromat
