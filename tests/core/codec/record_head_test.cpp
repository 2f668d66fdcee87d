// Tests the heads of WARC and ARC records.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/record_head.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr std::string_view plain =
    "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: "
    "2017-03-06T04:02:06.123456Z\r\n"
    "WARC-Target-URI: http://example.org/a\r\nContent-Type: application/http; msgtype=response\r\n"
    "WARC-Block-Digest: sha1:DR5MBP7OD3OPA7RFKWJUD4CTNUQUGFC5\r\nContent-Length: 17\r\n\r\nHTTP/1.1 200 "
    "OK\r\n";

TEST(record_head, reads_the_named_fields) {
  const auto head = parse_record_head(plain);
  ASSERT_TRUE(head);
  EXPECT_EQ(head->version, "WARC/1.1");
  EXPECT_EQ(head->fields.size(), 7U) << "nothing behind the empty line";
  EXPECT_EQ(head->type, warc_record_type::response);
  EXPECT_EQ(head->record_id, "urn:uuid:1");
  EXPECT_EQ(to_iso8601(head->date), "2017-03-06T04:02:06.123Z");
  EXPECT_EQ(head->target_uri, "http://example.org/a");
  EXPECT_EQ(head->block_digest, "sha1:DR5MBP7OD3OPA7RFKWJUD4CTNUQUGFC5");
  EXPECT_EQ(head->payload_digest, "");
  EXPECT_EQ(head->content_length, 17U);
}

TEST(record_head, tolerates_what_programs_write) {
  const auto head = parse_record_head(
      "WARC/1.0\nwarc-type:Resource\nWARC-Target-URI: <http://example.org/b>\nno field\nX-Note: one\n  and "
      "two\n"
      "Content-Length: 3\ncontent-length: 3\n\n");
  ASSERT_TRUE(head);
  EXPECT_EQ(head->type, warc_record_type::resource);
  EXPECT_EQ(head->target_uri, "http://example.org/b");
  EXPECT_EQ(head->fields[2], (record_field{"X-Note", "one and two"}));
  EXPECT_EQ(head->content_length, 3U);
  EXPECT_EQ(parse_record_head("WARC/1.0\r\nWARC-Type: page\r\n\r\n")->type, warc_record_type::other);
}

TEST(record_head, states_no_length_that_is_not_certain) {
  for (const std::string length :
       {"", "Content-Length: x\r\n", "Content-Length: -1\r\n", "Content-Length:\r\n",
        "Content-Length: 99999999999999999999\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n"})
    EXPECT_FALSE(parse_record_head("WARC/1.1\r\n" + length + "\r\n")->content_length) << length;
}

TEST(record_head, is_refused_without_a_version_or_with_too_many_fields) {
  EXPECT_EQ(parse_record_head("HTTP/1.1 200 OK\r\n\r\n").error().code, errc::warc_head_broken);
  EXPECT_EQ(parse_record_head("WARC/\r\n\r\n").error().code, errc::warc_head_broken);
  std::string many = "WARC/1.1\r\n";
  for (std::size_t i = 0; i <= most_record_fields; ++i) many += "A: b\r\n";
  EXPECT_EQ(parse_record_head(many).error().code, errc::warc_head_broken);
  EXPECT_TRUE(begins_warc_record("WAR"));
  EXPECT_TRUE(begins_warc_record("WARC/1.0\r\n"));
  EXPECT_FALSE(begins_warc_record("WARC files are archives"));
}

TEST(record_head, reads_the_line_of_arc) {
  const auto one = parse_arc_line("http://example.com/a b 93.184.216.119 20140216050221 text/html 1591");
  ASSERT_TRUE(one);
  EXPECT_EQ(one->version, "ARC/1");
  EXPECT_EQ(one->target_uri, "http://example.com/a b");
  EXPECT_EQ(one->content_type, "text/html");
  EXPECT_EQ(one->content_length, 1591U);
  EXPECT_EQ(to_iso8601(one->date), "2014-02-16T05:02:21.000Z");
  const auto two = parse_arc_line(
      "http://example.com/ 93.184.216.119 20140216050221 text/html 200 fac069150613fe55599cc7fa88aa089d - "
      "209 a.arc 12");
  ASSERT_TRUE(two);
  EXPECT_EQ(two->version, "ARC/2");
  EXPECT_EQ(two->content_type, "text/html");
  EXPECT_EQ(two->content_length, 12U);
  EXPECT_EQ(parse_arc_line("filedesc://a.arc 0.0.0.0 20140301000000 text/plain 75")->type,
            warc_record_type::warcinfo);
  EXPECT_FALSE(
      parse_arc_line("http://example.com/ 1.1.1.1 201404010000000000 text/html abc")->content_length);
  EXPECT_FALSE(parse_arc_line("URL IP-address Archive-date Content-type Archive-length"));
  EXPECT_FALSE(parse_arc_line("<p>no record: 1 20140216050221 a 1"));
}

TEST(record_head, reads_dates_of_any_precision) {
  EXPECT_EQ(to_iso8601(parse_capture_date("2016")), "2016-01-01T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(parse_capture_date("2016-02")), "2016-02-01T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(parse_capture_date("2016-02-03T04:05Z")), "2016-02-03T04:05:00.000Z");
  EXPECT_EQ(to_iso8601(parse_capture_date("2016-02-03T04:05:06.7Z")), "2016-02-03T04:05:06.700Z");
  EXPECT_EQ(to_iso8601(parse_capture_date("20160203040506")), "2016-02-03T04:05:06.000Z");
  for (const auto* text : {"", "yesterday", "0001-01-01", "2016-13-01", "2016-02-30T25:00:00Z"})
    EXPECT_EQ(parse_capture_date(text), timestamp{}) << text;
}

}  // namespace
}  // namespace laundromat
