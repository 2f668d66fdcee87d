// N-Triples and N-Quads: limits, positions, kernels, and the properties of readers under damage.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/lines/line_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/core/rdf/damage.hpp"

namespace laundromat {
namespace {

using testing::read_text;
using testing::read_with_properties;
using testing::remembering_sink;

remembering_sink read_with(line_kernel kernel, rdf_format format, std::string_view text, std::size_t chunk) {
  remembering_sink sink;
  const auto reading = make_line_reader(format, {testing::base}, sink, {}, kernel);
  for (std::size_t at = 0; at < text.size(); at += chunk) EXPECT_TRUE(reading->push(text.substr(at, chunk)));
  EXPECT_TRUE(reading->finish());
  return sink;
}

void expect_equal(const remembering_sink& got, const remembering_sink& expected, std::string_view what) {
  EXPECT_EQ(got.lines, expected.lines) << what;
  EXPECT_TRUE(got.defects == expected.defects) << what;
  EXPECT_EQ(got.spans, expected.spans) << what;
}

/// Lines with every kind of term, most of them clean.
std::string good_lines(std::mt19937& dice, std::size_t count, bool has_graphs) {
  const auto roll = [&](std::size_t below) { return dice() % below; };
  const auto pick = [&](std::initializer_list<const char*> all) {
    return std::string(all.begin()[roll(all.size())]);
  };
  const auto iri = [&] {
    return "<" +
           pick({"http://example.org/", "https://data.example.net/set/",
                 "http://a.very.long.host.name.example.org/", "urn:x:", "http://example.org/a#",
                 "http://ex\u00e4mple.org/"}) +
           std::string(roll(60), static_cast<char>('a' + roll(26))) +
           pick({"", "%20", "?q=1", "/\u4e2d", "\\u00e9"}) + ">";
  };
  const auto label = [&] {
    return "_:" + pick({"b", "node", "a.b", "\u00e9", "0"}) + std::to_string(roll(100));
  };
  const auto literal = [&] {
    auto text = "\"" + std::string(roll(80), static_cast<char>('a' + roll(26))) +
                pick({"", "\\n", "\\\"", "\u00e9\u00e8", "\\u00e9", "\U0001F600", "\\\\", "\t", "?"}) + "\"";
    return text +
           pick({"", "", "@en", "@en-GB", "@zh-Hans-CN", "^^<http://www.w3.org/2001/XMLSchema#integer>",
                 "^^<http://www.w3.org/2001/XMLSchema#string>", "^^<http://example.org/type>"});
  };
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += (roll(4) == 0 ? label() : iri()) + pick({" ", " ", "  ", "\t"}) + iri() + " ";
    const auto kind = roll(3);
    text += kind == 0 ? iri() : kind == 1 ? label() : literal();
    if (has_graphs && roll(3) != 0) text += " " + (roll(4) == 0 ? label() : iri());
    text += pick({" .", " .", " .", " . ", " . # c"}) +
            pick({"\n", "\n", "\n", "\r\n", "\n\n", "\r", "\n# comment\n"});
  }
  return text;
}

TEST(line_reader, lf_crlf_and_lone_cr_end_lines_D33) {
  const auto got = read_with_properties(
      rdf_format::n_triples, "<a:1> <a:p> <a:o> .\r<a:2> <a:p> <a:o> .\r\n<a:3> <a:p> <a:o> .\n\rx");
  EXPECT_EQ(got.lines.size(), 3u);
  ASSERT_EQ(got.defects.size(), 2u);
  EXPECT_EQ(got.defects[0].rule, errc::line_ends);
  EXPECT_EQ(got.defects[0].line, 1u);
  EXPECT_EQ(got.defects[1].line, 5u);
}

/// The first line end that differs from those before it, or is a lone CR, in both halves of the reader.
TEST(line_reader, the_first_unusual_line_end_is_noted_once_D33) {
  const std::string ends[] = {"\n", "\r\n", "\r"};
  for (const auto& usual : ends)
    for (const auto& odd : ends)
      for (const std::size_t at : {0, 1, 2, 11, 12})
        for (const bool is_dirty : {false, true}) {
          std::string text;
          std::uint64_t expected = ~0ull;
          for (std::size_t i = 0; i < 24; ++i) {
            const auto& end = i == at || i == 20 ? odd : usual;
            const bool is_last_dirty = is_dirty && (i + 1 == at || i == at);
            text += is_last_dirty ? "# comment"
                                  : "<http://a.example/s> <http://a.example/p> <http://a.example/o> .";
            if (expected == ~0ull && (end == "\r" || (i > 0 && end != (at == 0 ? odd : usual))))
              expected = text.size();
            text += end;
          }
          const auto got = read_with_properties(rdf_format::n_triples, text);
          ASSERT_EQ(got.defects.size(), expected == ~0ull ? 0u : 1u) << testing::printable(text);
          if (expected == ~0ull) continue;
          EXPECT_EQ(got.defects[0].rule, errc::line_ends);
          EXPECT_EQ(got.defects[0].offset_bytes, expected) << testing::printable(text);
          EXPECT_EQ(got.defects[0].before, text.substr(expected, got.defects[0].length_bytes));
        }
}

TEST(line_reader, a_relative_iri_without_a_base_costs_its_line_D55) {
  const auto got = read_text(rdf_format::n_triples, "<s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n", 0, {});
  EXPECT_EQ(got.lines.size(), 1u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].rule, errc::bad_iri);
}

TEST(line_reader, without_a_factory_a_directive_costs_its_line_D31) {
  const auto got =
      read_with(line_kernel::scalar, rdf_format::n_triples, "@prefix a: <a:> .\n<a:s> <a:p> <a:o> .\n", 5);
  EXPECT_EQ(got.lines.size(), 1u);
  ASSERT_EQ(got.defects.size(), 1u);
  EXPECT_EQ(got.defects[0].done, treatment::skip);
}

TEST(line_reader, a_line_or_term_that_is_too_long_costs_only_its_line_R46) {
  reader_options options{"", {}};
  options.limits.line_bytes = 150;
  options.limits.iri_bytes = 40;
  options.limits.term_bytes = 60;
  const std::string good = "<a:s> <a:p> <a:o> .\n";
  const auto text = good + "<a:s> <a:p> \"" + std::string(200, 'x') + "\" .\n" + good +
                    "<a:" + std::string(50, 'y') + "> <a:p> <a:o> .\n" + good + "<a:s> <a:p> \"" +
                    std::string(70, 'z') + "\" .\n" + good + "<a:s> <a:p> \"" + std::string(60, 'w') +
                    "\" .\n" + std::string(300, 'v');
  const auto got = read_with_properties(rdf_format::n_triples, text, options);
  EXPECT_EQ(got.lines.size(), 5u);
  ASSERT_EQ(got.defects.size(), 4u);
  EXPECT_EQ(got.defects[0].rule, errc::statement_too_long);
  EXPECT_EQ(got.defects[0].offset_bytes, good.size());
  EXPECT_EQ(got.defects[0].length_bytes, 216u);
  EXPECT_EQ(got.defects[1].rule, errc::term_too_long);
  EXPECT_EQ(got.defects[1].line, 4u);
  EXPECT_EQ(got.defects[2].rule, errc::term_too_long);
  EXPECT_EQ(got.defects[3].rule, errc::statement_too_long);
}

TEST(line_reader, a_literal_is_joined_within_the_limits_only_D30) {
  reader_options options{"", {}};
  options.limits.literal_lines = 3;
  const auto spilled = [](int lines) {
    std::string text = "<a:s> <a:p> \"";
    for (int i = 0; i < lines; ++i) text += "more\n";
    return text + "\" .\n<a:s> <a:p> <a:o> .\n";
  };
  EXPECT_EQ(read_with_properties(rdf_format::n_triples, spilled(3), options).lines.size(), 2u);
  EXPECT_EQ(read_with_properties(rdf_format::n_triples, spilled(4), options).lines.size(), 1u);
  options.limits.literal_lines = 100;
  options.limits.line_bytes = 31;
  EXPECT_EQ(read_with_properties(rdf_format::n_triples, spilled(3), options).lines.size(), 2u);
  EXPECT_EQ(read_with_properties(rdf_format::n_triples, spilled(4), options).lines.size(), 1u);
}

TEST(line_reader, the_error_of_the_sink_ends_the_reading) {
  struct full_sink final : statement_sink {
    result<void> on_statement(const statement_view&) override {
      if (++taken > 1) return fail(errc::no_space);
      return {};
    }
    void on_defect(const defect&) override {}
    int taken = 0;
  };
  const std::string line = "<http://a.example/s> <http://a.example/p> \"x\"@en .\n",
                    odd = "<a:s>\t<a:p> \"\\u0041\" .\n";
  for (const auto& text : {line + line + line + std::string(100, ' '), odd + odd + odd}) {
    full_sink sink;
    const auto reading = make_line_reader(rdf_format::n_triples, {}, sink);
    const auto done = reading->push(text);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, errc::no_space);
    EXPECT_EQ(sink.taken, 2);
  }
}

TEST(line_reader, all_kernels_give_the_same_result) {
  constexpr unsigned seed = 1;
  std::mt19937 dice(seed);
  for (const auto format : {rdf_format::n_triples, rdf_format::n_quads}) {
    for (int round = 0; round < 20; ++round) {
      const auto text = good_lines(dice, 100, format == rdf_format::n_quads);
      const auto expected = read_with(line_kernel::scalar, format, text, text.size());
      EXPECT_GE(expected.lines.size(), 100u);
      for (const auto kernel : {line_kernel::scalar, line_kernel::avx2, line_kernel::avx512})
        for (const std::size_t chunk : {std::size_t{37}, std::size_t{1009}, text.size()})
          expect_equal(read_with(kernel, format, text, chunk), expected,
                       "seed 1 round " + std::to_string(round));
    }
  }
}

/// A comment after the dot sends a line to the careful half of the reader.
TEST(line_reader, the_fast_half_and_the_careful_half_give_the_same_result) {
  constexpr unsigned seed = 5;
  std::mt19937 dice(seed);
  const auto roll = [&](std::size_t below) { return dice() % below; };
  const std::string_view letters = "abcwxyzn--../::@##??%~_&=AZ09\u00e9\u4e2d[](){}|^`'";
  const std::vector<std::string> heads{"http://example.org/",
                                       "https://www.example.org/a/",
                                       "http://xn--a.example/",
                                       "http://example.org:80/",
                                       "http://a@example.org/",
                                       "htp://example.org/",
                                       "http://example/",
                                       "urn:",
                                       "",
                                       "http://www/",
                                       "http:///",
                                       "http://example.org",
                                       "mailto:",
                                       "http://EXAMPLE.org/"};
  const std::vector<std::string> suffixes{"",
                                          "@en",
                                          "@EN",
                                          "@en_US",
                                          "@de-CH-1996",
                                          "@x",
                                          "@abcdefghi",
                                          "^^<http://www.w3.org/2001/XMLSchema#integer>",
                                          "^^<http://www.w3.org/2001/XMLSchema#date>",
                                          "^^<http://example.org/t>",
                                          "^^<http://www.w3.org/2001/XMLSchema#string>"};
  const std::vector<std::string> values{"",        "1",   "01",   "2020-02-30", "a\u00e9", "\xEF\xBF\xBE",
                                        "\\u0007", "\\n", "\x7F", "\t",         "\xC3"};
  std::string quick, careful;
  for (int i = 0; i < 6000; ++i) {
    auto iri = heads[roll(heads.size())];
    for (auto left = roll(6); left > 0; --left) {
      const auto at = roll(letters.size());
      iri.insert(roll(2) == 0 ? iri.size() : roll(iri.size() + 1),
                 letters.substr(
                     at, next_utf8(letters.substr(at)).is_valid ? next_utf8(letters.substr(at)).length : 0));
    }
    const auto line = "<http://example.org/s> <" + iri + "> \"" + values[roll(values.size())] + "\"" +
                      suffixes[roll(suffixes.size())] + " .";
    quick += line + "  \n";
    careful += line + " #\n";
  }
  for (const auto profile : {wash_profile::strict, wash_profile::standard}) {
    reader_options options{testing::base};
    options.profile = profile;
    const auto got = read_text(rdf_format::n_triples, quick, 0, options);
    const auto expected = read_text(rdf_format::n_triples, careful, 0, options);
    EXPECT_EQ(got.lines, expected.lines);
    ASSERT_EQ(got.defects.size(), expected.defects.size());
    for (std::size_t i = 0; i < got.defects.size(); ++i) {
      EXPECT_EQ(got.defects[i].rule, expected.defects[i].rule);
      EXPECT_EQ(got.defects[i].line, expected.defects[i].line);
    }
  }
}

TEST(line_reader, damage_never_violates_the_properties_of_readers) {
  constexpr unsigned seed = 7;
  std::mt19937 dice(seed);
  const auto roll = [&](std::size_t below) { return dice() % below; };
  for (int round = 0; round < 400; ++round) {
    const auto format = round % 2 == 0 ? rdf_format::n_triples : rdf_format::n_quads;
    auto text = good_lines(dice, 1 + roll(12), round % 2 != 0);
    const auto good = read_text(format, text);
    for (std::size_t i = 1 + roll(3); i > 0 && !text.empty(); --i) {
      const auto at = roll(text.size()), length = std::min(roll(30), text.size() - at);
      switch (roll(5)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text[at] = static_cast<char>(text[at] ^ (1 << roll(8)));
          break;
        case 2:
          text.insert(at, text.substr(at, length));
          break;
        case 3:
          text.insert(at, 1, "\"<>.\\\n\r @^_:#;,"[roll(15)]);
          break;
        default:
          text.resize(at);
          break;
      }
    }
    reader_options options{testing::base};
    options.profile = static_cast<wash_profile>(roll(3));
    const auto got = read_with_properties(format, text, options);
    if (HasFailure()) {
      ADD_FAILURE() << "seed " << seed << " round " << round << "\n" << testing::base << "\n" << text;
      return;
    }
  }
}

/// A document and the same one without its graphs.
TEST(line_reader, a_missing_or_superfluous_mark_invents_no_statement) {
  const std::string quads =
      "<a:s> <a:p> <a:o> <a:g> .\n<a:s> <a:p> \"one\" <a:g> .\n<a:s> <a:p> \"two\"@en <a:g> .\n"
      "<a:s> <a:p> \"three\"^^<a:d> <a:h> .\n<a:s> <a:p> <a:q> .\n_:b1 <a:p> _:b2 _:b3 .\n"
      "<a:s> <a:q> \"four\" .\n<a:t> <a:p> <a:o> <a:g> . # five\n<a:x> <a:y> <a:z> .\n";
  const std::string triples =
      "<a:s> <a:p> <a:o> .\n<a:s> <a:p> \"one\" .\n<a:s> <a:p> \"two\"@en .\n<a:s> <a:p> \"three\"^^<a:d> .\n"
      "_:b1 <a:p> _:b2 .\n<a:t> <a:p> <a:o> . # five\n<a:x> <a:y> <a:z> .\n";
  // Under max_recall the more likely interpretation is chosen.
  for (const auto profile : {wash_profile::strict, wash_profile::standard}) {
    testing::expect_no_mark_invents(rdf_format::n_quads, quads, "\"<>. \n;,@^", profile);
    testing::expect_no_mark_invents(rdf_format::n_triples, triples, "\"<>. \n;,@^", profile);
  }
}

TEST(line_reader, truncation_invents_no_statement_except_for_labels_cut_at_a_dot) {
  std::mt19937 dice(3);
  const auto text = good_lines(dice, 12, true);
  const auto whole = read_text(rdf_format::n_quads, text);
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto got = read_text(rdf_format::n_quads, text.substr(0, length));
    for (const auto& line : got.lines) {
      if (line.find("<b:a> .") != line.npos) continue;
      EXPECT_NE(std::ranges::find(whole.lines, line), whole.lines.end()) << line << length;
    }
  }
}

}  // namespace
}  // namespace laundromat
