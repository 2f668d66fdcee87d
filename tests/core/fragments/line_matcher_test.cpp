// Tests of matching lines, also against a slow matcher.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "core/fragments/line_matcher.hpp"

namespace laundromat::test {
namespace {

line_matcher matcher(std::string_view text) {
  return line_matcher{read_pattern(text).value()};
}

constexpr std::string_view lines =
    "<x:a> <x:p> \"<x:p> <x:b> .\" .\n"
    "<x:a> <x:p> <x:b> .\n"
    "<x:a> <x:p> <x:b> <x:g> .\n"
    "<x:a> <x:q> \"b\\\" <x:b> \"@en <x:g> .\n"
    "<x:b> <x:p> <x:b> .\n"
    "<x:b> <x:p> <<( <x:a> <x:p> \"<x:b> )>>\" )>> <x:g> .\n";

std::vector<std::size_t> matching(std::string_view text) {
  const auto one = matcher(text);
  std::vector<std::size_t> numbers;
  std::size_t number = 0, begin = 0;
  for (auto found = one.find(lines, 0); found.begin != lines.npos; found = one.find(lines, found.end + 1)) {
    for (; begin < found.begin; begin = lines.find('\n', begin) + 1) ++number;
    numbers.push_back(number);
  }
  EXPECT_EQ(one.count(lines), numbers.size());
  return numbers;
}

using numbers = std::vector<std::size_t>;

}  // namespace

TEST(line_matcher, compares_terms_and_not_texts_that_look_like_them) {
  EXPECT_EQ(matching("?s ?p ?o"), (numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(matching("<x:a> ?p ?o"), (numbers{0, 1, 2, 3}));
  EXPECT_EQ(matching("<x:a> <x:p> ?o"), (numbers{0, 1, 2}));
  EXPECT_EQ(matching("?s ?p <x:b>"), (numbers{1, 2, 4}));
  EXPECT_EQ(matching("?s <x:p> <x:b>"), (numbers{1, 2, 4}));
  EXPECT_EQ(matching("?s <x:p> <x:b> <x:g>"), (numbers{2}));
  EXPECT_EQ(matching("?s <x:p> <x:b> default"), (numbers{1, 4}));
  EXPECT_EQ(matching("?s ?p ?o <x:g>"), (numbers{2, 3, 5}));
  EXPECT_EQ(matching("?s ?p ?o default"), (numbers{0, 1, 4}));
  EXPECT_EQ(matching("?x ?p ?x"), (numbers{4}));
  EXPECT_EQ(matching("?s ?p <<( <x:a> <x:p> \"<x:b> )>>\" )>>"), (numbers{5}));
  EXPECT_EQ(matching("?s ?p \"b\\\" <x:b> \"@en"), (numbers{3}));
  EXPECT_EQ(matching("?s <x:none> ?o"), numbers{});
}

TEST(line_matcher, finds_the_same_as_one_that_compares_every_line) {
  std::mt19937 random{7};
  const std::array names{"<x:a>", "<x:b>", "<x:ab>"};
  const std::array objects{"<x:a>", "\"<x:a> \"", "\"x\"@en", "\"<x:b>\"", "<<( <x:a> <x:b> <x:a> )>>",
                           "<x:b>"};
  const auto any = [&](const auto& of) { return std::string{of[random() % of.size()]}; };
  std::string text;
  for (int i = 0; i < 2'000; ++i)
    text +=
        any(names) + ' ' + any(names) + ' ' + any(objects) + (random() % 2 ? " " + any(names) : "") + " .\n";
  for (int i = 0; i < 200; ++i) {
    quad_pattern pattern;
    for (const auto which : {position::subject, position::predicate, position::graph})
      if (random() % 2) pattern.of(which) = any(names);
    if (random() % 2) pattern.of(position::object) = any(objects);
    if (random() % 4 == 0) pattern.of(position::graph) = no_named_graph;
    if (random() % 4 == 0) pattern.same_as[2] = position::subject;
    const line_matcher one{pattern};
    std::uint64_t expected = 0;
    for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin) + 1)
      expected += one.matches(std::string_view{text}.substr(begin, text.find('\n', begin) - begin)) ? 1 : 0;
    EXPECT_EQ(one.count(text), expected) << testing::PrintToString(pattern.terms);
  }
}

}  // namespace laundromat::test
