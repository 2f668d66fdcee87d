// WARC records whose body arrives in parts: any chunks give the same member, which is whole gzip and can be read from any offset.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/stream_record.hpp"

#include <gtest/gtest.h>

#include <random>

#include "core/codec/warc/own_record.hpp"

namespace laundromat {

namespace {

std::string random_text(std::size_t bytes) {
  std::mt19937 dice{7};
  std::string out(bytes, '\0');
  for (auto& c : out) c = static_cast<char>('a' + dice() % 26);
  return out;
}

warc_record answer_with(const std::string& head) {
  warc_record record;
  record.type = warc_record_type::response;
  record.date = from_ms(1'700'000'000'123);
  record.target_uri = "http://a.example/x";
  record.content_type = "application/http; msgtype=response";
  record.ip_address = "192.0.2.1";
  record.head = head;
  return record;
}

/// The whole member.
std::string stored(const warc_record& record, std::string_view body, std::size_t chunk,
                   std::string_view truncated = {}) {
  auto stream = warc_stream_record::begin(record).value();
  const auto front_bytes = stream.front_bytes();
  std::string out;
  for (std::size_t at = 0; at < body.size(); at += chunk) stream.add(body.substr(at, chunk), out);
  auto ending = stream.finish(truncated);
  EXPECT_EQ(ending.front.size(), front_bytes);
  EXPECT_EQ(ending.written.length_bytes, ending.front.size() + out.size() + ending.rest.size());
  EXPECT_EQ(ending.written.payload_digest, sha256(body));
  return ending.front + out + ending.rest;
}

const std::string usual_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";

}  // namespace

TEST(stream_record, any_chunks_give_the_same_record) {
  const auto body = random_text(200'001);
  const auto once = stored(answer_with(usual_head), body, body.size());
  for (const std::size_t chunk : {1'000U, 65'534U, 65'535U, 65'536U, 150'000U})
    EXPECT_EQ(stored(answer_with(usual_head), body, chunk), once) << chunk;
  const auto record = read_own_record(once, 1 << 20);
  ASSERT_TRUE(record) << to_string(record.error());
  EXPECT_EQ(record->payload(), body);
  EXPECT_EQ(record->head(), usual_head);
}

TEST(stream_record, has_the_digests_and_the_id_of_a_record_that_is_written_at_once) {
  const auto body = random_text(100'000);
  auto at_once = answer_with(usual_head);
  at_once.body = body;
  std::string out;
  const auto written = warc_record_writer{}.append(at_once, out).value();
  auto stream = warc_stream_record::begin(answer_with(usual_head)).value();
  stream.add(body, out);
  const auto streamed = stream.finish({}).written;
  EXPECT_EQ(streamed.id, written.id);
  EXPECT_EQ(streamed.block_digest, written.block_digest);
  EXPECT_EQ(streamed.payload_digest, written.payload_digest);
}

TEST(stream_record, the_reason_of_a_cut_changes_no_length) {
  const auto whole = stored(answer_with(usual_head), "abc", 3);
  for (const auto* why : {"length", "time", "disconnect", "unspecified"}) {
    const auto cut = stored(answer_with(usual_head), "abc", 3, why);
    EXPECT_EQ(cut.size(), whole.size()) << why;
    const auto record = read_own_record(cut, 1 << 20);
    ASSERT_TRUE(record);
    EXPECT_NE(record->text.find("WARC-Truncated: " + std::string(why) + "\r\n"), std::string::npos);
  }
}

TEST(stream_record, the_body_is_read_from_any_offset) {
  for (const std::size_t size : {0U, 1U, 65'535U, 65'536U, 131'070U, 200'001U}) {
    const auto body = random_text(size);
    auto source = open_stored_record(make_memory_source(stored(answer_with(usual_head), body, 10'000)));
    ASSERT_TRUE(source) << to_string(source.error());
    EXPECT_EQ((*source)->size_bytes(), size);
    EXPECT_EQ(read_all(**source, 1 << 20).value(), body);
    for (const std::size_t offset : {0U, 1U, 65'534U, 65'535U, 65'536U, 131'070U, 200'000U}) {
      ASSERT_TRUE((*source)->seek(offset));
      EXPECT_EQ(read_all(**source, 1 << 20).value(), body.substr(std::min(offset, size)))
          << size << ' ' << offset;
    }
  }
}

TEST(stream_record, a_head_may_need_several_blocks) {
  // The fields need some hundred bytes, so one of these fronts is a multiple of a block exactly.
  const auto fields =
      warc_stream_record::begin(answer_with(usual_head)).value().front_bytes() - 10 - 5 - usual_head.size();
  for (const std::size_t front : {65'534U, 65'535U, 65'536U, 131'070U, 200'000U}) {
    const auto long_head = "HTTP/1.1 200 OK\r\nX: " + random_text(front - fields - 24) + "\r\n\r\n";
    const auto member = stored(answer_with(long_head), "body", 4);
    EXPECT_EQ(read_own_record(member, 1 << 20).value().payload(), "body");
    auto source = open_stored_record(make_memory_source(member));
    ASSERT_TRUE(source) << front;
    EXPECT_EQ(read_all(**source, 1 << 20).value(), "body");
  }
}

TEST(stream_record, a_resource_has_no_head) {
  auto record = answer_with({});
  record.type = warc_record_type::resource;
  record.content_type = "application/octet-stream";
  auto source = open_stored_record(make_memory_source(stored(record, "HTTP/1.1\n\nx", 3)));
  EXPECT_EQ(read_all(**source, 1 << 20).value(), "HTTP/1.1\n\nx");
}

TEST(stream_record, other_bytes_are_damaged) {
  const auto member = stored(answer_with(usual_head), "body", 4);
  for (const auto& bytes : {std::string{}, member.substr(0, 12), member.substr(1), std::string(1'000, '\0')})
    EXPECT_EQ(open_stored_record(make_memory_source(bytes)).error().code, errc::archive_damaged);
  auto source = open_stored_record(make_memory_source(member.substr(0, member.size() - 22)));
  ASSERT_TRUE(source);
  const auto text = read_all(**source, 1 << 20);
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, errc::archive_damaged);
}

TEST(stream_record, a_field_with_a_line_end_is_refused) {
  auto record = answer_with(usual_head);
  record.target_uri = "http://a.example/\n";
  EXPECT_EQ(warc_stream_record::begin(record).error().code, errc::invalid_argument);
}

}  // namespace laundromat
