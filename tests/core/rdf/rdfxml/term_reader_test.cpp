// Terms without a document: bases in scope, IRIs, rdf:ID, labels, languages.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/rdf/rdfxml/terms/base_scope.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_term_reader.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

TEST(base_scope, ends_with_the_element_that_declares) {
  bool used = false;
  base_scope bases(&used);
  bases.begin("http://a/");
  const auto mark = bases.mark();
  EXPECT_FALSE(bases.is_declared());
  bases.declare("http://b/");
  EXPECT_EQ(bases.use(), "http://b/");
  EXPECT_FALSE(used) << "the document declares it";
  bases.lose();
  EXPECT_EQ(bases.current(), "");
  bases.leave(mark);
  EXPECT_EQ(bases.current(), "http://a/");
  EXPECT_FALSE(used);
  EXPECT_EQ(bases.use(), "http://a/");
  EXPECT_TRUE(used);
}

class rdf_xml_terms : public ::testing::Test {
 protected:
  static located_text at(std::string_view text) { return {text, 5, 5 + text.size()}; }
  std::string read_iri(std::string_view text) {
    std::string out;
    return terms.read_iri(at(text), out) ? out : std::string(to_string(terms.problem().rule));
  }

  rdf_xml_terms() { log.show(document); }

  reader_options options{"http://a/dir/doc#dropped"};
  laundromat::testing::remembering_sink sink;
  std::string document = std::string(100, 'x');
  defect_log log{sink, wash_profile::standard, 100};
  rdf_xml_term_reader terms{options, log};
};

TEST_F(rdf_xml_terms, resolves_references_against_the_base_without_its_fragment) {
  EXPECT_EQ(read_iri("x"), "http://a/dir/x");
  EXPECT_EQ(read_iri(""), "http://a/dir/doc");
  EXPECT_EQ(read_iri("#f"), "http://a/dir/doc#f");
  EXPECT_EQ(read_iri("urn:x:y"), "urn:x:y");
  EXPECT_TRUE(terms.read_base(at("http://b/c/")));
  EXPECT_EQ(read_iri("x"), "http://b/c/x");
  EXPECT_TRUE(terms.read_base(at("../d/")));
  EXPECT_EQ(read_iri("x"), "http://b/d/x");
  terms.bases().lose();
  EXPECT_EQ(read_iri("x"), "relative_iri");
  EXPECT_EQ(terms.problem().noticed, 5u);
  EXPECT_EQ(read_iri("urn:x:y"), "urn:x:y");
}

TEST_F(rdf_xml_terms, takes_no_base_that_is_neither_absolute_nor_relative) {
  EXPECT_FALSE(terms.read_base(at("1:x")));
  EXPECT_EQ(terms.problem().rule, errc::bad_iri);
}

TEST_F(rdf_xml_terms, refuses_what_is_too_long) {
  options.limits.iri_bytes = 20;
  EXPECT_EQ(read_iri("http://a/" + std::string(20, 'x')), "term_too_long");
  std::string out;
  EXPECT_FALSE(terms.read_label(at(std::string(21, 'x')), out));
}

TEST_F(rdf_xml_terms, reports_an_id_that_is_used_twice_in_one_document) {
  std::string out;
  EXPECT_TRUE(terms.read_id(at("i"), out));
  EXPECT_EQ(out, "http://a/dir/doc#i");
  EXPECT_TRUE(terms.read_base(at("http://b/")));
  EXPECT_TRUE(terms.read_id(at("i"), out)) << "another base, another IRI";
  terms.begin_document();
  EXPECT_TRUE(terms.read_id(at("i"), out));
  EXPECT_TRUE(sink.defects.empty());
  EXPECT_TRUE(terms.read_id(at("i"), out)) << "it is kept";
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects.front().rule, errc::repeated_id);
}

TEST_F(rdf_xml_terms, keeps_labels_apart_from_made_ones_and_from_those_of_other_documents) {
  std::string made, label;
  terms.make_label(made);
  EXPECT_EQ(made, "1");
  EXPECT_TRUE(terms.read_label(at("n1"), label));
  EXPECT_EQ(label, "n1");
  terms.separate_labels();
  EXPECT_TRUE(terms.read_label(at("n1"), label));
  EXPECT_EQ(label, "2_n1");
}

TEST_F(rdf_xml_terms, reads_languages) {
  std::string language;
  EXPECT_EQ(terms.read_language(at("en"), language), errc::ok);
  EXPECT_EQ(language, "en");
  EXPECT_EQ(terms.read_language(at(""), language), errc::ok);
  EXPECT_EQ(language, "");
  EXPECT_EQ(terms.read_language(at("e n"), language), errc::ok);
  EXPECT_EQ(language, "") << "repaired";
  log.reach(50, span_kind::statement);
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects.front().rule, errc::bad_language_tag);
  auto strict = options;
  strict.profile = wash_profile::strict;
  rdf_xml_term_reader other(strict, log);
  EXPECT_EQ(other.read_language(at("e n"), language), errc::bad_language_tag);
}

}  // namespace
}  // namespace laundromat::rdfxml
