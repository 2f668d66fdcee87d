// What lost text may have declared: all of it is found, or all that was declared is in doubt, however the text arrives.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_text.hpp"

#include <random>

#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

using turtle::lost_directive;
using turtle::lost_text;

/// A description of all that `take` hands out, and of what it returns.
std::string take_all(lost_text& text, std::uint64_t begin = 0) {
  std::string all;
  const bool is_whole = text.take(begin, [&](const lost_directive& one) {
    all += one.is_base ? "base" : "prefix " + std::string(one.prefix.value_or("?"));
    all.append(" ").append(one.iri).append("\n");
  });
  return all + (is_whole ? "" : "too many\n");
}

void show_in_chunks(lost_text& to, std::uint64_t begin, std::string_view text, std::mt19937& random,
                    std::size_t most) {
  while (!text.empty()) {
    const auto chunk = text.substr(0, 1 + random() % most);
    to.show(begin, chunk);
    begin += chunk.size();
    text.remove_prefix(chunk.size());
  }
}

/// Lines with and without directives, some longer than what is looked at as a whole.
std::string random_text(std::mt19937& random) {
  static const std::string parts[] = {"@prefix e: <http://e.example/> .",
                                      "PREFIX f: <http://f.example/>",
                                      "@base <http://b.example/> .",
                                      "BASE <http://c.example/>",
                                      "<a:s> <a:p> \"text\" .",
                                      "@perfix g: <http://g.example/> .",
                                      "\"text@prefix h:",
                                      std::string(700, 'x'),
                                      "<http://i.example/> .",
                                      " ",
                                      "\n",
                                      "\r\n",
                                      "\r",
                                      ". @prefix k:\t"};
  std::string text;
  for (auto count = 1 + random() % 40; count > 0; --count) {
    text += parts[random() % std::size(parts)];
    if (random() % 3 == 0) text += '\n';
  }
  return text;
}

TEST(lost_text, finds_the_same_however_it_is_cut) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    const auto text = random_text(random);
    const auto begin = random() % (text.size() + 1);
    lost_text whole;
    whole.show(7, text);
    const auto expected = take_all(whole, 7 + begin);
    for (const std::size_t most : {1, 5, 100, 2'000}) {
      lost_text cut;
      show_in_chunks(cut, 7, text, random, most);
      EXPECT_EQ(take_all(cut, 7 + begin), expected) << "seed " << seed << " chunks of up to " << most;
    }
  }
}

TEST(lost_text, finds_the_same_behind_what_is_accounted_for) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    const auto first = random_text(random), second = random_text(random);
    lost_text alone;
    alone.show(first.size(), second);
    const auto expected = take_all(alone, first.size());
    lost_text behind;
    show_in_chunks(behind, 0, first, random, 100);
    behind.forget_before(first.size());
    show_in_chunks(behind, first.size(), second, random, 100);
    EXPECT_EQ(take_all(behind, first.size()), expected) << "seed " << seed;
  }
}

TEST(lost_text, gives_what_it_found_once_but_for_a_line_that_may_go_on) {
  lost_text text;
  text.show(0, "@prefix e: <http://e.example/> .\n@prefix f:");
  EXPECT_EQ(take_all(text), "prefix e http://e.example/\nprefix e http://e.example/\nprefix f \n");
  EXPECT_EQ(take_all(text), "prefix f \n");
  text.show(text.seen_bytes(), " <http://f.example/> .\n");
  EXPECT_EQ(take_all(text), "prefix f http://f.example/\nprefix f http://f.example/\n");
  EXPECT_EQ(take_all(text), "");
}

TEST(lost_text, looks_at_a_long_line_in_chunks_of_the_same_place) {
  const std::string x(lost_text::most_line_bytes - 8, 'x');
  const auto line = x + "@prefix e: <http://e.example/> . @prefix f: <http://f.example/> .";
  lost_text whole;
  whole.show(0, line);
  const auto expected = take_all(whole);
  EXPECT_NE(expected.find("prefix f http://f.example/"), expected.npos) << expected;
  for (std::size_t cut = 1; cut < line.size(); ++cut) {
    lost_text chunks;
    chunks.show(0, std::string_view(line).substr(0, cut));
    chunks.show(cut, std::string_view(line).substr(cut));
    EXPECT_EQ(take_all(chunks), expected) << cut;
  }
}

TEST(lost_text, reports_too_many_directives_until_they_are_accounted_for) {
  std::string many;
  while (many.size() < lost_text::most_found * 16) many += "@prefix e:\n@base\n";
  lost_text text;
  text.show(0, many);
  EXPECT_TRUE(take_all(text).ends_with("too many\n"));
  EXPECT_EQ(take_all(text), "");
  text.show(text.seen_bytes(), many);
  text.forget_before(2 * many.size());
  EXPECT_EQ(take_all(text), "");
}

/// A gap behind the end of a statement is skipped only when the token behind it is skipped, too.
TEST(turtle_lost_text, a_comment_behind_what_is_lost_declares_nothing) {
  const std::string start = "@prefix e: <http://e/> .\n";
  const std::string comment = "# @prefix e: <http://other/> .";
  const auto gap = " " + comment + "\n" + comment + "\n" + std::string(1'500, ' ') + comment + "\n";
  for (const std::string lost : {"<a:s> <a:p> ; <a:z> .", "<a:s> nope:p <a:o> ."}) {
    const auto got =
        testing::read_with_properties(rdf_format::turtle, start + lost + gap + "<a:s> e:p <a:o> .\n");
    EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <http://e/p> <a:o> ."}) << lost;
  }
}

TEST(turtle_lost_text, a_statement_on_trial_that_is_kept_declares_nothing) {
  const std::string text =
      "@prefix e: <http://e/> .\n<a:s> <a:p> \"x <a:o> .\n<a:t> <a:p> \"\"\"@prefix e: <http://other/> .\n"
      "@prefix e: <http://other/> .\n\"\"\" .\n<a:s> e:p <a:o> .\n";
  const auto got = testing::read_with_properties(rdf_format::turtle, text);
  EXPECT_EQ(got.lines.size(), 2u) << testing::describe(got);
}

TEST(turtle_lost_text, too_many_declarations_put_all_in_doubt) {
  std::string many;
  for (std::size_t i = 0; i < lost_text::most_found + 10; ++i)
    many += "PREFIX p" + std::to_string(i) + ": <http://p/>\n";
  for (const auto profile : {wash_profile::standard, wash_profile::max_recall}) {
    reader_options options{testing::base};
    options.profile = profile;
    const auto got =
        testing::read_with_properties(rdf_format::turtle,
                                      "@prefix e: <http://e/> .\n<a:s> <a:p> <a:o> ] \"\"\"" + many +
                                          "\"\"\" .\n<a:s> e:p <a:o> .\n<a:s> foaf:p <a:o> .\n@prefix e: "
                                          "<http://f/> .\n<a:s> e:p <a:o> .\n",
                                      options);
    EXPECT_EQ(got.lines, std::vector<std::string>{"<a:s> <http://f/p> <a:o> ."});
  }
}

}  // namespace
}  // namespace laundromat
