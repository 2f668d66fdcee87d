// The grammar without a reader: elements are opened and closed by the test.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"

#include "tests/core/rdf/rdfxml/made_tag.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat::rdfxml {
namespace {

using lines = std::vector<std::string>;

const std::string rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// A parser within rdf:RDF. The places of tags follow each other.
class rdf_xml_grammar : public ::testing::Test {
 protected:
  rdf_xml_grammar() {
    log.show(document);
    open("<rdf:RDF>");
  }
  void open(std::string_view text) {
    tag.make(text, at);
    at += text.size();
    parser.open(*tag.element, tag.source);
  }
  void close() {
    parser.close(at, at + 4);
    at += 4;
  }
  void add(std::string_view text) {
    parser.text(text, at, at + text.size());
    at += text.size();
  }

  reader_options options{"http://a/doc"};
  laundromat::testing::remembering_sink sink;
  std::string document = std::string(1'000, 'x');
  defect_log log{sink, wash_profile::standard, 100};
  rdfxml::rdf_xml_parser parser{options, sink, log};
  testing::made_tag tag;
  std::uint64_t at = 0;
};

TEST_F(rdf_xml_grammar, writes_a_property_when_it_closes) {
  open(R"(<e:Thing rdf:about="s">)");
  open("<e:p>");
  EXPECT_EQ(sink.lines, lines{"<http://a/s> <" + rdf + "type> <http://e/Thing> ."});
  add("text");
  EXPECT_TRUE(parser.is_filled());
  close();
  EXPECT_EQ(sink.lines.back(), "<http://a/s> <http://e/p> \"text\" .");
  close();
  close();
  EXPECT_EQ(parser.role(), rdf_role::document);
  EXPECT_TRUE(sink.defects.empty());
}

TEST_F(rdf_xml_grammar, takes_a_node_as_the_object_of_the_property_around_it) {
  open(R"(<rdf:Description rdf:about="s">)");
  open("<e:p>");
  open(R"(<rdf:Description rdf:about="o">)");
  close();
  close();
  EXPECT_EQ(sink.lines, lines{"<http://a/s> <http://e/p> <http://a/o> ."});
}

TEST_F(rdf_xml_grammar, writes_a_collection_when_it_closes) {
  open(R"(<rdf:Description rdf:about="s">)");
  open(R"(<e:p rdf:parseType="Collection">)");
  open(R"(<rdf:Description rdf:about="i">)");
  close();
  EXPECT_TRUE(sink.lines.empty());
  close();
  EXPECT_EQ(sink.lines, (lines{"<http://a/s> <http://e/p> <b:1> .", "<b:1> <" + rdf + "first> <http://a/i> .",
                               "<b:1> <" + rdf + "rest> <" + rdf + "nil> ."}));
}

TEST_F(rdf_xml_grammar, skips_a_property_with_text_and_elements) {
  open(R"(<rdf:Description rdf:about="s">)");
  open("<e:p>");
  add("text");
  open(R"(<rdf:Description rdf:about="o">)");
  EXPECT_TRUE(parser.is_skipping());
  close();
  close();
  EXPECT_FALSE(parser.is_skipping());
  open("<e:q>");
  add("kept");
  close();
  EXPECT_EQ(sink.lines, lines{"<http://a/s> <http://e/q> \"kept\" ."});
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects.front().rule, errc::rdf_xml_grammar);
}

TEST_F(rdf_xml_grammar, keeps_text_between_elements_out_and_nothing_else) {
  open(R"(<rdf:Description rdf:about="s">)");
  add("stray");
  open("<e:q>");
  add("kept");
  close();
  EXPECT_EQ(sink.lines, lines{"<http://a/s> <http://e/q> \"kept\" ."});
  ASSERT_EQ(sink.defects.size(), 1u);
  EXPECT_EQ(sink.defects.front().length_bytes, 5u);
}

}  // namespace
}  // namespace laundromat::rdfxml
