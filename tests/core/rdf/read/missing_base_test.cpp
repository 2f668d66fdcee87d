// Relative references without a base: the message says what is missing and what to do.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/diagnostic.hpp"

#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

/// The message of the last defect.
std::string message_of(rdf_format format, std::string_view text, std::string base_iri = {}) {
  const auto read = testing::read_text(format, text, 0, {std::move(base_iri)});
  EXPECT_TRUE(read.lines.empty());
  return read.defects.empty() ? "no defect" : read.defects.back().message;
}

/// A node with the name `s` and one property, with `attributes` on its root.
std::string rdf_xml(const std::string& attributes = {}) {
  return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\"" +
         attributes + "><rdf:Description rdf:about=\"s\"><e:p>x</e:p></rdf:Description></rdf:RDF>";
}

TEST(missing_base, a_base_that_nobody_gave_is_asked_for) {
  const std::string expected(no_base);
  EXPECT_NE(message_of(rdf_format::n_triples, "<s> <http://e/p> \"x\" .\n").find(expected), expected.npos);
  EXPECT_NE(message_of(rdf_format::turtle, "<s> <http://e/p> \"x\" .\n").find(expected), expected.npos);
  EXPECT_NE(message_of(rdf_format::trig, "{ <s> <http://e/p> \"x\" }\n").find(expected), expected.npos);
  EXPECT_NE(message_of(rdf_format::rdf_xml, rdf_xml()).find(expected), expected.npos);
}

TEST(missing_base, a_base_that_was_declared_cannot_be_given) {
  const std::string expected(unknown_base);
  const auto turtle =
      message_of(rdf_format::turtle, "@base \"x\" .\n<s> <http://e/p> \"x\" .\n", "http://e/");
  EXPECT_NE(turtle.find(expected), expected.npos);
  EXPECT_NE(message_of(rdf_format::rdf_xml, rdf_xml(" xml:base=\"&x;\"")).find(expected), expected.npos);
}

}  // namespace
}  // namespace laundromat
