// N-Triples and N-Quads: every line is a statement, nothing, or a defect with its place.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;

struct line_case {
  std::string name, line, statement;  ///< `statement` is empty where the line is skipped
  errc rule = errc::ok;               ///< `ok` where there is no defect
};

class line_formats : public ::testing::TestWithParam<line_case> {};

TEST_P(line_formats, a_line_is_kept_repaired_or_skipped_with_its_rule) {
  const auto& c = GetParam();
  const auto got =
      read_text(rdf_format::n_quads, "<a:1> <a:2> <a:3> .\n" + c.line + "\n<a:4> <a:5> <a:6> .\n");
  std::vector<std::string> expected{"<a:1> <a:2> <a:3> ."};
  if (!c.statement.empty()) expected.push_back(c.statement);
  expected.push_back("<a:4> <a:5> <a:6> .");
  EXPECT_EQ(got.lines, expected);
  if (c.rule == errc::ok) {
    EXPECT_TRUE(got.defects.empty()) << got.defects[0].message;
  } else {
    ASSERT_EQ(got.defects.size(), 1u);
    EXPECT_EQ(to_string(got.defects[0].rule), to_string(c.rule)) << got.defects[0].message;
    EXPECT_EQ(got.defects[0].line, 2u);
  }
}

const line_case line_cases[] = {
    {"plain", "<a:s> <a:p> \"x\"@EN-gb .", "<a:s> <a:p> \"x\"@en-gb ."},
    {"quad_with_blank_graph", "_:b1 <a:p> _:B1 _:g .", "<b:b1> <a:p> <b:B1> <b:g> ."},
    {"no_spaces_and_a_comment", "<a:s><a:p>\"x\"^^<a:t>.#c", "<a:s> <a:p> \"x\"^^<a:t> ."},
    {"tabs_and_trailing_space_D33", "\t<a:s>\t<a:p>\t<a:o>\t.  ", "<a:s> <a:p> <a:o> ."},
    {"label_with_dots", "_:a.b <a:p> _:o.", "<b:a.b> <a:p> <b:o> ."},
    {"escapes", R"(<a:\u00e9> <a:p> "\t\u00E9\U0001F600" .)",
     "<a:\xC3\xA9> <a:p> \"\\t\xC3\xA9\xF0\x9F\x98\x80\" ."},
    {"nul_in_literal", std::string("<a:s> <a:p> \"a\0b\" .", 19), "<a:s> <a:p> \"a\\u0000b\" ."},
    {"space_within_a_literal", "<a:s> <a:p> \"x\" ^^ <a:t> .", "<a:s> <a:p> \"x\"^^<a:t> ."},
    {"missing_dot_D29", "<a:s> <a:p> <a:o>", "", errc::syntax_error},
    {"missing_quote_D29", "<a:s> <a:p> \"x .", "", errc::unterminated},
    {"missing_object_D29", "<a:s> <a:p> .", "", errc::syntax_error},
    {"six_terms_D32", "<a:s> <a:p> <a:o> <a:g> <a:x> <a:y> .", "", errc::syntax_error},
    {"prefixed_name_D31", "a:s <a:p> <a:o> .", "", errc::syntax_error},
    {"nul_outside", std::string("<a:s> <a:p> <a:o> .\0 x", 22), "", errc::syntax_error},
    {"text_after_the_dot", "<a:s> <a:p> <a:o> . junk", "", errc::syntax_error},
    {"literal_subject_D40", "\"s\" <a:p> <a:o> .", "", errc::syntax_error},
    {"blank_predicate_D67", "<a:s> _:p <a:o> .", "", errc::syntax_error},
    {"latin1_in_literal_D21", "<a:s> <a:p> \"caf\xE9\" .", "<a:s> <a:p> \"caf\xEF\xBF\xBD\" .",
     errc::illegal_utf8},
    {"latin1_in_iri_D21", "<a:s> <a:p> <a:caf\xE9> .", "", errc::illegal_utf8},
    {"lone_surrogate_D24", R"(<a:s> <a:p> "\uD83D" .)", "", errc::bad_escape},
    {"surrogate_pair_D25", R"(<a:s> <a:p> "\uD83D\uDE00" .)", "<a:s> <a:p> \"\xF0\x9F\x98\x80\" .",
     errc::bad_escape},
    {"space_in_iri_D52", "<a:s> <a:p> <a:o o> .", "<a:s> <a:p> <a:o%20o> .", errc::bad_iri},
    {"backslash_in_iri_D52", "<a:s> <a:p> <a:o\\o> .", "", errc::bad_escape},
    {"replacement_character_in_iri_D24", "<a:s> <a:p> <a:\xEF\xBF\xBD> .", "<a:s> <a:p> <a:\xEF\xBF\xBD> .",
     errc::bad_iri},
    {"relative_iri_D55", "<a:s> <a:p> <../x> .", "<a:s> <a:p> <http://example.org/x> .", errc::relative_iri},
    {"unknown_escape_D64", R"(<a:s> <a:p> "C:\dir" .)", R"(<a:s> <a:p> "C:\\dir" .)", errc::bad_escape},
    {"underscore_in_tag_D65", "<a:s> <a:p> \"x\"@en_US .", "<a:s> <a:p> \"x\"@en-us .",
     errc::bad_language_tag},
    {"datatype_and_tag_D63", "<a:s> <a:p> \"x\"@en^^<a:t> .", "", errc::syntax_error},
};

INSTANTIATE_TEST_SUITE_P(cases, line_formats, ::testing::ValuesIn(line_cases),
                         [](const auto& one) { return one.param.name; });

TEST(line_reader, a_defect_names_offset_length_line_and_column_of_its_fault) {
  const auto got = read_text(rdf_format::n_triples,
                             "<a:s> <a:p> <a:o> .\r\n\xC3\xA9 <a:s> .\r\n<a:s> <a:p> \"\xC3\xA9\" ;\r\n");
  ASSERT_EQ(got.defects.size(), 2u);
  EXPECT_EQ(got.defects[0].offset_bytes, 21u);
  EXPECT_EQ(got.defects[0].length_bytes, 10u);
  EXPECT_EQ(got.defects[0].line, 2u);
  EXPECT_EQ(got.defects[1].offset_bytes, 33u);
  EXPECT_EQ(got.defects[1].line, 3u);
  EXPECT_EQ(got.defects[1].column, 17u);
}

TEST(line_reader, lf_crlf_and_lone_cr_end_lines_D33) {
  const auto got = read_text(rdf_format::n_triples,
                             "<a:1> <a:p> <a:o> .\r<a:2> <a:p> <a:o> .\r\n<a:3> <a:p> <a:o> .\n\rx");
  EXPECT_EQ(got.lines.size(), 3u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].line, 5u);
}

TEST(line_reader, a_quad_in_n_triples_is_kept_and_recorded) {
  const auto got = read_text(rdf_format::n_triples, "<a:s> <a:p> <a:o> <a:g> .");
  EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <a:p> <a:o> <a:g> ."});
  EXPECT_EQ(got.defects.size(), 1u);
}

TEST(line_reader, a_byte_order_mark_is_no_part_of_the_first_line_D20) {
  const auto got = read_text(rdf_format::n_triples, "\xEF\xBB\xBF<a:s> <a:p> <a:o> .\nx\n", 1);
  EXPECT_EQ(got.lines.size(), 1u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].offset_bytes, 23u);
}

TEST(line_reader, a_relative_iri_without_a_base_costs_its_line_D55) {
  const auto got = read_text(rdf_format::n_triples, "<s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n", 0, {});
  EXPECT_EQ(got.lines.size(), 1u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].rule, errc::relative_iri);
}

TEST(line_reader, what_is_too_long_costs_its_line_only_robustness_46) {
  reader_options options{"", {}};
  options.limits.line_bytes = 100;
  options.limits.iri_bytes = 40;
  options.limits.term_bytes = 60;
  const std::string good = "<a:s> <a:p> <a:o> .\n";
  const auto text = good + "<a:s> <a:p> \"" + std::string(200, 'x') + "\" .\n" + good +
                    "<a:" + std::string(50, 'y') + "> <a:p> <a:o> .\n" + good + "<a:s> <a:p> \"" +
                    std::string(70, 'z') + "\" .\n" + good;
  for (const std::size_t piece : {0, 1, 7}) {
    const auto got = read_text(rdf_format::n_triples, text, piece, options);
    EXPECT_EQ(got.lines.size(), 4u);
    ASSERT_EQ(got.defects.size(), 3u);
    EXPECT_EQ(got.defects[0].rule, errc::statement_too_long);
    EXPECT_EQ(got.defects[0].offset_bytes, good.size());
    EXPECT_EQ(got.defects[0].length_bytes, 216u);
    EXPECT_EQ(got.defects[1].rule, errc::term_too_long);
    EXPECT_EQ(got.defects[1].line, 4u);
    EXPECT_EQ(got.defects[2].rule, errc::term_too_long);
  }
}

TEST(line_reader, cutting_into_chunks_changes_nothing) {
  std::string text = "\xEF\xBB\xBF";
  for (const auto& c : line_cases)
    text += c.line + (c.line.size() % 3 == 0 ? "\r" : c.line.size() % 3 == 1 ? "\n" : "\r\n");
  const auto whole = read_text(rdf_format::n_quads, text);
  for (std::size_t piece = 1; piece < 40; ++piece) {
    const auto cut = read_text(rdf_format::n_quads, text, piece);
    EXPECT_EQ(cut.lines, whole.lines) << piece;
    EXPECT_EQ(cut.defects, whole.defects) << piece;
  }
}

TEST(line_reader, truncation_never_invents_a_statement) {
  std::string text;
  for (const auto& c : line_cases) text += c.line + "\n";
  const auto whole = read_text(rdf_format::n_quads, text);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto got = read_text(rdf_format::n_quads, text.substr(0, length));
    for (const auto& line : got.lines)
      EXPECT_NE(std::ranges::find(whole.lines, line), whole.lines.end()) << line;
  }
}

}  // namespace
}  // namespace laundromat
