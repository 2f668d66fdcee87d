// Looks ahead in damaged JSON texts, and the members that brackets leave ambiguous.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/text_lookahead.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rdf/jsonld/json/ambiguous_members.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"

namespace laundromat::jsonld {
namespace {

bool is_even(std::string_view text) {
  text_lookahead ahead;
  ahead.begin(text);
  return ahead.is_even();
}

TEST(json_lookahead, quotes_and_brackets_come_out_even) {
  EXPECT_TRUE(is_even(R"({"a":["}",{}]})"));
  EXPECT_TRUE(is_even(R"({"a":"http://x/"})"));
  EXPECT_FALSE(is_even(R"({"a":[})"));
  EXPECT_FALSE(is_even(R"({"a)"));
  EXPECT_FALSE(is_even("{\"a\n\"}"));
  EXPECT_FALSE(is_even("{'a':1}"));
  EXPECT_FALSE(is_even("{} // a comment"));
}

TEST(json_lookahead, a_unit_ends_at_the_comma_or_bracket_behind_it) {
  const auto measure = [](std::string_view text) {
    return measure_unit(text.data(), text.data() + text.size());
  };
  const std::string_view text = R"("a": {"b": [1, 2]}, "c": 3)";
  auto unit = measure(text);
  EXPECT_EQ(unit.end, text.data() + 18);
  EXPECT_EQ(unit.colons, 1U);
  EXPECT_EQ(unit.colon, text.data() + 3);
  EXPECT_TRUE(unit.has_plain_strings);
  EXPECT_EQ(measure(R"("a": "b": 1,)").colons, 2U);
  EXPECT_FALSE(measure(R"("a" b "c",)").has_plain_strings);
  EXPECT_FALSE(measure(R"("a)").has_plain_strings);
}

TEST(json_lookahead, lines_are_found_forward_and_backward) {
  const std::string_view text = "one\ntwo\nthree";
  text_lookahead ahead;
  ahead.begin(text);
  EXPECT_EQ(ahead.find_line(text.data() + 5), "two");
  EXPECT_EQ(ahead.find_line(text.data() + 9), "three");
  EXPECT_EQ(ahead.find_line(text.data() + 1), "one");
}

TEST(json_lookahead, scans_are_bounded) {
  text_lookahead ahead;
  ahead.begin("text");
  EXPECT_TRUE(ahead.may_scan_unit(64 * 1024));
  EXPECT_FALSE(ahead.may_scan_unit(1000));
  EXPECT_TRUE(ahead.may_scan_line(1000)) << "lines have an account of their own";
  ahead.begin("text");
  EXPECT_TRUE(ahead.may_scan_unit(1000));
}

TEST(json_lookahead, keys_quotes_and_brackets_are_recognised) {
  EXPECT_TRUE(holds_key("x, \"a\" : 1"));
  EXPECT_FALSE(holds_key("\"a\", \"b\""));
  EXPECT_TRUE(is_quoted("\"a \"b\" c\""));
  EXPECT_FALSE(is_quoted("\"a\" : \"c\""));
  EXPECT_TRUE(is_bracketed("[{}, 1]"));
  EXPECT_FALSE(is_bracketed("{}, {}"));
  EXPECT_FALSE(is_bracketed("[1"));
}

/// The texts of the parts that are given up in an object.
std::vector<std::string> give_up(std::string text, json_chunk chunk, std::size_t depth = 0) {
  const reader_limits limits;
  json_tree tree;
  json_parser parser(wash_profile::standard, limits);
  EXPECT_TRUE(parser.parse(text, chunk, tree)) << text;
  const parsed_text parsed{text.data(), text.data() + text.size(), &tree, chunk};
  fault_list faults(wash_profile::standard, 100'000);
  faults.begin(parsed);
  text_lookahead ahead;
  ahead.begin(text);
  ambiguous_members ambiguous(parsed, faults, ahead);
  if (chunk == json_chunk::cut) {
    ambiguous.give_up_before_end(depth);
  } else {
    const bool has_any = ambiguous.give_up_behind_braces();
    EXPECT_EQ(has_any, !faults.empty());
  }
  std::vector<std::string> parts;
  for (const auto& one : faults.all()) parts.push_back(text.substr(one.begin, one.end - one.begin));
  return parts;
}

using parts = std::vector<std::string>;

TEST(json_ambiguous_members, behind_a_brace_too_many_members_may_belong_to_the_object_before) {
  EXPECT_EQ(give_up(R"({"a":{"b":1},"c":2})", json_chunk::value), parts{R"("c":2)"});
  EXPECT_EQ(give_up(R"({"a":1,"c":2})", json_chunk::value), parts{});
  EXPECT_EQ(give_up("{\n  \"a\":{\n    \"b\":1\n  },\n  \"c\":2}", json_chunk::value), parts{})
      << "indentation shows whose they are";
}

TEST(json_ambiguous_members, a_context_that_may_have_ended_too_early_is_given_up) {
  EXPECT_EQ(give_up(R"({"@context":{"a":"http://a/"},"b":"http://b/"})", json_chunk::value),
            (parts{R"("b":"http://b/")", R"("@context":{"a":"http://a/"})"}));
  EXPECT_EQ(give_up(R"({"@context":{"a":"http://a/"},"@id":"x"})", json_chunk::value), parts{})
      << "no context has that key";
}

TEST(json_ambiguous_members, before_a_missing_end_the_later_members_of_the_last_object_are_given_up) {
  EXPECT_EQ(give_up(R"({"x":1,"a":{"b":1,"c":2})", json_chunk::cut, 1), parts{R"("c":2)"});
  EXPECT_EQ(give_up(R"({"a":1,"b":2)", json_chunk::cut, 1), parts{});
}

TEST(json_ambiguous_members, members_that_begin_their_lines_are_compared_by_indentation) {
  const auto is_lined_up = [](std::string_view text) {
    const reader_limits limits;
    json_tree tree;
    json_parser parser(wash_profile::standard, limits);
    EXPECT_TRUE(parser.parse(text, json_chunk::value, tree));
    return parser.is_lined_up();
  };
  EXPECT_TRUE(is_lined_up("{\n  \"a\":1,\n  \"b\":2}"));
  EXPECT_FALSE(is_lined_up("{\n  \"a\":1,\n \"b\":2}"));
  EXPECT_TRUE(is_lined_up("{\"a\":1, \"b\":2}"));
}

}  // namespace
}  // namespace laundromat::jsonld
