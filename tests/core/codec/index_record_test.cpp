// Indexes of WARC files: members one after the other, and the line of each record.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/index_record.hpp"

#include <gtest/gtest.h>

#include "core/codec/warc/stream_record.hpp"
#include "core/codec/warc/write_exchange.hpp"

namespace laundromat {

namespace {

warc_exchange indexed_exchange(std::string_view response_head, std::string_view body) {
  warc_exchange e;
  e.uri = "http://www.a.example/x?b&a";
  e.begun = from_ms(1'700'000'000'123);
  e.request_head = "GET /x?b&a HTTP/1.1\r\n\r\n";
  e.response_head = response_head;
  e.body = body;
  return e;
}

std::vector<scanned_member> scanned(const std::string& file) {
  member_scan scan{make_memory_source(file)};
  std::vector<scanned_member> found;
  for (;;) {
    auto next = scan.next();
    EXPECT_TRUE(next) << to_string(next.error());
    if (!next || !*next) return found;
    found.push_back(std::move(**next));
  }
}

}  // namespace

TEST(index_record, responses_and_revisits_have_a_line_and_requests_have_none) {
  warc_record_writer writer;
  std::string file;
  const auto first = append_exchange(
      writer, indexed_exchange("HTTP/1.1  200 OK\r\ncontent-type: text/turtle; charset=utf-8\r\n\r\n", "x"),
      file);
  const auto second_at = file.size();
  const auto second =
      append_exchange(writer, indexed_exchange("HTTP/1.1 304 Not Modified\r\n\r\n", ""), file);
  ASSERT_TRUE(append_failure(writer, indexed_exchange("", ""), "http_timeout", "", file));
  std::string lines;
  for (const auto& one : scanned(file)) lines += index_line(one, "f.warc.gz").value_or("");
  EXPECT_EQ(
      lines,
      "example,a)/x?a&b 20231114221320 {\"url\":\"http://www.a.example/x?b&a\",\"mime\":\"text/turtle\","
      "\"status\":\"200\",\"digest\":\"" +
          first->payload_digest.hex() + "\",\"length\":\"" + std::to_string(first->length_bytes) +
          "\",\"offset\":\"0\",\"filename\":\"f.warc.gz\"}\n"
          "example,a)/x?a&b 20231114221320 {\"url\":\"http://www.a.example/x?b&a\",\"mime\":\"warc/revisit\","
          "\"status\":\"304\",\"length\":\"" +
          std::to_string(second->length_bytes) + "\",\"offset\":\"" + std::to_string(second_at) +
          "\",\"filename\":\"f.warc.gz\"}\n");
}

TEST(index_record, members_of_any_length_are_found) {
  warc_record_writer writer;
  std::string file;
  std::vector<std::size_t> offsets;
  for (const std::size_t bytes : {0U, 1U, 5'000U, 300'000U, 70'000U, 10U}) {
    offsets.push_back(file.size());
    std::string body(bytes, 'x');
    for (std::size_t i = 0; i < bytes; ++i) body[i] = static_cast<char>('a' + i * i % 23);
    warc_record record;
    record.target_uri = "http://a.example/";
    record.body = body;
    record.is_compressed = bytes > 60'000;
    ASSERT_TRUE(writer.append(record, file));
  }
  warc_record large;
  large.target_uri = "http://a.example/";
  auto stream = warc_stream_record::begin(large).value();
  std::string body;
  offsets.push_back(file.size());
  stream.add(std::string(2'000'000, 'x'), body);
  auto ending = stream.finish({});
  file += ending.front + body + ending.rest;
  const auto found = scanned(file);
  ASSERT_EQ(found.size(), offsets.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].offset, offsets[i]);
    EXPECT_EQ(found[i].offset + found[i].length_bytes, i + 1 < offsets.size() ? offsets[i + 1] : file.size());
    EXPECT_LE(found[i].front.size(), member_scan::front_bytes);
    EXPECT_TRUE(found[i].front.starts_with("WARC/1.1\r\n"));
  }
}

TEST(index_record, damage_ends_the_scan) {
  warc_record_writer writer;
  std::string file;
  ASSERT_TRUE(append_exchange(writer, indexed_exchange("HTTP/1.1 200 OK\r\n\r\n", "x"), file));
  member_scan cut{make_memory_source(file.substr(0, file.size() - 3))};
  EXPECT_TRUE(cut.next());
  EXPECT_FALSE(cut.next());
  member_scan other{make_memory_source("no gzip")};
  EXPECT_EQ(other.next().error().code, errc::archive_damaged);
  member_scan empty{make_memory_source("")};
  EXPECT_FALSE(empty.next().value());
}

TEST(index_record, a_scan_can_be_continued_behind_damage) {
  warc_record_writer writer;
  std::string file;
  std::vector<std::size_t> offsets;
  for (int i = 0; i < 4; ++i) {
    offsets.push_back(file.size());
    ASSERT_TRUE(
        append_exchange(writer, indexed_exchange("HTTP/1.1 200 OK\r\n\r\n", std::to_string(i)), file));
  }
  file[offsets[1] + 20] = static_cast<char>(file[offsets[1] + 20] ^ 0x55);
  file.resize(file.size() - 3);
  member_scan scan{make_memory_source(file)};
  std::size_t read = 0, left_out = 0;
  std::uint64_t bytes = 0;
  for (;;) {
    const auto next = scan.next();
    if (next && !*next) break;
    if (next) {
      ++read;
      bytes += (*next)->length_bytes;
      continue;
    }
    EXPECT_EQ(scan.left_out_offset() == offsets[1], left_out == 0);
    ++left_out;
    bytes += scan.read_on().value();
  }
  EXPECT_EQ(left_out, 2U) << "one in the middle, and the cut one";
  EXPECT_EQ(bytes, file.size());
  EXPECT_GE(read, 6U);
}

TEST(index_record, records_that_share_a_gzip_member_are_noticed) {
  for (const std::size_t body_bytes : {std::size_t{0}, std::size_t{900}, std::size_t{700'000}}) {
    const auto record =
        "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\nContent-Length: " +
        std::to_string(body_bytes) + "\r\n\r\n" + std::string(body_bytes, 'x') + "\r\n\r\n";
    const auto member_of = [](const std::string& text) {
      return scanned_member{0, 1, text.size(), text.substr(0, member_scan::front_bytes)};
    };
    EXPECT_FALSE(has_more_records(member_of(record))) << body_bytes;
    EXPECT_FALSE(has_more_records(member_of(record + "\r\n"))) << body_bytes;
    EXPECT_TRUE(has_more_records(member_of(record + record))) << body_bytes;
  }
  EXPECT_FALSE(has_more_records({0, 1, 4, "text"}));
}

}  // namespace laundromat
