// Turtle and TriG: what is kept of a broken document, and that nothing is invented.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;
using testing::remembering_sink;

struct turtle_case {
  std::string name, text;
  std::vector<std::string> statements;
  std::vector<errc> rules;
  rdf_format format = rdf_format::turtle;
};

class turtle : public ::testing::TestWithParam<turtle_case> {};

TEST_P(turtle, keeps_what_is_whole_and_records_the_rest) {
  const auto& c = GetParam();
  const auto got = read_text(c.format, c.text);
  EXPECT_EQ(got.lines, c.statements);
  std::vector<errc> rules;
  std::string messages;
  for (const auto& d : got.defects) {
    rules.push_back(d.rule);
    messages += std::to_string(d.line) + ":" + std::to_string(d.column) + " " + d.message + "\n";
  }
  EXPECT_EQ(rules, c.rules) << messages;
}

const std::string p = "@prefix : <a:> .\n";

const turtle_case turtle_cases[] = {
    {"plain",
     p + ":s a :t ; :p 1, true, \"x\"@EN .",
     {"<a:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <a:t> .",
      "<a:s> <a:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
      "<a:s> <a:p> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> .", "<a:s> <a:p> \"x\"@en ."},
     {}},
    {"a_number_before_the_dot_keeps_its_datatype",
     p + ":s :p 123.\n:s :p 1.5.\n:s :p 1.e0.\n:s :p .5 .",
     {"<a:s> <a:p> \"123\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
      "<a:s> <a:p> \"1.5\"^^<http://www.w3.org/2001/XMLSchema#decimal> .",
      "<a:s> <a:p> \"1.e0\"^^<http://www.w3.org/2001/XMLSchema#double> .",
      "<a:s> <a:p> \".5\"^^<http://www.w3.org/2001/XMLSchema#decimal> ."},
     {}},
    {"a_number_with_a_dot_inside_brackets_is_no_number",
     p + ":s :p ( 1. 2 ) .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"dots_in_names_and_no_spaces", p + ":a.b:p:o.c.:s:p:o.", {}, {errc::syntax_error}},
    {"labels_of_the_document_and_generated_ones_differ",
     p + "_:b1 :p [ :q _:B1 ] .\n[] :p _:genid1 .",
     {"<b:b1> <a:p> <b:~1> .", "<b:~1> <a:q> <b:B1> .", "<b:~2> <a:p> <b:genid1> ."},
     {}},
    {"relative_iris_are_resolved_here",
     "<> <#p> <../x/./y> .\n@base <sub/> .\n<z> <a:p> <//h/x> .",
     {"<http://example.org/dir/doc> <http://example.org/dir/doc#p> <http://example.org/x/y> .",
      "<http://example.org/dir/sub/z> <a:p> <http://h/x> ."},
     {}},
    {"an_undeclared_prefix_costs_its_statement_D34",
     p + ":s :p :a, x:b, :c .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::missing_prefix}},
    {"prefix_without_its_dot_D35",
     "@prefix : <a:>\n@prefix b: <b:>\n:s b:p :o .",
     {"<a:s> <b:p> <a:o> ."},
     {errc::syntax_error, errc::syntax_error}},
    {"sparql_prefix_with_a_dot_D35",
     "PREFIX : <a:> .\nBASE <b:> \n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"space_before_the_colon_of_a_prefix_D35",
     "@prefix x : <a:> .\nx:s x:p x:o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"nothing_is_invented_from_a_broken_bracket",
     p + ":s :p [ :q . <a:r> <a:t> \"bogus\" ] .\n:s :p :o . :s :p :o2 .",
     {"<a:s> <a:p> <a:o> .", "<a:s> <a:p> <a:o2> ."},
     {errc::syntax_error}},
    {"good_statements_on_the_line_of_a_broken_one_stay",
     p + ":s :p :o1 . :s :p ; ; . :s :p . :s :p :o2 .",
     {"<a:s> <a:p> <a:o1> .", "<a:s> <a:p> <a:o2> ."},
     {errc::syntax_error, errc::syntax_error}},
    {"an_unclosed_bracket_ends_where_a_statement_starts_D41",
     p + ":s :p [ :q :r .\n:s :p :o .\n:s :p :o2 .\n",
     {"<a:s> <a:p> <a:o> .", "<a:s> <a:p> <a:o2> ."},
     {errc::unterminated}},
    {"a_missing_quote_costs_its_line_D38",
     p + ":s :p \"x .\n:s :p \"y\" .\n",
     {"<a:s> <a:p> \"y\" ."},
     {errc::unterminated}},
    {"a_newline_in_a_short_string_is_kept_D38",
     p + ":s :p \"x\ny\"@en .\n:s :p :o .",
     {"<a:s> <a:p> \"x\\ny\"@en .", "<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"quotes_in_a_string_cost_the_statement_D38",
     p + ":s :p \"a \"b\" c\" .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"a_long_string_without_end_hides_all_that_follows",
     p + ":s :p \"\"\"x .\n:s :p :o .\n",
     {},
     {errc::unterminated}},
    {"an_iri_without_end_costs_its_line",
     p + ":s :p <a:o .\n:s :p :o .\n",
     {"<a:s> <a:p> <a:o> ."},
     {errc::unterminated}},
    {"an_iri_without_end_at_the_end_of_the_document",
     p + ":s :p :o .\n:s :p <a:o",
     {"<a:s> <a:p> <a:o> ."},
     {errc::unterminated}},
    {"literal_subject_D40",
     p + "\"s\" :p :o .\n1 :p :o .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error, errc::syntax_error}},
    {"a_missing_dot_costs_both_statements",
     p + ":s :p :o\n:s :p :o .\n:s :p :o3 .",
     {"<a:s> <a:p> <a:o3> ."},
     {errc::syntax_error}},
    {"bad_utf8_in_a_literal_is_replaced_D21",
     p + ":s :p \"\xE9\", 'x' .",
     {"<a:s> <a:p> \"\xEF\xBF\xBD\" .", "<a:s> <a:p> \"x\" ."},
     {errc::illegal_utf8}},
    {"bad_utf8_in_an_iri_or_name_costs_the_statement_D21",
     p + ":s :p <a:\xE9> .\n:s :\xE9 :o .\n:s :p :o . # \xFF\n",
     {"<a:s> <a:p> <a:o> ."},
     {errc::illegal_utf8, errc::illegal_utf8, errc::illegal_utf8}},
    {"surrogates_D24",
     p + ":s :p \"\\uD800\" .\n:s :p \"\"\"\\uDC00\"\"\" .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::bad_escape, errc::bad_escape}},
    {"hash_in_a_name_is_a_comment_D36", p + ":s :p :#x\n :o .", {}, {errc::syntax_error}},
    {"n3_formulas_assert_nothing",
     p + "{ :a :b :c . :x :y :z . } => { :d :e :f . :g :h :i . } .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error}},
    {"nothing_is_looked_for_in_a_broken_formula",
     p + "{ :a :b :c .\n:a :b \"x .\n:c :d :e .\n} => {} .\n",
     {},
     {errc::unterminated}},
    {"nothing_is_looked_for_in_a_formula_without_end",
     p + "{ :a :b :c .\n:x :y :z .\n:x :y :z2 .\n",
     {},
     {errc::unterminated}},
    {"a_lost_statement_does_not_go_on_in_an_indented_line",
     p + ":s :p \"x .\n   :q :r :t .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::unterminated}},
    {"a_number_with_a_dot_before_a_bracket_is_no_number",
     p + ":s :p [ :q 1.], (1.) .\n[ :q 1.] :p 1 .\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::syntax_error, errc::syntax_error}},
    {"a_lone_dot", p + ". :s :p :o .", {"<a:s> <a:p> <a:o> ."}, {errc::syntax_error}},
    {"crlf_and_cr_D33",
     "@prefix : <a:> .\r\n:s :p :o ; # c\r :q \"\"\"a\r\nb\"\"\" .\r",
     {"<a:s> <a:p> <a:o> .", "<a:s> <a:q> \"a\\r\\nb\" ."},
     {}},
    {"graphs",
     "@prefix : <a:> .\n:s :p :o .\n:g { :s :p :o . :s :p :o2 }\n{ :s :p :o3 }\nGRAPH _:b1 { [] :p :o . "
     "}\n[] {:s :p :o}",
     {"<a:s> <a:p> <a:o> .", "<a:s> <a:p> <a:o> <a:g> .", "<a:s> <a:p> <a:o2> <a:g> .",
      "<a:s> <a:p> <a:o3> .", "<b:~1> <a:p> <a:o> <b:b1> .", "<a:s> <a:p> <a:o> <b:~2> ."},
     {},
     rdf_format::trig},
    {"an_error_in_a_graph_does_not_move_the_rest_to_another",
     p + ":g {\n  :s :p :o1 .\n  :s :p ; .\n  :s :p \"x .\n  :s :p :o2 .\n}\n:s :p :o3 .",
     {"<a:s> <a:p> <a:o1> <a:g> .", "<a:s> <a:p> <a:o2> <a:g> .", "<a:s> <a:p> <a:o3> ."},
     {errc::syntax_error, errc::unterminated},
     rdf_format::trig},
    {"statements_of_a_graph_without_a_readable_name_are_skipped",
     p + "x:g { :s :p :o . :s :p :o2 }\n:s :p :o3 .",
     {"<a:s> <a:p> <a:o3> ."},
     {errc::missing_prefix, errc::syntax_error, errc::syntax_error},
     rdf_format::trig},
    {"after_a_lost_line_with_a_brace_the_graph_is_not_guessed",
     p + ":g {\n  :s :p \"x }\n  :s :p :o2 .\n}\n:h { :s :p :o3 }",
     {"<a:s> <a:p> <a:o3> <a:h> ."},
     {errc::unterminated},
     rdf_format::trig},
    {"brackets_open_at_the_end_of_a_graph",
     p + ":g { :s :p [ :q :r }\n:s :p :o .",
     {"<a:s> <a:p> <a:o> ."},
     {errc::unterminated},
     rdf_format::trig},
    {"an_unfinished_graph",
     p + ":g { :s :p :o . :s :p :o2",
     {"<a:s> <a:p> <a:o> <a:g> ."},
     {errc::unterminated, errc::unterminated},
     rdf_format::trig},
    {"a_brace_too_much",
     p + ":s :p :o . }\n:s :p :o2 .",
     {"<a:s> <a:p> <a:o> .", "<a:s> <a:p> <a:o2> ."},
     {errc::syntax_error},
     rdf_format::trig},
};

INSTANTIATE_TEST_SUITE_P(cases, turtle, ::testing::ValuesIn(turtle_cases),
                         [](const auto& one) { return one.param.name; });

TEST(turtle_reader, a_defect_names_the_span_and_the_place_of_the_fault) {
  const auto text = p + "\n  :s :p \"\xC3\xA9\" ;\r\n  :q ? .\n";
  const auto got = read_text(rdf_format::turtle, text);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].offset_bytes, p.size() + 3);
  EXPECT_EQ(text.substr(got.defects[0].offset_bytes, got.defects[0].length_bytes),
            ":s :p \"\xC3\xA9\" ;\r\n  :q ? .");
  EXPECT_EQ(got.defects[0].line, 4u);
  EXPECT_EQ(got.defects[0].column, 6u);
}

TEST(turtle_reader, nesting_has_a_limit_robustness_44) {
  const auto nested = [](std::size_t depth) {
    std::string text = "<a:s> <a:p> ";
    for (std::size_t i = 0; i < depth; ++i) text += "[<a:p> ";
    return text + "<a:o>" + std::string(depth, ']') + " .\n<a:s> <a:p> <a:o> .\n";
  };
  EXPECT_EQ(read_text(rdf_format::turtle, nested(512)).lines.size(), 514u);
  for (const std::size_t depth : {std::size_t{513}, std::size_t{100'000}}) {
    const auto got = read_text(rdf_format::turtle, nested(depth));
    EXPECT_EQ(got.lines.size(), 1u);
    ASSERT_EQ(got.defects.size(), 1u);
    EXPECT_EQ(got.defects[0].rule, errc::too_deep_nesting);
  }
  const auto open = read_text(rdf_format::turtle, std::string(100'000, '('), 1'000);
  ASSERT_EQ(open.defects.size(), 1u);
}

TEST(turtle_reader, a_statement_beyond_the_limit_costs_itself_only_robustness_46) {
  reader_options options{"", {}};
  options.limits.statement_bytes = 1'000;
  const std::string good = "<a:s> <a:p> <a:o> .\n";
  const auto text = good + "<a:s> <a:p> \"\"\"" + std::string(500'000, 'x') + "\n\"\"\" .\n" + good;
  for (const std::size_t piece : {0, 999, 70'000}) {
    const auto got = read_text(rdf_format::turtle, text, piece, options);
    EXPECT_EQ(got.lines.size(), 2u);
    ASSERT_EQ(got.defects.size(), 1u);
    EXPECT_EQ(got.defects[0].rule, errc::statement_too_long);
    EXPECT_EQ(got.defects[0].offset_bytes, good.size());
    EXPECT_EQ(got.defects[0].length_bytes, text.size() - 2 * good.size() - 1);
    EXPECT_EQ(got.defects[0].line, 2u);
  }
}

TEST(turtle_reader, a_large_statement_is_read_like_a_small_one) {
  std::string text = "<a:s> <a:p> ( ";
  const std::string number(60, '1');
  for (int i = 0; i < 20'000; ++i) text += "[] " + number + ' ';
  const auto got = read_text(rdf_format::turtle, text + ") .\n[] <a:p> <a:o> .", 100'000);
  EXPECT_EQ(got.lines.size(), 80'002u);
  EXPECT_TRUE(got.defects.empty());
  EXPECT_EQ(got.lines.back(), "<b:~60001> <a:p> <a:o> .");
  EXPECT_TRUE(read_text(rdf_format::turtle, text + ") ) . ").lines.empty());
}

TEST(turtle_reader, hostile_text_ends_robustness_47) {
  for (const std::string unit : {"\"", "\"\n", "'\n", "<\n", ":a [ .\n", "(.\n", ". ", "}\n", "{\n",
                                 "@prefix ", "@\n", ":a :b \"x\ny\n'z\n", "...", "\"\"\"", "# \xFF\n"}) {
    std::string text;
    while (text.size() < 300'000) text += unit;
    for (const auto format : {rdf_format::turtle, rdf_format::trig}) {
      const auto got = read_text(format, text, 65'536);
      EXPECT_TRUE(got.lines.empty()) << unit;
      EXPECT_FALSE(got.defects.empty()) << unit;
    }
  }
}

TEST(turtle_reader, cutting_into_chunks_changes_nothing) {
  for (const auto& c : turtle_cases) {
    const auto whole = read_text(c.format, c.text);
    for (const std::size_t piece : {1, 2, 3, 5, 7, 11, 16}) {
      const auto cut = read_text(c.format, c.text, piece);
      EXPECT_EQ(cut.lines, whole.lines) << c.name << piece;
      EXPECT_EQ(cut.defects, whole.defects) << c.name << piece;
    }
  }
}

/// The cases one after the other, with some bytes changed, removed or doubled.
std::string spoilt_document(std::mt19937& random) {
  std::string text;
  for (const auto& c : turtle_cases)
    if (random() % 3 == 0) text += c.text + "\n";
  const std::string marks = "\"'<>[](){}.;,\\#@:_ \n\r\xE9\xC3" + std::string(1, '\0');
  for (auto changes = random() % 20; changes > 0 && !text.empty(); --changes) {
    const auto at = random() % text.size();
    switch (random() % 3) {
      case 0:
        text[at] = marks[random() % marks.size()];
        break;
      case 1:
        text.erase(at, 1 + random() % 5);
        break;
      default:
        text.insert(at, 1, marks[random() % marks.size()]);
    }
  }
  return text;
}

TEST(turtle_reader, random_cuts_of_spoilt_documents_change_nothing) {
  constexpr unsigned seed = 2026;
  std::mt19937 random(seed);
  for (int round = 0; round < 400; ++round) {
    const auto text = spoilt_document(random);
    const auto format = round % 2 == 0 ? rdf_format::turtle : rdf_format::trig;
    const auto whole = read_text(format, text);
    remembering_sink cut;
    auto reader = make_reader(format, {testing::base, {}}, cut);
    ASSERT_TRUE(reader);
    for (std::size_t at = 0; at < text.size();) {
      const auto length = 1 + random() % 60;
      ASSERT_TRUE((*reader)->push(std::string_view(text).substr(at, length)));
      at += length;
    }
    ASSERT_TRUE((*reader)->finish());
    ASSERT_EQ(cut.lines, whole.lines) << "seed " << seed << " round " << round;
    ASSERT_EQ(cut.defects, whole.defects) << "seed " << seed << " round " << round;
  }
}

TEST(turtle_reader, truncation_never_invents_a_statement) {
  for (const auto& c : turtle_cases) {
    // A cut after a dot within a name or number, or a quote, gives another well-formed document: those cases
    // are left out.
    if (c.name.find("dot") != std::string::npos || c.name.find("number") != std::string::npos) continue;
    if (c.name == "quotes_in_a_string_cost_the_statement_D38" ||
        c.name == "nothing_is_invented_from_a_broken_bracket")
      continue;
    const auto whole = read_text(c.format, c.text);
    for (std::size_t length = 0; length < c.text.size(); ++length)
      for (const auto& line : read_text(c.format, c.text.substr(0, length)).lines)
        EXPECT_NE(std::ranges::find(whole.lines, line), whole.lines.end())
            << c.name << " at " << length << ": " << line;
  }
}

}  // namespace
}  // namespace laundromat
