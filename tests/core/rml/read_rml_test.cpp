// What is wrong in a mapping, and how it is said.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/read_rml.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/rml/rml_template.hpp"

namespace laundromat {
namespace {

/// `LINE: MESSAGE` for each problem, each with a line end.
std::string problems_of(const std::string& body) {
  const auto mapping = read_rml_mapping(
      "@prefix rml: <http://w3id.org/rml/> .\n@prefix : <http://e.org/> .\n" + body, "http://e.org/");
  std::string out;
  if (mapping) return out;
  for (const auto& problem : mapping.error())
    out += std::to_string(problem.line) + ": " + problem.message + "\n";
  return out;
}

const std::string source =
    "rml:logicalSource [ rml:source \"a.csv\" ; rml:referenceFormulation rml:CSV ] ;\n";

TEST(read_rml, says_the_line_and_what_to_write_instead_X05) {
  EXPECT_EQ(problems_of(":m " + source + "rml:subjectMap [\n  rml:template \"http://e.org/{id\" ] .\n"),
            "5: rml:subjectMap of <http://e.org/m>: rml:template \"http://e.org/{id\": a `{` whose reference "
            "has no "
            "end: write `{name}`, or `\\{` for the character\n");
  EXPECT_EQ(problems_of(":m " + source + "rml:subjectMap [ rml:tempalte \"http://e.org/{id}\" ] .\n"),
            "4: rml:subjectMap of <http://e.org/m>: rml:tempalte is no property of RML-Core; did you mean "
            "`template`?\n"
            "4: rml:subjectMap of <http://e.org/m>: it has no rml:reference, rml:template or rml:constant: "
            "write one "
            "of them\n");
}

TEST(read_rml, refuses_what_the_specification_does_X05) {
  const std::string subject = "rml:subjectMap [ rml:template \"{id}\" ] ;\n";
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != text.npos; };
  EXPECT_TRUE(has(problems_of(":m " + source + "a rml:TriplesMap ."), "has no subject"));
  EXPECT_TRUE(has(problems_of(":m " + subject + "a rml:TriplesMap ."), "has no rml:logicalSource"));
  EXPECT_TRUE(has(problems_of(":m " + source + subject + "rml:predicateObjectMap [ rml:object 1 ] ."),
                  "it has no predicate"));
  EXPECT_TRUE(
      has(problems_of(":m " + source + subject +
                      "rml:predicateObjectMap [ rml:predicate :p ; rml:objectMap [ rml:reference \"a\" ; "
                      "rml:datatype :d ; rml:language \"en\" ] ] ."),
          "one datatype or one language"));
  EXPECT_TRUE(
      has(problems_of(
              ":m " + source + subject +
              "rml:predicateObjectMap [ rml:predicate :p ; rml:objectMap [ rml:parentTriplesMap :n ] ] ."),
          "<http://e.org/n> is no triples map"));
  EXPECT_TRUE(has(problems_of(":m " + source + subject + "rml:logicalTarget [] ."), "is not supported"));
  EXPECT_TRUE(
      has(problems_of(":m rml:logicalSource [ rml:source \"a\" ; rml:referenceFormulation rml:XPath ; "
                      "rml:iterator \"/a[\" ] ; rml:subject :s ."),
          "`/a[` is no XPath 1.0"));
  EXPECT_TRUE(
      has(problems_of(":m rml:logicalSource [ rml:source \"a\" ; rml:referenceFormulation rml:XPath ; "
                      "rml:iterator \"/x:a\" ] ; rml:subject :s ."),
          "with prefixes that are declared"));
  EXPECT_TRUE(has(problems_of(":m a :n"), "3:")) << "no correct Turtle";
  EXPECT_TRUE(has(problems_of(""), "no triples map"));
}

/// The problems of a source with these properties of its table.
std::string problems_of_table(const std::string& said) {
  return problems_of(
      "@prefix csvw: <http://www.w3.org/ns/csvw#> .\n:m rml:logicalSource [ rml:source [ a csvw:Table ; "
      "csvw:url "
      "\"a.csv\" ; " +
      said + " ] ; rml:referenceFormulation rml:CSV ] ; rml:subject :s .\n");
}

TEST(read_rml, says_what_of_a_dialect_it_cannot_obey_X05) {
  EXPECT_EQ(
      problems_of_table("csvw:dialect [ csvw:delimiter \";\" ; csvw:quoteChar \"'\" ; csvw:header true ; "
                        "csvw:skipRows 2 ; csvw:encoding \"UTF-8\" ; csvw:trim false ] ; csvw:null \"-\""),
      "");
  const std::pair<std::string, std::string> wrong[] = {
      {"csvw:delimiter \"||\"", "write one character of ASCII"},
      {"csvw:encoding \"latin1\"", "write \"utf-8\", or convert the table"},
      {"csvw:header \"perhaps\"", "write true, or false for a table without a header"},
      {"csvw:headerRowCount 2", "write true, or false for a table without a header"},
      {"csvw:skipRows -1", "write a number of rows"},
      {"csvw:skipColumns 1", "write 0"},
      {"csvw:trim true", "write false"},
      {"csvw:delimeter \";\"", "write another property"},
  };
  for (const auto& [said, instead] : wrong) {
    const auto problems = problems_of_table("csvw:dialect [ " + said + " ]");
    EXPECT_NE(problems.find(instead), std::string::npos) << said << ": " << problems;
  }
  EXPECT_NE(problems_of_table("csvw:tableSchema []").find("csvw:tableSchema is not read"), std::string::npos);
}

TEST(read_rml, refuses_a_second_value_where_one_is_meant_X05) {
  const std::string subject = " rml:subject :s .";
  for (const auto* const twice :
       {"rml:source \"a.csv\", \"b.csv\" ; rml:referenceFormulation rml:CSV",
        "rml:source \"a.csv\" ; rml:referenceFormulation rml:CSV, rml:JSONPath",
        "rml:source \"a.json\" ; rml:referenceFormulation rml:JSONPath ; rml:iterator \"$.a\", \"$.b\"",
        "rml:source [ rml:path \"a.csv\", \"b.csv\" ] ; rml:referenceFormulation rml:CSV"}) {
    const auto problems = problems_of(":m rml:logicalSource [ " + std::string(twice) + " ] ;" + subject);
    EXPECT_NE(problems.find("has several values: write one"), std::string::npos) << twice << ": " << problems;
  }
  EXPECT_EQ(problems_of(":m " + source + "rml:baseIRI <http://e.org/>, <http://e.org/> ;" + subject), "");
}

TEST(read_rml_template, reads_escapes_in_text_and_in_references_X05) {
  using pieces = std::vector<template_piece>;
  EXPECT_EQ(read_rml_template("a{b}c{d}").value(), (pieces{{"a", "b"}, {"c", "d"}}));
  EXPECT_EQ(read_rml_template("\\{\\\\{a\\}b}\\a").value(), (pieces{{"{\\", "a}b"}, {"\\a", ""}}));
  EXPECT_EQ(read_rml_template("").value(), pieces{});
  for (const auto* const wrong : {"{", "}", "{}", "{a{b}}", "{a\\}"})
    EXPECT_FALSE(read_rml_template(wrong)) << wrong;
}

}  // namespace
}  // namespace laundromat
