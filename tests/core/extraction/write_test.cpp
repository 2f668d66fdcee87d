// Writers of JSON and CSV.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/extraction/write/append_json.hpp"
#include "core/extraction/write/csv_writer.hpp"

namespace laundromat {
namespace {

data_record sample() {
  data_record record;
  record.begin_map();
  record.add_text("a \"b\"\\\n\x01 \xC3\xA4", "t");
  record.add_number("1.50", "n");
  record.begin_list("l");
  record.add_null();
  record.add_boolean(true);
  record.begin_map();
  record.end();
  record.end();
  record.end();
  return record;
}

TEST(append_json, writes_a_value_on_one_line_X05) {
  std::string out;
  append_json(out, sample().root());
  EXPECT_EQ(out, "{\"t\":\"a \\\"b\\\"\\\\\\n\\u0001 \xC3\xA4\",\"n\":1.50,\"l\":[null,true,{}]}");
}

TEST(append_json, writes_utf8_whatever_the_text_is_X05) {
  std::string out;
  append_json_text(out, "a\xE9z");
  EXPECT_EQ(out, "\"a\xEF\xBF\xBDz\"");
}

TEST(append_json, needs_no_more_room_because_of_what_is_there_X05) {
  std::string out;
  out.reserve(100'000);
  out.append(99'000, 'x');
  const auto room = out.capacity();
  for (int i = 0; i < 20; ++i) append_json_text(out, "a text of some length");
  append_json(out, sample().root());
  EXPECT_EQ(out.capacity(), room) << "nothing is copied to append a value";
}

TEST(csv_writer, writes_no_empty_line_in_a_table_of_one_column_X05) {
  csv_writer writer({"value"}, "\n");
  std::string out;
  data_record record;
  for (const auto* text : {"", "x"}) {
    record.clear();
    record.begin_map();
    record.add_text(text, "value");
    record.end();
    EXPECT_EQ(writer.append(out, record.root()), 0U);
  }
  record.clear();
  record.begin_map();
  record.add_null("value");
  record.end();
  EXPECT_EQ(writer.append(out, record.root()), 0U);
  record.clear();
  record.begin_map();
  record.end();
  EXPECT_EQ(writer.append(out, record.root()), 0U);
  record.clear();
  record.add_null();
  EXPECT_EQ(writer.append(out, record.root()), 0U);
  EXPECT_EQ(out, "\"\"\nx\n\"\"\n\"\"\n\"\"\n");
}

TEST(csv_writer, counts_values_without_a_column_X05) {
  csv_writer writer({"t", "n", "l"});
  std::string out;
  writer.append_header(out);
  EXPECT_EQ(writer.append(out, sample().root()), 0U);
  data_record second;
  second.begin_map();
  second.add_text("", "l");
  second.add_text("x,y", "t");
  second.add_text("lost", "other");
  second.end();
  EXPECT_EQ(writer.append(out, second.root()), 1U);
  EXPECT_EQ(out, "t,n,l\r\n\"a \"\"b\"\"\\\n\x01 \xC3\xA4\",1.50,\"[null,true,{}]\"\r\n\"x,y\",,\"\"\r\n");
}

TEST(csv_writer, writes_the_given_columns_X05) {
  csv_writer writer({"n", "a b"}, "\n");
  std::string out;
  writer.append_header(out);
  EXPECT_EQ(writer.append(out, sample().root()), 2U);
  EXPECT_EQ(out, "n,a b\n1.50,\n");
}

TEST(csv_writer, puts_a_record_that_is_no_map_into_its_own_column_X05) {
  csv_writer writer({"n", "value"}, "\n"), without({"n", "t"}, "\n");
  std::string out;
  data_record record;
  record.add_text("x");
  EXPECT_EQ(writer.append(out, record.root()), 0U);
  EXPECT_EQ(without.append(out, record.root()), 1U);
  EXPECT_EQ(out, ",x\n,\n");
}

}  // namespace
}  // namespace laundromat
