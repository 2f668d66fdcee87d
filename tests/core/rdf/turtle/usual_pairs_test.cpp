// The fast path: what it reads, and where it stops.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/usual_pairs.hpp"

#include <map>

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;
using outcome = usual_pairs::outcome;

/// A statement whose predicates are next; they begin behind a first token of the text.
struct pairs_on : parser_parts {
  static constexpr std::uint64_t begin = 4;

  explicit pairs_on(std::string_view text) : parser_parts("e:s " + std::string(text)) {
    EXPECT_TRUE(all.terms.declare("e", "http://e/"));
    static_cast<void>(take());
    begin_statement();
  }

  outcome read(outcome next = outcome::first, bool is_in_graph = false) {
    return pairs.read(next, is_in_graph, all, strings, nested);
  }
  /// The text from the cursor on.
  std::string_view rest() const {
    return {all.tokens.at(), static_cast<std::size_t>(window.end() - all.tokens.at())};
  }

  usual_pairs pairs{window, {testing::base}, all.terms.known()};
};

TEST(usual_pairs, reads_up_to_the_dot) {
  pairs_on on("e:p <http://x/o> ;\n  e:q 12 ; <http://x/p> _:b . <a:t>");
  EXPECT_EQ(on.read(), outcome::statement);
  EXPECT_EQ(on.lines(), (all_lines{"<a:s> <http://e/p> <http://x/o> .",
                                   "<a:s> <http://e/q> \"12\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                                   "<a:s> <http://x/p> <b:b> ."}));
  EXPECT_EQ(on.all.tokens.last_kind(), token_kind::dot);
  EXPECT_EQ(on.rest(), "<a:t>");
  EXPECT_TRUE(on.all.now.has_written);
}

TEST(usual_pairs, ends_a_statement_before_the_brace_that_closes_its_graph) {
  const std::map<std::string, std::uint64_t> ends{{"\n}", 17}, {";\n }", 19}, {";}", 19}};
  for (const auto& [end, end_bytes] : ends) {
    pairs_on on("e:p e:o, e:o2 " + end + " <a:t>");
    EXPECT_EQ(on.read(outcome::first, true), outcome::graph_end);
    EXPECT_EQ(on.lines(),
              (all_lines{"<a:s> <http://e/p> <http://e/o> .", "<a:s> <http://e/p> <http://e/o2> ."}));
    EXPECT_EQ(on.all.tokens.last_kind(), token_kind::close_brace);
    EXPECT_EQ(on.rest(), "<a:t>");
    EXPECT_EQ(on.all.out.end_bytes(), end_bytes) << "the gap and the brace are syntax";
  }
  pairs_on outside("e:p e:o } <a:t>");
  EXPECT_EQ(outside.read(), outcome::none);
  pairs_on joined("e:p e:o} <a:t>");
  EXPECT_EQ(joined.read(outcome::first, true), outcome::none) << "the brace may be part of the term";
  pairs_on within("e:p [ e:q e:o } <a:t>");
  EXPECT_EQ(within.read(outcome::first, true), outcome::first);
}

TEST(usual_pairs, stops_before_the_first_pair_that_is_odd) {
  pairs_on on("e:p e:o ;\n  e:q [] ;\n  e:r \"a\\u0062\" . <a:t>");
  EXPECT_EQ(on.read(), outcome::predicate);
  EXPECT_EQ(on.lines(), (all_lines{"<a:s> <http://e/p> <http://e/o> .", "<a:s> <http://e/q> <b:~1> ."}));
  EXPECT_EQ(on.all.tokens.last_kind(), token_kind::semicolon);
  EXPECT_EQ(on.next().text(), "e:r");
}

TEST(usual_pairs, reads_objects_behind_commas_and_keeps_their_predicate) {
  pairs_on on("<http://x/p> \"x\"@en, 'y'@en,\n 1.0 . <a:t>");
  EXPECT_EQ(on.read(), outcome::object);
  EXPECT_EQ(on.lines(), (all_lines{"<a:s> <http://x/p> \"x\"@en .", "<a:s> <http://x/p> \"y\"@en ."}));
  EXPECT_EQ(on.all.now.frames.top().predicate, "http://x/p");
  EXPECT_EQ(on.all.now.frames.top().predicate.data(), on.all.now.frames.top().predicate_memory.data());
  EXPECT_TRUE(on.all.tokens.is_first_on_line());
  EXPECT_EQ(on.rest(), "1.0 . <a:t>") << "its form is not canonical";
  on.all.terms.known().clear_names();
  EXPECT_EQ(on.read(outcome::object), outcome::none);
}

TEST(usual_pairs, reads_brackets_as_objects) {
  pairs_on on("e:p [ e:q 1 ; e:r [ a e:T ; ] ] , 2 ;\n . <a:t>");
  EXPECT_EQ(on.read(), outcome::statement);
  EXPECT_EQ(on.lines(),
            (all_lines{"<b:~1> <http://e/q> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                       "<b:~2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/T> .",
                       "<b:~1> <http://e/r> <b:~2> .", "<a:s> <http://e/p> <b:~1> .",
                       "<a:s> <http://e/p> \"2\"^^<http://www.w3.org/2001/XMLSchema#integer> ."}));
}

TEST(usual_pairs, holds_the_statements_of_a_bracket_that_is_not_closed) {
  pairs_on on("e:p [ e:q 1 ; e:r ( ) ] . <a:t>");
  EXPECT_EQ(on.read(), outcome::predicate);
  EXPECT_EQ(on.lines(), all_lines{}) << "they wait for the end of the bracket";
  EXPECT_EQ(on.all.out.held().count, 1u);
  EXPECT_EQ(on.all.now.depth(), 1u);
  EXPECT_EQ(on.next().text(), "e:r");
}

TEST(usual_pairs, leaves_the_end_of_a_bracket_in_a_list_to_the_grammar) {
  pairs_on on("e:p 1 ; e:q 2 ] . <a:t>");
  on.nested.open(frame::list, 0, false);
  on.nested.open(frame::property_list, 0, false);
  EXPECT_EQ(on.read(), outcome::bracket);
  EXPECT_EQ(on.all.tokens.last_kind(), token_kind::close_bracket);
  EXPECT_EQ(on.all.out.held().count, 2u);
}

TEST(usual_pairs, reads_no_predicates_of_a_blank_node_in_a_triple) {
  pairs_on on("e:p 1 ] . <a:t>");
  on.nested.open(frame::reified_triple, 0, false);
  on.nested.open(frame::property_list, 0, false);
  EXPECT_EQ(on.read(), outcome::none);
}

TEST(usual_pairs, leaves_what_is_odd_to_the_grammar) {
  for (const auto* text : {"e:p \"x\\ty\\u0062\" . <a:t>", "e:p none:o . <a:t>", "none:p e:o . <a:t>",
                           "e:p <http://x/o>", "e:p \"x\" , \"y . \n", "e:p e:o.<a:t>", "e:p e:o,e:o2 .",
                           "e:p e:o ] . <a:t>", "e:p e:o | <a:t>", "e:p 01 . <a:t>", "_:b e:o . <a:t>"}) {
    pairs_on on(text);
    EXPECT_EQ(on.read(), outcome::none) << text;
    EXPECT_EQ(on.lines(), all_lines{}) << text;
    EXPECT_EQ(on.all.tokens.offset(), pairs_on::begin) << text;
    EXPECT_EQ(on.defects(), all_lines{}) << text;
  }
}

TEST(usual_pairs, reads_a_subject_and_what_is_behind_it) {
  usual_pairs::subject found;
  pairs_on iri("<http://x/s>\n  a e:T .");
  EXPECT_TRUE(iri.pairs.read_subject(iri.all, iri.all.tokens.at(), found));
  EXPECT_EQ(found.term.value, "http://x/s");
  EXPECT_EQ(*found.next, 'a');
  EXPECT_EQ(found.line, found.next - 2);
  for (const auto* text : {"none:s a e:T .", "[] a e:T .", "\"x\" a e:T .", "e:s", "e:s "}) {
    pairs_on on(text);
    EXPECT_FALSE(on.pairs.read_subject(on.all, on.all.tokens.at(), found)) << text;
  }
}

TEST(usual_pairs, reads_nothing_of_a_statement_that_is_left_out) {
  pairs_on on("e:p 1 . <a:t>");
  on.all.now.frames.statement().skips_subject = true;
  EXPECT_EQ(on.read(), outcome::none);
}

TEST(usual_pairs, reads_nothing_while_statements_wait_outside_of_brackets) {
  pairs_on on("e:p 1 . <a:t>");
  on.all.out.hold(true);
  EXPECT_EQ(on.read(), outcome::none);
}

}  // namespace
}  // namespace laundromat::turtle
