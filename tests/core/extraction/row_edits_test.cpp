// Tests that an edited row is read as the row was, without its defect.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/row_edits.hpp"

#include <gtest/gtest.h>

#include "core/extraction/csv/csv_extractor.hpp"
#include "tests/core/extraction/collected_records.hpp"

namespace laundromat {
namespace {

std::string edited(std::string row, const row_edit& edit) {
  return row.replace(edit.begin, edit.length, edit.after);
}

TEST(row_edits, cut_only_empty_fields_with_their_delimiters_E02) {
  const csv_dialect comma, spaced{',', '"', 0, true, 0};
  EXPECT_EQ(edited("1,2,,\r\n", cut_empty_fields("1,2,,\r\n", 2, comma).value()), "1,2\r\n");
  EXPECT_EQ(edited("1,\"2\",\"\",", cut_empty_fields("1,\"2\",\"\",", 2, comma).value()), "1,\"2\"");
  EXPECT_EQ(edited("1,2, , \n", cut_empty_fields("1,2, , \n", 2, spaced).value()), "1,2\n");
  EXPECT_FALSE(cut_empty_fields("1,2,x\n", 1, comma));
}

TEST(row_edits, add_delimiters_before_the_line_end_E02) {
  EXPECT_EQ(edited("1;2\r\n", add_empty_fields("1;2\r\n", 2, {';'})), "1;2;;\r\n");
  EXPECT_EQ(edited("1", add_empty_fields("1", 1, {})), "1,");
}

TEST(row_edits, replace_each_ill_formed_part_X08) {
  const std::string row = "a\xE9,b\xFF\xFE,c\n";
  const auto near = replace_bad_utf8(row, 100);
  ASSERT_EQ(near.size(), 1U);
  EXPECT_EQ(edited(row, near[0]), "a\uFFFD,b\uFFFD\uFFFD,c\n");
  const auto apart = replace_bad_utf8(row, 1);
  ASSERT_EQ(apart.size(), 3U);
  EXPECT_EQ(apart[1], (row_edit{4, 1, "\uFFFD"}));
  EXPECT_TRUE(replace_bad_utf8("a,b\n", 100).empty());
}

TEST(csv_extractor, reports_each_repair_with_its_bytes_and_place_X08) {
  collected_records got;
  csv_options options;
  options.has_header = true;
  const auto reader = make_csv_extractor(options, got);
  push_all(*reader, "a,b\n1,2\n3,\xE9,,\n4,5\n", 5);
  ASSERT_EQ(got.defects.size(), 2U) << got.rules();
  const auto& text = got.defects[0];
  EXPECT_EQ(std::tuple(text.rule, text.offset_bytes, text.line, text.column),
            std::tuple(errc::illegal_utf8, 10U, 3U, 3U));
  EXPECT_EQ(text.before + ">" + text.after, "\xE9>\uFFFD");
  const auto& fields = got.defects[1];
  EXPECT_EQ(std::tuple(fields.rule, fields.offset_bytes, fields.line),
            std::tuple(errc::empty_fields, 11U, 3U));
  EXPECT_EQ(fields.before + ">" + fields.after, ",,>");
}

}  // namespace
}  // namespace laundromat
