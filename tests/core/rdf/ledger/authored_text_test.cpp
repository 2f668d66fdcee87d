// Fixes are what an author would write.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/authored_text.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::optional<std::string> authored(errc rule, std::string before, std::string after) {
  defect found;
  found.rule = rule;
  found.done = treatment::repair;
  found.before = std::move(before);
  found.after = std::move(after);
  return authored_text(found);
}

TEST(authored_text, keeps_relative_references_relative_R137) {
  using enum errc;
  EXPECT_EQ(authored(iri_character, "<a b>", "<thismessage:/a%20b>"), "<a%20b>");
  EXPECT_EQ(authored(iri_character, "< ../a b#c >", "<http://h/d/../a%20b#c>"), "<../a%20b#c>");
  EXPECT_EQ(authored(iri_character, "\"a b\"", "\"http://h/a%20b\""), "\"a%20b\"");
  EXPECT_EQ(authored(iri_character, "a b", "http://h/d/a%20b"), "a%20b");
  EXPECT_EQ(authored(iri_character, "<a>\xE2\x80\x8E", "<thismessage:/a>"), "<a>");
  EXPECT_EQ(authored(bad_percent_code, "<%zz>", "<http://h/%25zz>"), "<%25zz>");
}

TEST(authored_text, is_the_repair_of_what_is_not_relative) {
  using enum errc;
  EXPECT_EQ(authored(iri_character, "<http://a b>", "<http://a%20b>"), "<http://a%20b>");
  EXPECT_EQ(authored(missing_dot, "", " ."), " .");
  EXPECT_EQ(authored(bad_language_tag, "@x_y", "@x-y"), "@x-y");
  EXPECT_EQ(authored(relative_iri, "<a>", "<http://h/a>"), "<http://h/a>")
      << "N-Triples has only absolute ones";
}

TEST(authored_text, is_nothing_where_no_author_can_have_written_it) {
  using enum errc;
  EXPECT_EQ(authored(relative_iri, "<a>", "<thismessage:/a>"), std::nullopt);
  EXPECT_EQ(authored(missing_language_tag, "\"x\"^^<t>", "\"x\"^^<thismessage:/t>"), std::nullopt);
  EXPECT_EQ(authored(iri_character, "<../a b>", "<http://h/a%20b>"), std::nullopt)
      << "dot segments are removed";
  EXPECT_EQ(authored(iri_character, "<>", "<thismessage:/>"), std::nullopt);
}

}  // namespace
}  // namespace laundromat
