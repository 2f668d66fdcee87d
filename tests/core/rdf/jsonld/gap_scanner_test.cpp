// What is between the roots of a JSON stream, at any chunking.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/gap_scanner.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace laundromat::jsonld {
namespace {

using kind = scan_event::kind;

struct found {
  kind what;
  std::string text;
  scan_event::sequel behind = scan_event::sequel::other;
  bool operator==(const found&) const = default;
};

/// The runs of a gap, which is scanned as it grows by `chunk` bytes; ends at the first bracket.
std::vector<found> scan(const std::string& text, std::size_t chunk, std::uint64_t reach = 1000) {
  gap_scanner gaps(reach);
  std::vector<found> all;
  std::uint64_t at = 0;
  bool lacks_comment_ends = false;
  for (std::size_t size = std::min(chunk, text.size());; size = std::min(size + chunk, text.size())) {
    const scan_window window{std::string_view(text).substr(0, size), 0, size == text.size()};
    for (auto event = gaps.scan(window, at, lacks_comment_ends); event.what != kind::need_more;
         event = gaps.scan(window, at, lacks_comment_ends)) {
      if (event.what == kind::root_begin) return all.push_back({event.what, text.substr(at, 1)}), all;
      all.push_back({event.what, text.substr(event.begin, event.at - event.begin), event.behind});
    }
    if (window.is_last) return all;
  }
}

void expect(const std::string& text, const std::vector<found>& all) {
  for (const std::size_t chunk : {1, 2, 3, 7, 1000})
    EXPECT_TRUE(scan(text, chunk) == all) << text << " by " << chunk;
}

TEST(json_gap, space_and_record_separators_are_nothing) {
  expect(" \t\r\n\x1E{", {{kind::root_begin, "{"}});
  expect("  ", {});
}

TEST(json_gap, comments_commas_and_markup_wrap_json) {
  expect(",// a\n/* b */<!--<![CDATA[[", {{kind::wrapper, ","},
                                          {kind::wrapper, "// a"},
                                          {kind::wrapper, "/* b */"},
                                          {kind::wrapper, "<!--"},
                                          {kind::wrapper, "<![CDATA["},
                                          {kind::root_begin, "["}});
}

TEST(json_gap, stray_text_is_one_run_up_to_the_next_root) {
  expect("callback( {", {{kind::stray, "callback( "}, {kind::root_begin, "{"}});
}

TEST(json_gap, stray_text_with_a_key_or_a_closing_bracket_is_a_part_of_a_value) {
  expect("\"key\": 5 {", {{kind::stray, "\"key\": 5 ", scan_event::sequel::member}, {kind::root_begin, "{"}});
  expect("stray ] text {",
         {{kind::stray, "stray ] text ", scan_event::sequel::member}, {kind::root_begin, "{"}});
}

TEST(json_gap, a_block_comment_without_its_end_ends_with_its_line) {
  expect("/* a\n {", {{kind::wrapper, "/* a"}, {kind::root_begin, "{"}});
  const auto beyond = scan("/* a\n {", 1000, 2);
  EXPECT_TRUE(beyond == (std::vector<found>{{kind::stray, "/* a\n {"}})) << "it is too far back";
}

}  // namespace
}  // namespace laundromat::jsonld
