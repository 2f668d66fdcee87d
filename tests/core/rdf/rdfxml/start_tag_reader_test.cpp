// What start tags mean: subjects, types, forms of properties, scopes, and what is left out or refused.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/start_tag_reader.hpp"

#include "tests/core/rdf/rdfxml/made_tag.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

class start_tag : public ::testing::Test {
 protected:
  start_tag() {
    log.show(document);
    around.role = rdf_role::node;
  }
  bool read_node(std::string_view text) {
    element = {};
    element.role = rdf_role::node;
    held.clear();
    tag.make(text);
    return reader.read_scope(*tag.element, tag.source, false, element) &&
           reader.read_node(*tag.element, tag.source, element);
  }
  property_form read_property(std::string_view text) {
    element = {};
    element.role = rdf_role::property;
    held.clear();
    tag.make(text);
    return reader.read_scope(*tag.element, tag.source, false, element)
               ? reader.read_property(*tag.element, tag.source, element, around)
               : property_form::refused;
  }
  /// The predicates and objects that are held.
  std::vector<std::string> statements() {
    std::vector<std::string> out;
    held.take_all([&](held_statement& one) { out.push_back(one.predicate + " " + one.object); });
    return out;
  }

  reader_options options{"http://a/doc"};
  laundromat::testing::remembering_sink sink;
  std::string document = std::string(1'000, 'x');
  defect_log log{sink, wash_profile::standard, 100};
  rdf_xml_names names;
  rdf_xml_term_reader terms{options, log};
  pending_statements held;
  start_tag_reader reader{options, log, names, terms, held};
  testing::made_tag tag;
  frame element, around;
};

const std::string rdf_namespace_text = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

TEST_F(start_tag, of_a_node_names_its_subject) {
  EXPECT_TRUE(read_node(R"(<rdf:Description rdf:about="x">)"));
  EXPECT_EQ(element.subject, "http://a/x");
  EXPECT_EQ(element.subject_kind, term_kind::iri);
  EXPECT_TRUE(element.is_named);
  EXPECT_TRUE(read_node(R"(<rdf:Description rdf:ID="i">)"));
  EXPECT_EQ(element.subject, "http://a/doc#i");
  EXPECT_TRUE(read_node(R"(<rdf:Description rdf:nodeID="n">)"));
  EXPECT_EQ(element.subject_kind, term_kind::blank);
  EXPECT_EQ(element.subject, "n");
  EXPECT_EQ(held.count(), 0u);
}

TEST_F(start_tag, of_a_node_without_a_name_makes_a_label) {
  EXPECT_TRUE(read_node("<rdf:Description>"));
  EXPECT_EQ(element.subject_kind, term_kind::blank);
  EXPECT_EQ(element.subject, "1");
  EXPECT_FALSE(element.is_named);
}

TEST_F(start_tag, of_a_node_holds_its_type_and_the_statements_of_its_attributes) {
  EXPECT_TRUE(read_node(R"(<e:Thing rdf:about="x" e:p="1" rdf:type="c">)"));
  EXPECT_EQ(statements(), (std::vector<std::string>{rdf_namespace_text + "type http://e/Thing",
                                                    "http://e/p 1", rdf_namespace_text + "type http://a/c"}));
}

TEST_F(start_tag, of_a_node_may_have_one_name_only) {
  EXPECT_FALSE(read_node(R"(<e:Thing rdf:about="x" rdf:ID="y">)"));
  EXPECT_EQ(reader.problem().rule, errc::rdf_xml_grammar);
  EXPECT_EQ(reader.problem().message, "a node with two names");
}

TEST_F(start_tag, of_a_node_leaves_out_an_attribute_without_meaning_when_the_subject_is_sure) {
  EXPECT_TRUE(read_node(R"(<e:Thing rdf:about="x" lost="z">)"));
  EXPECT_FALSE(element.omitted.is_empty());
  EXPECT_FALSE(read_node(R"(<e:Thing lost="z">)")) << "it may have been the subject";
}

TEST_F(start_tag, of_a_node_may_not_be_a_word_of_the_grammar) {
  for (const auto* text : {"<rdf:li>", "<rdf:RDF>", "<rdf:ID>", "<nothing>"}) {
    EXPECT_FALSE(read_node(text)) << text;
    EXPECT_EQ(reader.problem().rule, errc::rdf_xml_grammar) << text;
  }
  EXPECT_FALSE(read_node("<f:Thing>"));
  EXPECT_EQ(reader.problem().rule, errc::undeclared_namespace);
}

TEST_F(start_tag, of_a_property_has_a_form) {
  EXPECT_EQ(read_property("<e:p>"), property_form::open);
  EXPECT_EQ(element.predicate, "http://e/p");
  EXPECT_EQ(read_property(R"(<e:p rdf:resource="x">)"), property_form::empty);
  EXPECT_EQ(element.object, "http://a/x");
  EXPECT_EQ(read_property(R"(<e:p e:q="1">)"), property_form::empty);
  EXPECT_EQ(element.object_kind, term_kind::blank);
  EXPECT_EQ(statements(), std::vector<std::string>{"http://e/q 1"});
  EXPECT_EQ(read_property(R"(<e:p rdf:datatype="x">)"), property_form::open);
  EXPECT_EQ(element.datatype, "http://a/x");
  EXPECT_EQ(read_property(R"(<e:p rdf:parseType="Resource">)"), property_form::resource);
  EXPECT_EQ(read_property(R"(<e:p rdf:parseType="Collection">)"), property_form::collection);
  EXPECT_EQ(read_property(R"(<e:p rdf:parseType="anything">)"), property_form::literal);
  EXPECT_EQ(read_property(R"(<e:p rdf:ID="s">)"), property_form::open);
  EXPECT_EQ(element.statement_id, "http://a/doc#s");
}

TEST_F(start_tag, of_a_property_refuses_attributes_that_exclude_each_other) {
  for (const auto* text :
       {R"(<e:p rdf:resource="x" rdf:nodeID="y">)", R"(<e:p rdf:resource="x" rdf:datatype="y">)",
        R"(<e:p rdf:parseType="Resource" e:q="1">)"}) {
    EXPECT_EQ(read_property(text), property_form::refused) << text;
    EXPECT_EQ(reader.problem().rule, errc::rdf_xml_grammar) << text;
  }
}

TEST_F(start_tag, of_a_member_counts_in_the_element_around) {
  EXPECT_EQ(read_property("<rdf:li>"), property_form::open);
  EXPECT_EQ(element.predicate, rdf_namespace_text + "_1");
  EXPECT_EQ(read_property("<rdf:li>"), property_form::open);
  EXPECT_EQ(element.predicate, rdf_namespace_text + "_2");
  around.doubt_members(errc::mismatched_tag);
  EXPECT_EQ(read_property("<rdf:li>"), property_form::refused);
  EXPECT_EQ(reader.problem().rule, errc::mismatched_tag);
}

TEST_F(start_tag, declares_the_language_and_the_base_for_its_element) {
  const auto mark = terms.bases().mark();
  EXPECT_TRUE(read_node(R"(<e:Thing xml:lang="en" xml:base="http://b/" rdf:about="x">)"));
  EXPECT_EQ(element.language, "en");
  EXPECT_EQ(element.subject, "http://b/x");
  terms.bases().leave(mark);
  EXPECT_TRUE(read_node(R"(<e:Thing xml:lang="&nothing;" rdf:about="x">)"));
  EXPECT_EQ(element.language_fault, errc::unknown_entity);
  EXPECT_FALSE(element.omitted.is_empty());
  EXPECT_EQ(element.subject, "http://a/x");
}

TEST_F(start_tag, of_the_root_has_no_attributes_but_those_of_xml) {
  tag.make(R"(<rdf:RDF xml:lang="en" rdf:about="x">)");
  ASSERT_TRUE(reader.read_scope(*tag.element, tag.source, true, element));
  reader.read_root(*tag.element, tag.source, element);
  EXPECT_EQ(element.language, "en");
  EXPECT_FALSE(element.omitted.is_empty());
}

}  // namespace
}  // namespace laundromat::rdfxml
