// Decisions from the tokens ahead: which delimiter is missing, and whether brackets, graphs and quotes fit.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/syntax_lookahead.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "core/rdf/turtle/tokens/token_roles.hpp"

namespace laundromat::turtle {
namespace {

/// A text, of which the first token is looked at.
class ahead {
 public:
  explicit ahead(std::string_view text, bool is_closed = true) {
    window_.append(text);
    if (is_closed) window_.close();
    first_ = lexer_.next(window_.begin());
  }
  [[nodiscard]] const token& first() const { return first_; }
  [[nodiscard]] const char* at(std::size_t offset) const { return window_.begin() + offset; }
  syntax_lookahead* operator->() { return &lookahead_; }

 private:
  text_window window_;
  lexer lexer_{window_, {}};
  syntax_lookahead lookahead_{lexer_, window_};
  token first_;
};

object_context an_object() {
  object_context around;
  around.object = {term_kind::iri, "http://example.org/o", {}, {}};
  around.predicate = "http://example.org/p";
  around.has_gap = true;
  return around;
}

separator missing_before(std::string_view text, const object_context& around, bool is_closed = true) {
  ahead text_ahead(text, is_closed);
  return text_ahead->find_separator(text_ahead.first(), around);
}

TEST(syntax_lookahead, one_term_lacks_a_comma_two_a_semicolon_three_a_dot) {
  EXPECT_EQ(missing_before("ex:o2 .", an_object()), separator::comma);
  EXPECT_EQ(missing_before("ex:p ex:o .", an_object()), separator::semicolon);
  EXPECT_EQ(missing_before("ex:s ex:p ex:o .", an_object()), separator::dot);
  EXPECT_EQ(missing_before("ex:s ex:p \"o\"@en ;", an_object()), separator::dot);
  EXPECT_EQ(missing_before("ex:a ex:b ex:c ex:d .", an_object()), separator::none);
}

TEST(syntax_lookahead, waits_for_text_that_may_change_the_answer) {
  EXPECT_EQ(missing_before("ex:p ex:o", an_object(), false), separator::wait);
  EXPECT_EQ(missing_before("ex:p ex:o ;", an_object(), false), separator::semicolon);
}

TEST(syntax_lookahead, puts_nothing_in_where_two_readings_remain) {
  auto around = an_object();
  around.is_margin_risky = true;
  EXPECT_EQ(missing_before("ex:o2 .", around), separator::none);
  around = an_object();
  around.needs_one_reading = true;
  EXPECT_EQ(missing_before("ex:o2 .", around), separator::none);
  EXPECT_EQ(missing_before("\"o2\" .", around), separator::none) << "the object may be its predicate";
  EXPECT_EQ(missing_before("ex:p ex:o .", around), separator::none) << "the object may be their subject";
  EXPECT_EQ(missing_before("ex:s ex:p ex:o .", around), separator::none) << "they may be objects";
  EXPECT_EQ(missing_before("ex:s a ex:o .", around), separator::dot);
  around.begins_line = around.has_pair_beside = true;
  EXPECT_EQ(missing_before("ex:p ex:o .", around), separator::semicolon);
  around.may_lack_brace = true;
  EXPECT_EQ(missing_before("ex:p ex:o .", around), separator::none) << "it may be the subject behind a graph";
  around = an_object();
  around.needs_one_reading = true;
  around.depth = 1;
  EXPECT_EQ(missing_before("ex:p ex:o ]", around), separator::semicolon)
      << "no statement begins in a bracket";
  around.depth = 0;
  around.object = {term_kind::literal, "o", {}, {}};
  EXPECT_EQ(missing_before("\"o2\" .", around), separator::comma);
  EXPECT_EQ(missing_before("ex:o2 ;", around), separator::none) << "it may be the datatype";
  EXPECT_EQ(missing_before("ex:p ex:o .", around), separator::semicolon);
  around = an_object();
  around.predicate = around.object.value;
  EXPECT_EQ(missing_before("ex:o2 .", around), separator::none);
}

TEST(syntax_lookahead, at_the_margin_only_a_dot_is_missing) {
  auto around = an_object();
  around.at_margin = true;
  EXPECT_EQ(missing_before("ex:s ex:p ex:o .", around), separator::dot);
  EXPECT_EQ(missing_before("ex:o2 .", around), separator::none);
}

TEST(syntax_lookahead, a_bracket_that_closes_must_have_been_opened) {
  const auto fits = [](std::string_view text, std::size_t depth, bool is_closed = true) {
    ahead text_ahead(text, is_closed);
    return text_ahead->fits_brackets(text_ahead.first(), depth, 0);
  };
  EXPECT_EQ(fits("ex:a [ ex:b ] .", 0), decision::yes);
  EXPECT_EQ(fits("ex:a ] .", 0), decision::no);
  EXPECT_EQ(fits("ex:a ] .", 1), decision::yes);
  EXPECT_EQ(fits("ex:a [ ex:b", 0, false), decision::undecided);
}

TEST(syntax_lookahead, a_brace_opens_a_graph_when_a_statement_follows) {
  const auto opens = [](std::string_view text, const brace_context& around) {
    ahead text_ahead(text);
    return text_ahead->opens_graph(text_ahead.first(), around);
  };
  EXPECT_EQ(opens("{\n \"x\" }", {}), decision::yes) << "at the end of a line it needs no proof";
  EXPECT_EQ(opens("{ ex:s ex:p ex:o }", {}), decision::yes);
  EXPECT_EQ(opens("{ \"x\" . }", {}), decision::no);
  EXPECT_EQ(opens("{ ex:s . }", {}), decision::no);
  EXPECT_EQ(opens("{\n", {.in_graph = true, .is_first_on_line = true}), decision::no);
}

TEST(syntax_lookahead, a_delimiter_is_in_the_term_when_nothing_begins_behind_it) {
  const term_view object{term_kind::iri, "http://example.org/o", {}, {}};
  const auto cuts = [&](std::string_view text) {
    ahead text_ahead(text);
    return text_ahead->cuts_object(text_ahead.first(), object);
  };
  EXPECT_EQ(cuts(";^^ex:d ."), decision::yes);
  EXPECT_EQ(cuts(",12 ."), decision::no);
  EXPECT_EQ(cuts(";12 ."), decision::yes);
  EXPECT_EQ(cuts(". ^^ex:d"), decision::no) << "with space behind it, it is a delimiter";
}

TEST(syntax_lookahead, counts_the_quotes_of_the_line) {
  const auto even = [](std::string_view text, bool is_closed = true) {
    ahead text_ahead(text, is_closed);
    return text_ahead->has_even_quotes(text_ahead.at(0));
  };
  EXPECT_EQ(even(" , \"a\" .\n\""), decision::yes);
  EXPECT_EQ(even(" , \"a .\n\""), decision::no);
  EXPECT_EQ(even(" , \"a\\\"b\" .\n"), decision::yes) << "an escaped quote does not count";
  EXPECT_EQ(even(" , \"a\"", false), decision::undecided);
}

TEST(token_roles, distinguishes_directives_from_words) {
  const auto first = [](std::string_view text) { return std::make_unique<ahead>(text); };
  EXPECT_EQ(directive_of(first("@prefix x: <y> .")->first()), "PREFIX");
  EXPECT_EQ(directive_of(first("base <y>")->first()), "BASE");
  EXPECT_EQ(directive_of(first("@en .")->first()), "");
  EXPECT_TRUE(is_known_word(first("GRAPH <y>")->first()));
  EXPECT_FALSE(is_known_word(first("words .")->first()));
  EXPECT_TRUE(is_bare_prefix(first("ex: <y>")->first()));
  EXPECT_FALSE(is_bare_prefix(first("ex:a <y>")->first()));
}

}  // namespace
}  // namespace laundromat::turtle
