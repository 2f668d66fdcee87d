// How much of a damaged JSON document is looked at again: counted in bytes, so that nobody can make it slow.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "core/extraction/json/json_walk.hpp"
#include "core/extraction/json/text_window.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

constexpr std::size_t hostile_bytes = 100'000;

std::string repeated(std::string_view one, std::string_view before = {}, std::string_view after = {}) {
  std::string out(before);
  while (out.size() < hostile_bytes) out += one;
  return out.append(after);
}

struct work {
  std::uint64_t searched_bytes = 0, counted_bytes = 0;
  std::size_t records = 0;
};

/// `search_bytes`: none leaves only what is allowed for each byte.
work work_of(const std::string& text, std::uint64_t search_bytes, const std::string& path = {},
             bool are_lines = false) {
  collected_records out;
  json_walk document(
      {.records = json_path::compile(path).value(), .are_lines = are_lines, .search_bytes = search_bytes},
      out);
  push_all(document, text, std::size_t{64} << 10);
  EXPECT_EQ(out.bytes(), text.size());
  return {document.searched_bytes(), document.counted_bytes(), out.records.size()};
}

TEST(json_work, is_bounded_for_each_byte_of_hostile_documents_E01) {
  const std::string sound = R"({"a":1,"b":[1]},{"a":1,"b":[1]},{"a":1,"b":[1]},{"a":1,"b":[1]},)";
  struct hostile {
    const char* what;
    std::string text;
    std::string path = {};
    bool are_lines = false;
  };
  const hostile documents[] = {
      {"lists", repeated("[")},
      {"lists on lines", repeated("[\n")},
      {"maps", repeated("{\"a\":")},
      {"maps on lines", repeated("{\"a\":\n")},
      {"strings", repeated("\"\\\"")},
      {"strings in a map", repeated("\"\\\"", "[{\"a\":")},
      {"brackets that close", repeated("}")},
      {"damaged lines", repeated("}\n"), {}, true},
      {"comments", repeated("/**/", "[", "1]")},
      {"commas", repeated(",", "[1", "1]")},
      {"lost braces", repeated(sound + R"({"a":1,"b":[1],)", "[", "1]")},
      {"lost brackets", repeated(sound + R"({"a":1,"b":[1},)", "[", "1]")},
      {"lost quotes", repeated(sound + R"({"a":1,"b":"1},)", "[", "1]")},
      {"lost values", repeated(sound + R"({"a":1,"b":},)", "[", "1]")},
      {"a lost bracket in a path", repeated(sound, R"({"r":{"i":[{"a":1,"b":[[[1},)", "1]}}"), "r.i"},
      {"a lost quote in a path", repeated(sound, R"({"r":{"i":[{"a":1,"b":[["1]]},)", "1]}}"), "r.i"},
      {"rows to repair", repeated(R"([1,"C:\data"],)", "[", "1]")},
      {"rows to repair before damage", repeated(R"([1,"C:\data"],)", "[", "[1,\"x],1]")},
      {"rows that do not end", repeated("[1,[2],", "[", "1]")},
      {"lists of one row before damage", repeated("[[1]],", "[", "[1,\"x]"), "$[*][*]"},
  };
  for (const auto& one : documents) {
    const auto done = work_of(one.text, 0, one.path, one.are_lines);
    EXPECT_LE(done.searched_bytes, 34 * one.text.size())
        << one.what << ": 16 times, and a last time, in each search";
    EXPECT_LE(done.counted_bytes, 8 * one.text.size() + 3 * text_window::mark_bytes) << one.what;
  }
}

TEST(json_work, is_spent_well_where_every_row_needs_a_repair_E01) {
  const auto text = repeated(R"([1,"C:\data"],)", "[", "[1,2]]");
  const auto done = work_of(text, json_extractor_options{}.search_bytes);
  EXPECT_GE(done.records, text.size() / 14) << "no row is lost";
  EXPECT_LE(done.searched_bytes, 6 * text.size()) << "what is seen of one row is known of the next ones";
}

TEST(json_text_window, locates_in_any_order_as_a_position_does_that_passes_all_E01) {
  std::mt19937 random(7);
  std::string text;
  const std::string_view parts[] = {"a", "\n", "\r", "\r\n", "\xC3\xA4", "some more text "};
  while (text.size() < 50'000) text += parts[random() % std::size(parts)];
  text_window window;
  std::uint64_t dropped = 0;
  for (std::size_t at = 0; at < text.size(); at += 1'000) {
    window.append(std::string_view(text).substr(at, 1'000));
    for (int i = 0; i < 4; ++i) {
      const auto offset = dropped + random() % (window.end() - dropped + 1);
      text_position expected;
      expected.advance(std::string_view(text).substr(0, offset));
      for (const auto& found : {window.locate(offset), window.locate_next(offset)})
        ASSERT_EQ(std::pair(found.line, found.column), std::pair(expected.line, expected.column)) << offset;
    }
    if (random() % 3 == 0) window.drop(dropped += random() % (window.end() - dropped + 1));
  }
}

}  // namespace
}  // namespace laundromat
