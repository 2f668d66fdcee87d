// Tests that repairs are made and taken back byte for byte.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/repair/edit_stream.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/codec/text/recode.hpp"
#include "core/extraction/repair/encoding_edits.hpp"
#include "core/extraction/repair/repair_collector.hpp"
#include "core/extraction/repair/repair_list.hpp"

namespace laundromat {
namespace {

result<std::string> pass(std::string_view text, const std::vector<text_edit>& edits, edit_direction direction,
                         std::size_t chunk) {
  string_sink out;
  edit_stream stream(edits, direction, out);
  for (std::size_t at = 0; at < text.size(); at += chunk)
    if (auto done = stream.write(text.substr(at, chunk)); !done) return tl::unexpected(done.error());
  if (auto done = stream.finish(); !done) return tl::unexpected(done.error());
  return out.text;
}

TEST(edit_stream, applies_and_takes_back_edits_to_the_same_bytes_in_chunks_of_any_size_X08) {
  const auto seed = std::random_device{}();
  std::mt19937 random(seed);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (int round = 0; round < 300; ++round) {
    std::string text;
    for (auto n = below(200); n > 0; --n) text += static_cast<char>(random());
    std::vector<text_edit> edits;
    std::string expected;
    for (std::size_t at = 0; at <= text.size();) {
      const auto kept = std::min(below(20), text.size() - at);
      expected.append(text, at, kept);
      at += kept;
      const auto gone = std::min(below(4), text.size() - at);
      std::string after(below(4), 'x');
      if (gone == 0 && after.empty()) after = "y";
      edits.push_back({at, text.substr(at, gone), after, "rule", 0});
      expected += after;
      at += gone;
      if (at == text.size()) break;
    }
    for (const std::size_t chunk : {1U, 2U, 7U, 1'000U}) {
      const auto there = pass(text, edits, edit_direction::apply, chunk);
      ASSERT_TRUE(there) << "seed " << seed << ": " << there.error().detail;
      EXPECT_EQ(*there, expected) << "seed " << seed;
      const auto back = pass(*there, edits, edit_direction::undo, chunk);
      ASSERT_TRUE(back) << "seed " << seed << ": " << back.error().detail;
      EXPECT_EQ(*back, text) << "seed " << seed;
    }
  }
}

TEST(edit_stream, refuses_a_text_that_is_not_that_of_its_edits_X08) {
  const std::vector<text_edit> edits{{2, "cd", "X", "rule", 0}};
  EXPECT_EQ(pass("abcdef", edits, edit_direction::apply, 1).value_or(""), "abXef");
  for (const auto* other : {"abXXef", "abc", ""}) {
    const auto made = pass(other, edits, edit_direction::apply, 1);
    ASSERT_FALSE(made) << other;
    EXPECT_EQ(made.error().code, errc::digest_mismatch);
  }
}

TEST(encoding_edits, make_the_same_text_as_the_decoder_and_can_be_taken_back_X08) {
  std::string utf16{"\xFF\xFE", 2};
  for (const char c : std::string("a;b\nc;d\n")) utf16.append({c, '\0'});
  utf16 += std::string("\xE9\x00\x0A\x00", 4);
  const std::pair<const char*, std::string> cases[] = {
      {"windows-1252", "name\nJos\xE9 \x80\xA0;x\nplain\n\xFC"},
      {"ISO-8859-2", "\xB1\xE6\n"},
      {"Shift_JIS", "a,\x83\x5C\x83\x5C\n\x95\x5C,b\n"},
      {"UTF-16LE", utf16},
  };
  for (const auto& [encoding, bytes] : cases) {
    warning_log warnings;
    auto decoder = make_utf8_source(make_view_source(bytes), encoding, warnings);
    ASSERT_TRUE(decoder);
    const auto expected = read_all(**decoder, 1'000);
    const auto raw = make_view_source(bytes);
    const auto edits = encoding_edits(*raw, encoding, 1'000'000);
    ASSERT_TRUE(edits) << encoding;
    const auto made = pass(bytes, *edits, edit_direction::apply, 3);
    ASSERT_TRUE(made) << encoding;
    EXPECT_EQ(*made, *expected) << encoding;
    EXPECT_EQ(pass(*made, *edits, edit_direction::undo, 3).value_or(""), bytes) << encoding;
  }
}

TEST(repair_list, is_read_as_it_was_written_X08) {
  repair_list list;
  list.document = "a.csv";
  list.encoding = "windows-1252";
  list.original_bytes = 9;
  list.repaired_bytes = 10;
  list.original = sha256("a");
  list.repaired = sha256("b");
  list.encoding_edits = {{4, "\xE9", "\xC3\xA9", "encoding", 0}};
  list.text_edits = {{7, ",,", "", "empty_fields", 2}, {9, "", "\"\n", "lenient_json", 3}};
  const auto text = write_repair_list(list);
  const auto read = read_repair_list(text);
  ASSERT_TRUE(read) << read.error().detail;
  EXPECT_EQ(*read, list) << text;
  const auto lines = text.find('\n') + 1;
  for (const auto& damaged : {std::string(), text.substr(1), text.substr(lines), text + "{}\n", text + text})
    EXPECT_FALSE(read_repair_list(damaged)) << damaged;
}

TEST(repair_collector, leaves_what_was_skipped_as_it_is_X08) {
  repair_collector found(100);
  const auto repair = [&](std::uint64_t at, std::string before, std::string after) {
    defect one;
    one.rule = errc::empty_fields;
    one.offset_bytes = at;
    one.length_bytes = before.size();
    one.done = treatment::repair;
    one.before = std::move(before);
    one.after = std::move(after);
    found.on_defect(one);
  };
  repair(2, ",", "");
  repair(12, ",", "");
  repair(22, "", ",");
  repair(22, "", "");  // no change of the text
  defect without_text;
  without_text.rule = errc::illegal_utf8;
  without_text.offset_bytes = 3;
  without_text.length_bytes = 9;
  without_text.done = treatment::repair;
  found.on_defect(without_text);
  found.on_span(span_kind::statement, 10);
  found.on_span(span_kind::quarantine, 10);
  found.on_span(span_kind::statement, 10);
  const auto edits = found.take_edits();
  ASSERT_EQ(edits.size(), 2U);
  EXPECT_EQ(edits[0].offset_bytes, 2U);
  EXPECT_EQ(edits[1].offset_bytes, 22U);
  EXPECT_EQ(found.other_repairs(), 2U);
}

}  // namespace
}  // namespace laundromat
