// The short way: what it reads, and where it stops.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/grammar/usual_pairs.hpp"

#include "tests/core/rdf/turtle/parser_parts.hpp"

namespace laundromat::turtle {
namespace {

using testing::parser_parts;
using all_lines = std::vector<std::string>;
using outcome = usual_pairs::outcome;

/// A statement whose predicates are next; `e:p` and `e:q` were read before, from the first bytes of the text.
struct pairs_on : parser_parts {
  static constexpr std::uint64_t begin = 8;

  explicit pairs_on(std::string_view text) : parser_parts("e:p e:q " + std::string(text)) {
    EXPECT_TRUE(all.terms.declare("e", "http://e/"));
    for (int i = 0; i < 2; ++i) {
      std::string memory;
      std::string_view value;
      EXPECT_TRUE(all.terms.read_repeated_iri(take(), memory, value));
    }
    begin_statement();
  }

  outcome read() { return pairs.read(all, strings, nested); }

  usual_pairs pairs{window, {testing::base}, all.terms.known()};
};

TEST(usual_pairs, reads_up_to_the_dot) {
  pairs_on on("e:p <http://x/o> ;\n  e:q \"x\"@en, <http://x/o2> . <a:t>");
  EXPECT_EQ(on.read(), outcome::some);
  EXPECT_EQ(on.lines(), all_lines{"<a:s> <http://e/p> <http://x/o> ."});
  EXPECT_EQ(on.all.tokens.last_kind(), token_kind::semicolon);
  EXPECT_EQ(on.next().text(), "e:q") << "a comma is left to the grammar";
  pairs_on last("e:p <http://x/o> ;\n  e:q 12 . <a:t>");
  EXPECT_EQ(last.read(), outcome::last);
  EXPECT_EQ(last.lines().size(), 2u);
  EXPECT_EQ(last.all.tokens.last_kind(), token_kind::dot);
  EXPECT_TRUE(last.all.now.has_written);
}

TEST(usual_pairs, leaves_what_is_not_known_to_the_grammar) {
  for (const auto* text : {"e:other <http://x/o> . <a:t>", "e:p [ e:q 1 ] . <a:t>", "e:p \"x\\ty\" . <a:t>",
                           "e:p none:o . <a:t>", "<http://e/p> <http://x/o> . <a:t>", "e:p <http://x/o>",
                           "e:p \"x\" , \"y . \n"}) {
    pairs_on on(text);
    EXPECT_EQ(on.read(), outcome::none) << text;
    EXPECT_EQ(on.lines(), all_lines{}) << text;
    EXPECT_EQ(on.all.tokens.offset(), pairs_on::begin) << text;
    EXPECT_EQ(on.defects(), all_lines{}) << text;
  }
}

TEST(usual_pairs, reads_up_to_the_bracket) {
  pairs_on on("e:p 1 ; e:q 2 ] . <a:t>");
  on.nested.open(frame::property_list, 0, false);
  EXPECT_EQ(on.read(), outcome::last);
  EXPECT_EQ(on.all.tokens.last_kind(), token_kind::close_bracket);
  EXPECT_EQ(on.lines(), all_lines{}) << "they wait for the end of the bracket";
  EXPECT_EQ(on.all.out.held().count, 2u);
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
