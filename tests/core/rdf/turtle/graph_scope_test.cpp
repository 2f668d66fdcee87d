// Graphs: where they begin and end, and which statements wait because a brace may be missing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/state/graph_scope.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

const std::string deep_text(200, '{');
constexpr term_view iri_of(std::string_view value) {
  return {term_kind::iri, value, {}, {}};
}

/// Writes a statement that ends at the offset `end`.
void write(parser_parts& on, std::string_view object, std::uint64_t end) {
  on.all.out.write(iri_of("a:s"), iri_of("a:p"), iri_of(object));
  on.all.out.reach(end, span_kind::statement);
}

void open(parser_parts& on, std::string_view name, std::uint64_t at, std::uint64_t indent = 0) {
  on.graphs.open_named(iri_of(name), indent, at, on.window.at(at + 1));
}

TEST(graph_scope, a_graph_ends_with_its_brace) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  EXPECT_TRUE(on.graphs.is_open());
  on.graphs.begin_statement(false, 0);
  write(on, "a:o1", 20);
  on.graphs.close(30);
  EXPECT_FALSE(on.graphs.is_open());
  EXPECT_TRUE(on.graphs.is_behind_graph());
  EXPECT_EQ(on.lines(), all_lines{"<a:s> <a:p> <a:o1> <a:g> ."});
  EXPECT_EQ(on.defects(), all_lines{});
  EXPECT_EQ(on.spans(), (all_lines{"syntax 2", "statement 18", "syntax 10"}));
}

TEST(graph_scope, a_statement_at_the_margin_of_its_graph_waits_for_the_brace) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  on.graphs.begin_statement(true, 2);
  write(on, "a:o1", 20);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o2", 40);
  EXPECT_EQ(on.lines().size(), 1u) << "the second may be behind the graph";
  on.graphs.close(50);
  EXPECT_EQ(on.lines().size(), 2u);
}

TEST(graph_scope, what_waits_at_the_end_of_the_document_is_skipped_where_others_are_indented) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  on.graphs.begin_statement(true, 2);
  write(on, "a:o1", 20);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o2", 40);
  on.graphs.finish(false);
  EXPECT_EQ(on.lines().size(), 1u);
  EXPECT_EQ(on.defects(), all_lines{"skip 20+20"});
}

TEST(graph_scope, what_waits_at_the_end_of_the_document_is_kept_where_none_is_indented) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o1", 20);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o2", 40);
  on.graphs.finish(false);
  EXPECT_EQ(on.lines().size(), 2u);
}

TEST(graph_scope, a_skipped_brace_is_a_reason_to_require_the_brace) {
  for (const bool is_cut : {false, true}) {
    parser_parts on(deep_text);
    open(on, "a:g", 0);
    on.graphs.require_brace();
    on.graphs.begin_statement(true, 0);
    write(on, "a:o1", 20);
    on.graphs.finish(is_cut);
    EXPECT_EQ(on.lines().size(), is_cut ? 1u : 0u);
  }
}

TEST(graph_scope, a_brace_shows_that_the_graph_before_did_not_end) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  on.graphs.begin_statement(false, 0);
  on.graphs.close(10);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o1", 30);
  EXPECT_EQ(on.lines().size(), 0u);
  on.graphs.close_unknown();
  EXPECT_EQ(on.lines().size(), 0u);
  EXPECT_EQ(on.defects(), all_lines{"skip 10+20"});
}

TEST(graph_scope, the_next_graph_shows_that_the_one_before_has_ended) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  on.graphs.close(10);
  on.graphs.begin_statement(true, 0);
  write(on, "a:o1", 30);
  open(on, "a:h", 30);
  EXPECT_EQ(on.lines(), all_lines{"<a:s> <a:p> <a:o1> ."});
}

TEST(graph_scope, a_graph_that_could_not_be_opened_has_no_certain_end) {
  for (const int end : {0, 1, 2, 3}) {
    parser_parts on(deep_text);
    on.graphs.begin_doubt("the graph may not have been opened", graph_doubt::firm);
    EXPECT_TRUE(on.graphs.is_unopened());
    write(on, "a:o1", 20);
    if (end == 0) on.graphs.finish(false);
    if (end == 1) open(on, "a:h", 30);
    if (end == 2) on.graphs.open_default(0, 30);
    if (end == 3) on.graphs.close_unknown();
    EXPECT_FALSE(on.graphs.is_unopened());
    EXPECT_EQ(on.lines(), all_lines{}) << end;
    EXPECT_EQ(on.defects(), all_lines{"skip 0+20"}) << end;
  }
}

TEST(graph_scope, a_firm_doubt_replaces_another_and_stays) {
  parser_parts on(deep_text);
  on.graphs.begin_doubt("slight", graph_doubt::slight);
  write(on, "a:o1", 20);
  on.graphs.begin_doubt("firm", graph_doubt::firm);
  EXPECT_EQ(on.lines().size(), 1u) << "what waited before is explained by the graph that was begun";
  on.graphs.begin_doubt("open");
  EXPECT_TRUE(on.graphs.is_unopened());
}

TEST(graph_scope, a_graph_within_a_graph_gets_the_brace_before_it) {
  parser_parts on(deep_text);
  open(on, "a:g", 0);
  open(on, "a:h", 20);
  write(on, "a:o1", 40);
  on.graphs.close(50);
  EXPECT_EQ(on.defects().size(), 1u);
  EXPECT_EQ(on.sink.defects[0].done, treatment::repair);
  EXPECT_EQ(on.sink.defects[0].offset_bytes, 20u);
  EXPECT_EQ(on.sink.defects[0].after, "}");
  EXPECT_EQ(on.lines(), all_lines{"<a:s> <a:p> <a:o1> <a:h> ."});
  EXPECT_TRUE(on.all.out.is_in_doubt()) << "the graph around may go on";
}

TEST(graph_scope, the_strict_profile_reports_a_graph_that_is_not_closed) {
  parser_parts on(deep_text, rdf_format::trig, wash_profile::strict);
  open(on, "a:g", 0);
  on.graphs.report_open(on.window.at(100));
  EXPECT_EQ(on.defects(), all_lines{"skip 100+0"});
  EXPECT_EQ(on.sink.defects[0].done, treatment::skip);
}

TEST(graph_scope, only_a_broken_string_hides_a_brace) {
  parser_parts on("\"x }\n<a:o}>");
  EXPECT_EQ(on.next().kind, token_kind::broken);
  EXPECT_TRUE(on.graphs.hides_brace(on.last));
  parser_parts turtle("\"x }\n<a:o>", rdf_format::turtle);
  EXPECT_FALSE(turtle.graphs.hides_brace(turtle.next())) << "no graph is open in Turtle";
}

}  // namespace
}  // namespace laundromat::turtle
