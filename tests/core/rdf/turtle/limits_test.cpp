// Limits: what breaks one costs itself only, and hostile text ends.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/rdf/linear_time.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;
using testing::read_with_properties;

std::string nested(std::size_t depth, char open, char close) {
  std::string text = "<a:s> <a:p> ";
  for (std::size_t i = 0; i < depth; ++i) text.append(1, open).append(open == '[' ? "<a:p> " : " ");
  return text + "<a:o>" + std::string(depth, close) + " .\n<a:s> <a:p> <a:o> .\n";
}

TEST(turtle_limits, nesting_costs_its_statement_R44) {
  EXPECT_EQ(read_text(rdf_format::turtle, nested(512, '[', ']')).lines.size(), 514u);
  EXPECT_EQ(read_text(rdf_format::turtle, nested(512, '(', ')')).lines.size(), 1026u);
  for (const std::size_t depth : {std::size_t{513}, std::size_t{100'000}})
    for (const bool is_list : {false, true}) {
      const auto got =
          read_text(rdf_format::turtle, is_list ? nested(depth, '(', ')') : nested(depth, '[', ']'));
      EXPECT_EQ(got.lines.size(), 1u);
      ASSERT_EQ(got.defects.size(), 1u);
      EXPECT_EQ(got.defects[0].rule, errc::too_deep_nesting);
    }
  EXPECT_EQ(read_text(rdf_format::turtle, std::string(100'000, '('), 1'000).defects.size(), 1u);
}

std::string nested_triples(std::size_t depth, const std::string& inner = "<a:o>") {
  std::string text = "<a:s> <a:p> ";
  for (std::size_t i = 0; i < depth; ++i) text += "<<( <a:s> <a:p> ";
  text += inner;
  for (std::size_t i = 0; i < depth; ++i) text += " )>>";
  return text + " .\n<a:s> <a:p> <a:o> .\n";
}

TEST(turtle_limits, nesting_of_triple_terms_costs_its_statement) {
  for (const auto format : {rdf_format::turtle, rdf_format::n_triples}) {
    EXPECT_EQ(read_text(format, nested_triples(512)).lines.size(), 2u);
    for (const std::size_t depth : {513, 100'000}) {
      const auto got = read_text(format, nested_triples(depth));
      EXPECT_EQ(got.lines.size(), 1u);
      ASSERT_EQ(got.defects.size(), 1u);
      EXPECT_EQ(got.defects[0].rule, errc::too_deep_nesting);
    }
  }
}

TEST(turtle_limits, a_triple_term_is_as_long_as_a_term_may_be) {
  reader_options options{testing::base};
  options.limits.term_bytes = 1'000;
  const std::string longest(800, '\n'), shown = "\"\"\"" + longest + "\"\"\"";
  for (const auto& text :
       {nested_triples(1, shown), "<a:s> <a:p> <a:o> , << <a:s> <a:p> " + shown + " >> .\n",
        "<a:s> <a:p> <a:o> .\n<< <a:s> <a:p> " + shown + " >> <a:q> 1 .\n"}) {
    const auto got = read_with_properties(rdf_format::turtle, text, options);
    EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <a:p> <a:o> ."}) << text;
    ASSERT_EQ(got.defects.size(), 1u) << text;
    EXPECT_EQ(got.defects[0].rule, errc::term_too_long);
  }
  const auto annotated = read_with_properties(rdf_format::turtle,
                                              "<a:s> <a:p> " + shown + " {| <a:q> 1 |} , <a:o> .\n", options);
  EXPECT_EQ(annotated.lines.size(), 2u) << "the statement stays";
  ASSERT_EQ(annotated.defects.size(), 1u);
  EXPECT_EQ(annotated.defects[0].rule, errc::term_too_long);
}

TEST(turtle_limits, a_long_literal_costs_itself_only_R46) {
  reader_options options{testing::base};
  options.limits.term_bytes = 1'000;
  std::string x;
  while (x.size() < 5'000) x += "text # <a:x> ";
  for (const std::string quotes : {"\"", "\"\"\"", "'''"}) {
    const auto text = "<a:s> <a:p> <a:o> , " + quotes + x + quotes + "@en , <a:o2> .\n<a:s> <a:p> <a:o3> .\n";
    const auto got = read_with_properties(rdf_format::turtle, text, options);
    EXPECT_EQ(got.lines.size(), 3u) << quotes;
    ASSERT_EQ(got.defects.size(), 1u) << quotes;
    EXPECT_EQ(got.defects[0].rule, errc::term_too_long);
    EXPECT_EQ(got.defects[0].offset_bytes, 20u);
  }
  read_with_properties(rdf_format::turtle, "<a:s> <a:p> \"\"\"" + x, options);
  read_with_properties(rdf_format::turtle, "<a:s> <a:p> \"" + x + "\n<a:s> <a:p> <a:o> .", options);
  read_with_properties(rdf_format::turtle, "<a:s> <a:p> <a:" + x + "> .\n<a:s> <a:p> <a:o> .", options);
}

TEST(turtle_limits, a_literal_does_not_wait_for_its_end_behind_a_comment_without_end) {
  reader_options options{testing::base};
  options.limits.statement_bytes = 1'000;
  const auto comment = " # " + std::string(3'000, 'x') + "\n";
  const std::string next = "<a:s> <a:p> <a:o> .\n";
  for (const std::string& text :
       {"<a:s> <a:p> \"one\"" + comment + ".\n", "<a:s> <a:p> ( \"one\"" + comment + ") .\n",
        "<a:s> <a:p> \"one\" ^^" + comment + "<a:d> .\n", "@prefix" + comment + "p: <a:> .\n"}) {
    const auto got = read_with_properties(rdf_format::turtle, text + next, options);
    EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <a:p> <a:o> ."}) << text;
    const auto is_reported = [](const defect& one) {
      return one.rule == errc::statement_too_long && one.offset_bytes == 0;
    };
    EXPECT_TRUE(std::ranges::any_of(got.defects, is_reported)) << text;
  }
  // What waits for nothing is not too long.
  const auto clean = "<a:s> <a:p> \"one\" ." + comment + "<a:s> <a:p>" + comment + "<a:o> ." + comment;
  EXPECT_TRUE(read_with_properties(rdf_format::turtle, clean, options).defects.empty());
}

TEST(turtle_limits, prefixes_have_a_limit_of_their_own) {
  reader_options options{testing::base};
  options.limits.prefix_bytes = 2'000;
  std::string text;
  for (int i = 0; i < 100; ++i) text += "PREFIX p" + std::to_string(i) + ": <http://example.org/>\n";
  const auto got =
      read_with_properties(rdf_format::turtle, text + "p0:s p0:p p99:o .\n<a:s> <a:p> <a:o> .\n", options);
  EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <a:p> <a:o> ."});
  ASSERT_GT(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].rule, errc::too_many_prefixes);
  EXPECT_EQ(got.defects.back().rule, errc::missing_prefix);
}

TEST(turtle_limits, a_base_that_grows_beyond_the_limit_is_lost) {
  std::string text = "@base <http://e.example/> .\n";
  for (int i = 0; i < 2'000; ++i) text += "@base <aaaa/> .\n";
  const auto got = read_text(rdf_format::turtle, text + "<s> <a:p> 1 .\n<a:s> <a:p> 2 .\n", 65'536);
  ASSERT_EQ(got.lines.size(), 1u);
  EXPECT_TRUE(got.lines[0].starts_with("<a:s> <a:p> \"2\""));
  ASSERT_GT(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].rule, errc::term_too_long);
  EXPECT_EQ(got.defects[0].line, 1'637u);
  EXPECT_EQ(got.defects[1].rule, errc::bad_iri);
}

TEST(turtle_limits, a_long_token_is_looked_over_once) {
  for (const std::string_view before : {"<a:s> <a:p> <data:", "<a:s> <a:p> \"", "<a:s> <a:p> \"\"\"", "# "})
    for (const auto format : {rdf_format::turtle, rdf_format::trig})
      testing::expect_linear(format, 500'000, [&](std::size_t times) {
        return std::string(before) + testing::repeat("A", times);
      });
}

TEST(turtle_limits, a_long_iri_is_refused_however_it_is_cut) {
  reader_options options{testing::base};
  options.limits.term_bytes = 20;
  const auto got = read_with_properties(rdf_format::turtle,
                                        "<a:s> a <http://example.org/longer> .\n<a:s> a <a:o> .\n", options);
  EXPECT_EQ(got.lines.size(), 1u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].rule, errc::unterminated);
}

TEST(turtle_limits, a_long_literal_behind_a_graph_that_was_not_opened) {
  reader_options options{testing::base};
  options.limits.term_bytes = 30;
  const auto text =
      "<a:g> <a:s> <a:p> <a:o> . \"" + std::string(100, 'x') + "\" <a:p> 1 .\n<a:s> <a:p> 2 .\n}\n";
  EXPECT_TRUE(read_with_properties(rdf_format::trig, text, options).lines.empty());
}

TEST(turtle_limits, a_long_literal_without_its_separator_costs_its_statement) {
  reader_options options{testing::base};
  options.limits.term_bytes = 1'000;
  const std::string x(70'000, 'x');
  const std::string after = " .\n<a:s> <a:p> <a:o3> .\n";
  for (const auto& text :
       {"<a:s> <a:p> <a:o> \"" + x + "\"" + after, "<a:s> <a:p> <a:o> <a:q> \"" + x + "\"" + after,
        "<a:s> <a:p> <a:o> <a:q> '''" + x + "'''" + after}) {
    const auto got = read_with_properties(rdf_format::turtle, text, options);
    EXPECT_EQ(got.lines.back(), "<a:s> <a:p> <a:o3> .");
    EXPECT_EQ(got.defects.size(), 1u);
  }
}

TEST(turtle_limits, names_near_their_limit_are_the_same_however_they_are_cut) {
  reader_options options{testing::base};
  options.profile = wash_profile::max_recall;
  options.limits.iri_bytes = 1 << 20;
  for (const std::string opening : {"p:", "_:", "", "p:\xC3\xA9"})
    for (const std::size_t length : {65'529, 65'533, 65'536})
      for (const std::string after :
           {"(band) .", "://a.b/c .", "..... ;", "%41 .", "/a+b .", " <a:q> \"x\" ."}) {
        const auto start = "@prefix p: <a:> .\n<a:s> <a:p> <a:o> " + opening;
        const auto text = start + std::string(length, 'x') + after + "\n<a:s> <a:p> <a:o2> .\n";
        const auto whole = read_text(rdf_format::turtle, text, 0, options);
        for (const auto behind : {65'530u, 65'537u, 65'538u, 65'540u, 65'543u, 65'700u}) {
          const auto cut = start.size() + behind;
          const auto got = read_text(rdf_format::turtle, text, cut, options);
          EXPECT_EQ(got.lines, whole.lines) << opening << length << after << " cut at " << cut;
          EXPECT_TRUE(got.defects == whole.defects) << opening << length << after << " cut at " << cut;
          EXPECT_EQ(got.spans, whole.spans);
        }
      }
}

TEST(turtle_limits, names_of_any_length_end) {
  const std::string x(200'000, 'x');
  for (const auto& text : {":" + x + " <a:p> <a:o> .", x, "_:" + x + " <a:p> 1 .",
                           "<a:s> <a:p> " + std::string(200'000, '1') + " .", "<a:s> <a:p> @" + x,
                           "<a:s> <a:p> ." + std::string(100'000, '.'), "<a:s> <a:p> ?" + x + " ."})
    read_with_properties(rdf_format::turtle, text);
}

TEST(turtle_limits, a_long_list_is_read_as_it_comes) {
  std::string text = "<a:s> <a:p> <a:o> , ( ";
  for (int i = 0; i < 40'000; ++i) text += "[] \"" + std::string(20, 'x') + "\" ";
  const auto got = read_text(rdf_format::turtle, text + ") .\n[] <a:p> <a:o> .", 100'000);
  EXPECT_EQ(got.lines.size(), 160'003u);
  EXPECT_TRUE(got.defects.empty());
  // Nothing is said of what comes after the fault.
  const auto broken = read_text(rdf_format::turtle, text + "] <a:x> ) .\n<a:s> <a:p> <a:o> .", 65'536);
  EXPECT_EQ(broken.lines.back(), "<a:s> <a:p> <a:o> .");
  ASSERT_EQ(broken.defects.size(), 1u);
  EXPECT_EQ(broken.defects[0].rule, errc::syntax_error);
  const auto skipped =
      read_with_properties(rdf_format::turtle, text + " nope:x 1 ) , <a:o2> .\n<a:s> <a:p> <a:o> .");
  EXPECT_EQ(skipped.lines.back(), "<a:s> <a:p> <a:o> .");
  EXPECT_EQ(skipped.defects.size(), 1u);
}

TEST(turtle_limits, a_long_bracket_is_read_as_it_comes) {
  reader_options options{testing::base};
  options.limits.statement_bytes = 2'000;
  std::string pairs;
  for (int i = 0; i < 60; ++i) pairs += "e:p \"" + std::string(20, 'x') + "\" ; ";
  const std::string start = "@prefix e: <http://e.example/> .\ne:s e:p 1 .\n";
  for (const auto& text : {"e:s e:p [ " + pairs + "] .", "e:s e:p [ " + pairs + "] e:q e:r .",
                           "e:s e:p [ " + pairs + ") .", "[ " + pairs + "] e:p 1 ; e:p [ e:p 2 ; ) ."})
    EXPECT_GT(
        read_with_properties(rdf_format::turtle, start + text + "\ne:s e:p 3 .\n", options).lines.size(), 2u);
}

TEST(turtle_limits, hostile_text_ends_R47) {
  for (const std::string unit :
       {"\"",       "\"\n",   "'\n",          "<\n",        ":a [ .\n",           "(.\n", ". ",
        "}\n",      "{\n",    "@prefix ",     "@\n",        ":a :b \"x\ny\n'z\n", "...",  "\"\"\"",
        "# \xFF\n", "\"a\"b", "a\n\"\"\"b\n", "\xC2\xAB\n", ":a :b :c\n",         ":("}) {
    std::string text;
    while (text.size() < 100'000) text += unit;
    for (const auto format : {rdf_format::turtle, rdf_format::trig}) {
      const auto got = read_text(format, text, 65'536);
      EXPECT_TRUE(got.lines.empty()) << unit;
      EXPECT_FALSE(got.defects.empty()) << unit;
    }
  }
}

TEST(turtle_limits, the_sink_ends_the_reading) {
  struct refusing final : statement_sink {
    result<void> on_statement(const statement_view&) override { return fail(errc::no_space, "full"); }
    void on_defect(const defect&) override {}
  } sink;
  auto reader = make_reader(rdf_format::turtle, {testing::base}, sink);
  ASSERT_TRUE(reader);
  const auto pushed = (*reader)->push("<a:s> <a:p> <a:o> .\n");
  ASSERT_FALSE(pushed);
  EXPECT_EQ(pushed.error().code, errc::no_space);
}

TEST(turtle_limits, a_lost_string_that_is_too_long_is_lost_alike_however_it_is_cut) {
  reader_options options{testing::base};
  options.limits.term_bytes = 100;
  options.profile = wash_profile::max_recall;
  options.limits.statement_bytes = 2'000;
  options.limits.nesting = 8;
  const std::string text =
      std::string(".\t") + '\0' +
      "\n:bb s\"\"\" .\n<a:s6 <a=\"http://ee</p><script type=\"text/turtle\"><http://e.org.\n"
      "@prefix b: <http://b.example/> .\n:bb s\"\"\"";
  const auto whole = testing::read_text(rdf_format::turtle, text, 0, options);
  for (std::size_t cut = 1; cut < text.size(); ++cut)
    EXPECT_EQ(testing::read_text(rdf_format::turtle, text, cut, options).spans, whole.spans) << cut;
}

}  // namespace
}  // namespace laundromat
