// Start tags made well-formed: what is shown to libxml2, and what is lost.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/tag_rewriter.hpp"

#include "tests/core/rdf/rdfxml/made_tag.hpp"

namespace laundromat::rdfxml {
namespace {

TEST(tag_rewriter, shows_a_clean_tag_as_it_is) {
  testing::made_tag tag;
  tag.make(R"(<e:p a="1" e:b='2'>)");
  EXPECT_EQ(tag.shown, R"(<e:p a="1" e:b='2'>)");
  EXPECT_EQ(tag.rewriter.attributes().size(), 2u);
  EXPECT_TRUE(tag.rewriter.faults().empty() && tag.rewriter.lost().empty());
  ASSERT_NE(tag.element, nullptr);
  EXPECT_EQ(tag.element->attributes[1].value, "2");
}

TEST(tag_rewriter, resolves_references_and_replaces_bytes_that_xml_does_not_allow) {
  testing::made_tag tag;
  tag.make("<e:p a=\"x &amp; \x01\"/>", 100);
  EXPECT_EQ(tag.shown, "<e:p a=\"x &amp; \xEF\xBF\xBD\"/>");
  ASSERT_EQ(tag.rewriter.faults().size(), 1u);
  const auto& fault = tag.rewriter.faults().front();
  EXPECT_EQ(fault.rule, errc::xml_character);
  EXPECT_EQ(fault.attribute, 0u);
  EXPECT_EQ(fault.begin, 116u);
}

TEST(tag_rewriter, empties_an_attribute_whose_value_cannot_be_read) {
  testing::made_tag tag;
  tag.make(R"(<e:p a="&nothing;" b="1">)");
  EXPECT_EQ(tag.shown, R"(<e:p a="" b="1">)");
  ASSERT_EQ(tag.rewriter.faults().size(), 1u);
  EXPECT_EQ(tag.rewriter.faults().front().done, treatment::skip);
}

TEST(tag_rewriter, leaves_out_attributes_that_are_repeated) {
  testing::made_tag tag;
  tag.make(R"(<e:p a="1" a="1" b="2">)");
  EXPECT_EQ(tag.shown, R"(<e:p a="1" b="2">)");
  ASSERT_EQ(tag.rewriter.lost().size(), 1u);
  EXPECT_TRUE(tag.rewriter.lost().front().is_known);
  ASSERT_EQ(tag.rewriter.attributes().size(), 2u);
  EXPECT_EQ(tag.rewriter.attributes()[1].begin, 17u);
}

TEST(tag_rewriter, loses_a_namespace_that_may_not_be_declared) {
  testing::made_tag tag;
  tag.make(R"(<e:p xmlns:f="" a="1">)", 10);
  EXPECT_EQ(tag.shown, R"(<e:p xmlns:f="urn:x-laundromat:unknown-namespace" a="1">)");
  ASSERT_EQ(tag.rewriter.lost().size(), 1u);
  EXPECT_EQ(tag.rewriter.lost().front().begin, 15u);
  EXPECT_EQ(tag.rewriter.attributes().size(), 1u);
}

TEST(tag_rewriter, adds_the_defaults_of_the_document_type) {
  testing::made_tag tag;
  (void)tag.decoder.entities().declare("<!DOCTYPE r [<!ATTLIST e:p a CDATA \"1\" b CDATA \"2\">]>", false);
  tag.make(R"(<e:p b="3">)", 10);
  EXPECT_EQ(tag.shown, R"(<e:p b="3" a="1">)");
  ASSERT_EQ(tag.rewriter.attributes().size(), 2u);
  EXPECT_EQ(tag.rewriter.attributes()[1].begin, 4u) << "it is nowhere in the tag";
}

TEST(tag_rewriter, refuses_names) {
  testing::made_tag tag;
  tag.make("<e:\xFF>");
  EXPECT_EQ(tag.rewriter.name_fault(), errc::xml_syntax);
  tag.make("<e:" + std::string(1'000, 'x') + ">");
  EXPECT_EQ(tag.rewriter.name_fault(), errc::term_too_long);
  tag.make("<e:p>");
  EXPECT_EQ(tag.rewriter.name_fault(), errc::ok);
}

}  // namespace
}  // namespace laundromat::rdfxml
