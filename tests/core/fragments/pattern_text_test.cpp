// Tests of patterns as people write them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/fragments/quad_pattern.hpp"

namespace laundromat::test {
namespace {

using terms = std::array<std::string, positions>;

quad_pattern read(std::string_view text) {
  auto pattern = read_pattern(text);
  EXPECT_TRUE(pattern) << text << ": " << (pattern ? "" : pattern.error().detail);
  return pattern.value_or(quad_pattern{});
}

std::string refused(std::string_view text) {
  const auto pattern = read_pattern(text);
  EXPECT_FALSE(pattern) << text;
  return pattern ? "" : pattern.error().detail;
}

constexpr auto type = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

}  // namespace

TEST(read_pattern, takes_terms_as_sparql_and_turtle_write_them) {
  EXPECT_EQ(read("?s ?p ?o").terms, terms{});
  EXPECT_TRUE(read("?s ?p ?o").is_open());
  EXPECT_TRUE(read("_ _ _ _").is_open());
  EXPECT_EQ(read("?s a foaf:Person").terms, (terms{"", type, "<http://xmlns.com/foaf/0.1/Person>", ""}));
  EXPECT_EQ(read("<http://a.example/x y> ?p ?o .").terms, (terms{"<http://a.example/x%20y>", "", "", ""}))
      << "as the document would have it";
  EXPECT_EQ(read("http://a.example/x ?p http://a.example/y?q=1").terms,
            (terms{"<http://a.example/x>", "", "<http://a.example/y?q=1>", ""}));
  EXPECT_EQ(read("?s ?p \"two words\"@EN-gb").terms[2], "\"two words\"@en-gb");
  EXPECT_EQ(read("?s ?p 'it\"s'").terms[2], "\"it\\\"s\"");
  EXPECT_EQ(read("?s ?p \"\"\"two\nlines\"\"\"").terms[2], "\"two\\nlines\"");
  EXPECT_EQ(read("?s ?p 7").terms[2], "\"7\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(read("?s ?p \"7\"^^xsd:byte").terms[2], "\"7\"^^<http://www.w3.org/2001/XMLSchema#byte>");
  EXPECT_EQ(read("?s ?p <<( <x:a> <x:b> \"c d\" )>>").terms[2], "<<( <x:a> <x:b> \"c d\" )>>");
  EXPECT_EQ(read("?s ?p ?o <x:g>").of(position::graph), "<x:g>");
  EXPECT_EQ(read("?s ?p ?o default").of(position::graph), no_named_graph);
}

TEST(read_pattern, a_variable_that_repeats_is_the_same_term) {
  EXPECT_FALSE(read("?a ?b ?c").has_equal_positions());
  const auto pattern = read("?x ?p ?x ?p");
  EXPECT_EQ(pattern.same_as,
            (std::array{position::subject, position::predicate, position::subject, position::predicate}));
  EXPECT_FALSE(read("_ ?p _").has_equal_positions());
}

TEST(read_pattern, says_which_term_is_wrong_and_what_to_write) {
  EXPECT_NE(refused("?s ?p").find("has 2 of three terms"), std::string::npos);
  EXPECT_NE(refused("").find("has 0 of three"), std::string::npos);
  EXPECT_NE(refused("a b c d e").find("has 5 of three"), std::string::npos);
  EXPECT_NE(refused("?s ?p word").find("`word` is no term"), std::string::npos);
  EXPECT_NE(refused("?s ?p unknownprefix:x").find("`unknownprefix:x`"), std::string::npos);
  EXPECT_NE(refused("\"text\" ?p ?o").find("only objects"), std::string::npos);
  EXPECT_NE(refused("?s \"text\" ?o").find("only objects"), std::string::npos);
  EXPECT_NE(refused("?s ?p _:b0").find("blank node"), std::string::npos);
  EXPECT_NE(refused("?s ?p <relative>").find("`<relative>`"), std::string::npos);
  EXPECT_NE(refused("?s ?p \"open").find("is no term"), std::string::npos);
  EXPECT_NE(refused("?s ?p <x:y").find("is no term"), std::string::npos);
  EXPECT_NE(refused("?s ?p <x:a>,<x:b>").find("is no term"), std::string::npos)
      << "that would be two statements";
}

}  // namespace laundromat::test
