// Graph blocks without the parser: which braces open a graph, what closes it, and what is in doubt where one does not.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/graph_block_reader.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;

struct block_on : parser_parts {
  using parser_parts::parser_parts;

  /// Reads the name of a graph and the brace behind it.
  read_progress open_named() {
    begin_statement();
    accept();
    return blocks.open_named(next());
  }
  /// Reads `GRAPH` and what follows, as long as it belongs to the header.
  read_progress read_header() {
    begin_statement();
    blocks.begin_header();
    auto found = read_progress::more;
    while (found == read_progress::more) {
      accept();
      found = blocks.read_header(next());
    }
    return found;
  }
  read_progress open_default() {
    begin_statement();
    return blocks.open_default(last);
  }

  statement_recovery recovery{all, graphs, strings, declarations, nested};
  graph_block_reader blocks{all, graphs, nested, recovery};
};

TEST(graph_block_reader, a_brace_opens_the_default_graph) {
  block_on on("{ <a:s> <a:p> <a:o> }");
  EXPECT_EQ(on.open_default(), read_progress::done);
  EXPECT_TRUE(on.graphs.is_open());
  EXPECT_EQ(on.blocks.close(on.next()), read_progress::done);
  EXPECT_FALSE(on.graphs.is_open());
  EXPECT_EQ(on.defects(), all_lines{});
}

TEST(graph_block_reader, a_header_has_a_name_or_brackets_and_a_brace) {
  for (const std::string text : {"GRAPH <a:g> {", "GRAPH _:g {", "GRAPH [ ] {"}) {
    block_on on(text);
    EXPECT_EQ(on.read_header(), read_progress::done) << text;
    EXPECT_TRUE(on.graphs.is_open()) << text;
  }
}

TEST(graph_block_reader, a_header_that_is_damaged_lacks_its_brace_and_ends_the_graph_before) {
  for (const std::string text :
       {"GRAPH \"g\" {", "GRAPH [ <a:p> ] {", "GRAPH <a:g> <a:s>", "GRAPH <a:g> ["}) {
    block_on on(text);
    on.graphs.open_named({term_kind::iri, "a:before", {}, {}}, 0, 0, on.window.at(1));
    EXPECT_EQ(on.read_header(), read_progress::failed) << text;
    EXPECT_EQ(on.blocks.brace(), lost_brace::missing) << text;
    EXPECT_FALSE(on.graphs.is_open()) << text;
  }
}

TEST(graph_block_reader, a_brace_behind_a_name_opens_a_graph_where_a_statement_follows) {
  block_on on("<a:g> { <a:s> <a:p> <a:o> }");
  EXPECT_EQ(on.open_named(), read_progress::done);
  EXPECT_TRUE(on.graphs.is_open());
  block_on cut("<a:g> { <a:s", rdf_format::trig, wash_profile::standard, false);
  EXPECT_EQ(cut.open_named(), read_progress::wait);
}

TEST(graph_block_reader, a_brace_that_is_refused_leaves_a_doubt) {
  block_on on("<a:g> { <a:s> x . }");
  EXPECT_EQ(on.open_named(), read_progress::failed);
  EXPECT_EQ(on.blocks.brace(), lost_brace::refused);
  EXPECT_EQ(on.blocks.why().rule, errc::unbalanced_bracket);
  block_on turtle("<a:g> { <a:s> x . }", rdf_format::turtle);
  EXPECT_EQ(turtle.open_named(), read_progress::failed);
  EXPECT_EQ(turtle.blocks.brace(), lost_brace::none) << "no graph is expected there";
}

TEST(graph_block_reader, a_brace_within_a_graph_gives_it_up) {
  for (const bool is_named : {true, false}) {
    block_on on(is_named ? "<a:g> { <a:s> x . }" : "{ <a:s> <a:p> <a:o> }");
    on.graphs.open_named({term_kind::iri, "a:before", {}, {}}, 0, 0, on.window.at(1));
    EXPECT_EQ(is_named ? on.open_named() : on.open_default(), read_progress::failed);
    EXPECT_EQ(on.blocks.brace(), lost_brace::possible);
    EXPECT_FALSE(on.graphs.is_open());
  }
}

TEST(graph_block_reader, a_graph_in_turtle_is_a_repair) {
  block_on on("<a:g> { <a:s> <a:p> <a:o> }", rdf_format::turtle);
  EXPECT_EQ(on.open_named(), read_progress::done);
  EXPECT_EQ(on.defects(), all_lines{"repair 6+0"});
  block_on strict("<a:g> { <a:s> <a:p> <a:o> }", rdf_format::turtle, wash_profile::strict);
  EXPECT_EQ(strict.open_named(), read_progress::failed);
  EXPECT_EQ(strict.blocks.why().rule, errc::quad_in_triples);
}

TEST(graph_block_reader, a_brace_that_closes_nothing_is_skipped) {
  block_on on("}");
  on.begin_statement();
  EXPECT_EQ(on.blocks.close(on.last), read_progress::done);
  EXPECT_EQ(on.defects(), all_lines{"skip 0+1"});
}

}  // namespace
}  // namespace laundromat::turtle
