// Where a string that lost a quote should have ended.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/string_end_finder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat::jsonld {
namespace {

/// The text from where the structure begins, for the string between the first two quotes; "no" or "later" without one.
std::string find(std::string_view text, std::string_view open, char before, bool is_last = true,
                 std::size_t items_depth = 0) {
  string_end_finder ends;
  const auto begin = text.find('"'), end = text.find('"', begin + 1) + 1;
  const auto [is_found, at] =
      ends.find({text, 0, is_last}, {begin, end, before}, {{open.data(), open.size()}, items_depth});
  return is_found == decision::no          ? "no"
         : is_found == decision::undecided ? "later"
                                           : std::string(text.substr(at));
}

TEST(json_string_end, structure_before_the_last_quote_ends_the_string) {
  EXPECT_EQ(find(R"("a,"b":1)", "{", ':'), R"(,"b":1)") << "a value, a comma and a key";
  EXPECT_EQ(find(R"("a,"b",)", "[", '['), R"(,"b",)") << "an item, a comma and an item";
  EXPECT_EQ(find(R"("a:"b",)", "{", ','), R"(:"b",)") << "a key and its value";
  EXPECT_EQ(find(R"("a},{"b":1)", "[{", ':'), R"(},{"b":1)") << "brackets that fit those that are open";
}

TEST(json_string_end, structure_that_fits_no_open_bracket_is_text) {
  EXPECT_EQ(find(R"("a,"b",)", "{", ':'), "no") << "behind a comma in an object there is a key";
  EXPECT_EQ(find(R"("a],"b":1)", "{", ':'), "no");
  EXPECT_EQ(find(R"("a b" c)", "{", ':'), "no") << "there is no structure";
}

TEST(json_string_end, it_waits_for_what_shows_whether_a_key_follows) {
  EXPECT_EQ(find(R"("a,"b)", "{", ':', false), "later");
  EXPECT_EQ(find(R"("a,"b")", "{", ':', false), "later");
}

TEST(json_string_end, brackets_within_the_string_come_out_even) {
  EXPECT_EQ(find(R"("a{b,"c":1)", "{", ':'), "no");
  EXPECT_EQ(find(R"("a{b},"c":1)", "{", ':'), R"(,"c":1)");
}

TEST(json_string_end, brackets_since_a_lost_end_are_counted) {
  const std::string text = R"("x" { y "a,"b":1)";
  for (const bool is_lost : {false, true}) {
    string_end_finder ends;
    const std::vector<char> open{'{'};
    const scan_window window{text, 0, true};
    if (is_lost) ends.note_lost_end({0, 3, ':'}, {open});
    const auto answer = ends.find(window, {8, 12, ':'}, {open});
    EXPECT_EQ(answer.is_found, is_lost ? decision::no : decision::yes);
    ends.forget();
    EXPECT_EQ(ends.find(window, {8, 12, ':'}, {open}).is_found, decision::yes);
  }
}

}  // namespace
}  // namespace laundromat::jsonld
