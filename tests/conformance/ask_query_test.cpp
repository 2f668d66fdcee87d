// Queries like those of the RDFa suite, on graphs in Turtle.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/ask_query.hpp"

#include <gtest/gtest.h>

namespace laundromat::conformance {
namespace {

/// Whether the query matches a Turtle document.
bool ask(std::string_view query, std::string_view turtle) {
  const auto parsed = ask_query::parse(query);
  EXPECT_TRUE(parsed) << to_string(parsed.error());
  const auto data = read_document(rdf_format::turtle, turtle, {"http://e/"});
  EXPECT_TRUE(data && !data->find_defect(treatment::note));
  const auto answer = parsed->matches(data->statements);
  EXPECT_TRUE(answer) << to_string(answer.error());
  return answer.value_or(false);
}

TEST(ask_query, the_last_triple_needs_no_dot_and_a_missing_triple_does_not_match) {
  EXPECT_TRUE(ask("ASK WHERE { <a:s> <a:p> \"x {}\" }", "<a:s> <a:p> \"x {}\" ."));
  EXPECT_FALSE(ask("ASK { <a:s> <a:p> \"y\" . }", "<a:s> <a:p> \"x\" ."));
  EXPECT_TRUE(ask("ASK {}", ""));
}

TEST(ask_query, variables_and_blank_nodes_have_one_value_in_all_positions) {
  const auto loop = "# a comment with ASK {\nASK { ?x <a:p> _:b . _:b <a:q> ?x }";
  EXPECT_TRUE(ask(loop, "<a:s> <a:p> <a:t> . <a:t> <a:q> <a:s> ."));
  EXPECT_FALSE(ask(loop, "<a:s> <a:p> <a:t> . <a:t> <a:q> <a:t> ."));
}

TEST(ask_query, prefixes_lists_and_long_strings_are_those_of_turtle) {
  EXPECT_TRUE(
      ask("PREFIX a: <a:> BASE <http://b/> ASK { <x> a:p ( 1 \"\"\"two\n\"\"\"@en ) ; a [ a:q true ] }",
          "<http://b/x> <a:p> ( 1 \"two\\n\"@en ); a [ <a:q> true ] ."));
}

TEST(ask_query, filters_test_kinds_tags_and_bound_variables) {
  EXPECT_TRUE(ask("ASK { ?s ?p ?o . FILTER (isBlank(?s) && !isBlank(?o)) }", "[] <a:p> <a:o> ."));
  EXPECT_FALSE(ask("ASK { ?s ?p ?o FILTER isBlank(?o) }", "[] <a:p> <a:o> ."));
  EXPECT_TRUE(ask("ASK { ?s ?p ?o FILTER(lang(?o) = \"\") }", "[] <a:p> \"x\" ."));
  EXPECT_FALSE(ask("ASK { ?s ?p ?o FILTER(lang(?o) = \"\") . }", "[] <a:p> \"x\"@en ."));
  EXPECT_FALSE(ask("ASK { ?s ?p ?o FILTER(?s = ?o || datatype(?o) != datatype(?o)) }", "<a:s> <a:p> 1 ."));
}

TEST(ask_query, an_optional_part_binds_when_it_matches_and_else_is_ignored) {
  const auto query = "ASK { <a:s> <a:p> ?o . OPTIONAL { ?o <a:q> ?x } . FILTER (! bound (?x)) }";
  EXPECT_TRUE(ask(query, "<a:s> <a:p> <a:o> ."));
  EXPECT_FALSE(ask(query, "<a:s> <a:p> <a:o> . <a:o> <a:q> 1 ."));
}

TEST(ask_query, unsupported_queries_are_errors) {
  EXPECT_FALSE(ask_query::parse("SELECT * WHERE { ?s ?p ?o }"));
  EXPECT_FALSE(ask_query::parse("ASK { ?s ?p ?o"));
  EXPECT_FALSE(ask_query::parse("ASK { { ?s ?p ?o } UNION { ?o ?p ?s } }"));
  EXPECT_FALSE(is_filter_true("(now() = ?x)", {}));
}

}  // namespace
}  // namespace laundromat::conformance
