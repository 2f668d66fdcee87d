// Directives, token by token: what is declared, what is repaired, and what is no directive.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/directive_reader.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

struct directive_on : parser_parts {
  explicit directive_on(std::string_view text, wash_profile profile = wash_profile::standard,
                        bool is_in_graph = false)
      : parser_parts(text, rdf_format::trig, profile) {
    static_cast<void>(next());
    directives.begin(last, directive_of(last), is_in_graph);
    accept();
    for (; outcome == read_progress::more; accept()) outcome = directives.read(next());
  }
  bool has(std::string_view prefix, std::string_view iri) { return all.terms.is_declared(prefix, iri); }

  directive_reader directives{window,    all.tokens, all.lookahead, all.reports,
                              all.terms, all.out,    declarations};
  read_progress outcome = read_progress::more;
};

TEST(directive_reader, declares_a_prefix) {
  directive_on on("@prefix e: <http://e/> . <a:s>");
  EXPECT_EQ(on.outcome, read_progress::done);
  EXPECT_TRUE(on.has("e", "http://e/"));
  EXPECT_EQ(on.defects(), all_lines{});
  EXPECT_EQ(on.spans(), all_lines{"syntax 24"});
}

TEST(directive_reader, sparql_directives_have_no_dot) {
  directive_on on("PREFIX e: <http://e/>\n<a:s>");
  EXPECT_EQ(on.outcome, read_progress::done_before);
  EXPECT_TRUE(on.has("e", "http://e/"));
  EXPECT_EQ(on.defects(), all_lines{});
  directive_on dot("BASE <http://e/> .");
  EXPECT_EQ(dot.outcome, read_progress::done);
  EXPECT_EQ(dot.defects(), all_lines{"repair 17+1"});
}

TEST(directive_reader, repairs_where_the_profile_allows_it) {
  for (const std::string text : {"@PREFIX e: <http://e/> .", "@prefix e : <http://e/> .",
                                 "@prefix e <http://e/> .", "@prefix e: <http://e/> ;"}) {
    directive_on on(text);
    EXPECT_EQ(on.outcome, read_progress::done) << text;
    EXPECT_TRUE(on.has("e", "http://e/")) << text;
    ASSERT_EQ(on.defects().size(), 1u) << text;
    EXPECT_EQ(on.sink.defects[0].after, "@prefix e: <http://e/> .") << text;
    directive_on strict(text, wash_profile::strict);
    EXPECT_EQ(strict.outcome, read_progress::done) << text;
    EXPECT_FALSE(strict.has("e", "http://e/")) << text;
    EXPECT_EQ(strict.defects().size(), 1u) << text;
  }
}

TEST(directive_reader, a_missing_dot_is_put_in) {
  directive_on on("@prefix e: <http://e/>\n<a:s>");
  EXPECT_EQ(on.outcome, read_progress::done_before);
  EXPECT_EQ(on.defects(), all_lines{"repair 22+0"});
  EXPECT_TRUE(on.has("e", "http://e/"));
}

TEST(directive_reader, takes_no_iri_of_the_statement_behind_it) {
  for (const auto profile : {wash_profile::standard, wash_profile::strict})
    for (const std::string text :
         {"@prefix e:\n<a:s> <a:p> <a:o> .", "@prefix e: <a:s> <a:p> <a:o> .",
          "@prefix e:\n<a:g> { <a:s> <a:p> <a:o> }", "@prefix e: <a:s>\n  <a:p> <a:o> .",
          "PREFIX e:\n<a:s> <a:p> <a:o> .", "PREFIX e: <a:s>\n  <a:p> \"x\" ."}) {
      directive_on on(text, profile);
      EXPECT_EQ(on.outcome, read_progress::failed) << text;
      EXPECT_FALSE(on.has("e", "a:s")) << text;
    }
  for (const std::string text : {"PREFIX e: <a:s> <a:p> <a:o> <a:x> .", "PREFIX e:\n<a:s> <a:p> a [ ] .",
                                 "PREFIX e:\n<a:s> { <a:p> <a:o> <a:x> }", "PREFIX e:\n<a:s> <a:g> { }"}) {
    directive_on on(text);
    EXPECT_EQ(on.outcome, read_progress::done_before) << text;
    EXPECT_TRUE(on.has("e", "a:s")) << text;
  }
}

TEST(directive_reader, an_iri_without_end_counts_when_the_directive_ends_there) {
  directive_on on("@prefix e: <http://e/ .\n");
  EXPECT_EQ(on.outcome, read_progress::done);
  EXPECT_TRUE(on.has("e", "http://e/"));
  directive_on more("@prefix e: <http://e/ <a:s> .\n");
  EXPECT_EQ(more.outcome, read_progress::failed);
  EXPECT_EQ(more.directives.why().message, "the IRI has no end");
}

TEST(directive_reader, says_why_something_is_no_directive) {
  directive_on literal("@prefix \"x\" .");
  EXPECT_EQ(literal.outcome, read_progress::failed);
  EXPECT_EQ(literal.directives.why().rule, errc::bad_directive);
  EXPECT_EQ(literal.directives.why().message, "no prefix");
  EXPECT_EQ(directive_on("@prefix e:x <http://e/> .").directives.why().message, "no prefix but a name");
  EXPECT_EQ(directive_on("@base \"x\" .").directives.why().message, "no IRI");
}

TEST(directive_reader, a_skipped_directive_makes_its_prefix_unknown) {
  directive_on on("@prefix e: \"x\" .");
  ASSERT_EQ(on.outcome, read_progress::failed);
  ASSERT_TRUE(on.all.terms.declare("e", "http://e/"));
  on.directives.lose();
  EXPECT_FALSE(on.has("e", "http://e/"));
}

TEST(directive_reader, a_directive_in_a_graph_is_reported) {
  directive_on on("@prefix e: <http://e/> .", wash_profile::standard, true);
  EXPECT_EQ(on.defects(), all_lines{"repair 0+24"});
}

}  // namespace
}  // namespace laundromat::turtle
