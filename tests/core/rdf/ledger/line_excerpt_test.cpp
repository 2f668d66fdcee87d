// Tests of the lines around defects.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/line_excerpt.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

struct row {
  const char* name;
  std::string text;
  text_span wanted;
  std::string before, span, behind;  ///< of the excerpt
  bool begins_later = false, ends_earlier = false;
  bool is_small = begins_later || ends_earlier;  ///< with limits that are small
};

const row rows[] = {
    {"a word in a line", "a b c\nd e f\ng\n", {8, 1}, "d ", "e", " f"},
    {"the first byte", "abc\n", {0, 1}, "", "a", "bc"},
    {"an insertion at the end of the last line", "abc", {3, 0}, "abc", "", ""},
    {"a whole line with its line feed", "a\nbc\nd", {2, 3}, "", "bc\n", "d"},
    {"several lines", "a\nb\nc\n", {0, 3}, "", "a\nb", ""},
    {"a line of Windows", "abc\r\nd", {1, 1}, "a", "b", "c"},
    {"only what is near", "0123456789", {5, 1}, "34", "5", "67", true, true},
    {"what begins and ends exactly where it is near",
     "x\n01234\ny",
     {4, 1},
     "01",
     "2",
     "34",
     false,
     false,
     true},
    {"one byte more before", "x\na01234\ny", {5, 1}, "01", "2", "34", true, false, true},
    {"one byte more behind", "x\n01234b\ny", {4, 1}, "01", "2", "34", false, true, true},
    {"the end of the text where it is near", "01234", {2, 1}, "01", "2", "34", false, false, true},
    {"whole characters",
     "\xC3\xA9\xC3\xA9\xC3\xA9x\xC3\xA9\xC3\xA9",
     {6, 1},
     "\xC3\xA9",
     "x",
     "\xC3\xA9",
     true,
     true},
    {"a span that is too long", "abcdefghijkl", {0, 12}, "", "abcdefgh", "ij", false, true},
};

excerpt_limits small() {
  excerpt_limits limits;
  limits.around_bytes = 2;
  limits.span_bytes = 8;
  return limits;
}

}  // namespace

TEST(line_excerpt, has_the_line_and_the_span_Q51) {
  for (const auto& one : rows) {
    const auto text = make_view_source(one.text);
    const auto limits = one.is_small ? small() : excerpt_limits{};
    const auto found = read_excerpts(*text, std::vector{one.wanted}, limits);
    ASSERT_TRUE(found && found->size() == 1 && found->front()) << one.name;
    const auto& got = *found->front();
    EXPECT_EQ(got.text.substr(0, got.at), one.before) << one.name;
    EXPECT_EQ(got.text.substr(got.at, got.length), one.span) << one.name;
    EXPECT_EQ(got.text.substr(got.at + got.length), one.behind) << one.name;
    EXPECT_EQ(got.begins_later, one.begins_later) << one.name;
    EXPECT_EQ(got.ends_earlier, one.ends_earlier) << one.name;
  }
}

TEST(line_excerpt, many_are_read_in_one_pass_over_a_long_text_Q51) {
  std::string text;
  std::vector<text_span> spans;
  for (int line = 0; line < 50'000; ++line) {
    const auto number = std::to_string(line);
    if (line % 7 == 0) spans.push_back({text.size() + 1, number.size()});
    text += '[' + number + "]\n";
  }
  const auto source = make_view_source(text);
  const auto found = read_excerpts(*source, spans);
  ASSERT_TRUE(found);
  for (std::size_t i = 0; i < spans.size(); ++i)
    ASSERT_EQ((*found)[i]->text, '[' + std::to_string(i * 7) + ']');
}

TEST(line_excerpt, there_is_none_behind_the_end_and_behind_the_limit_Q51) {
  excerpt_limits limits;
  limits.read_bytes = 4;
  const std::string text = "a\nb\nc\nd\n";
  const auto source = make_view_source(text);
  const auto found = read_excerpts(*source, std::vector<text_span>{{0, 1}, {6, 1}, {100, 1}}, limits);
  ASSERT_TRUE(found);
  EXPECT_TRUE((*found)[0]);
  EXPECT_FALSE((*found)[1]);
  EXPECT_FALSE((*found)[2]);
  const auto again = make_view_source(text);
  EXPECT_EQ(read_excerpts(*again, std::vector<text_span>{{6, 1}, {0, 1}}).error().code,
            errc::invalid_argument);
}

}  // namespace laundromat
