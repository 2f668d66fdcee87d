// WARC records as gzip members: fields, digests, stored bodies, and checksums that another inflater accepts.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/write_record.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

namespace laundromat {

namespace {

const timestamp noon = from_ms(1'700'000'000'123);
constexpr std::string_view response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";

/// One whole member by zlib, which checks CRC-32 and length; empty for anything else.
std::string inflated(const std::string& member) {
  z_stream stream{};
  inflateInit2(&stream, 16 + MAX_WBITS);
  std::string out(std::size_t{1} << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(member.data()));
  stream.avail_in = static_cast<uInt>(member.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool is_whole = ::inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  out.resize(is_whole ? stream.total_out : 0);
  inflateEnd(&stream);
  return out;
}

warc_record response(std::string_view body) {
  warc_record record;
  record.type = warc_record_type::response;
  record.date = noon;
  record.target_uri = "http://a.example/x";
  record.content_type = "application/http; msgtype=response";
  record.ip_address = "192.0.2.1";
  record.head = response_head;
  record.body = body;
  return record;
}

std::string noise(std::size_t bytes) {
  std::mt19937 random{7};
  std::string out(bytes, '\0');
  for (auto& c : out) c = static_cast<char>(random());
  return out;
}

}  // namespace

TEST(write_record, writes_the_fields_the_block_and_the_end) {
  warc_record_writer writer;
  std::string out;
  const auto written = writer.append(response("<a> <b> <c> .\n"), out);
  ASSERT_TRUE(written);
  EXPECT_EQ(written->length_bytes, out.size());
  EXPECT_EQ(inflated(out),
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: " + written->id +
                "\r\nWARC-Date: 2023-11-14T22:13:20.123Z\r\nWARC-Target-URI: http://a.example/x\r\n"
                "WARC-IP-Address: 192.0.2.1\r\nWARC-Block-Digest: sha256:" +
                sha256(std::string{response_head} + "<a> <b> <c> .\n").hex() +
                "\r\nWARC-Payload-Digest: sha256:" + sha256("<a> <b> <c> .\n").hex() +
                "\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: 60\r\n\r\n" +
                std::string{response_head} + "<a> <b> <c> .\n\r\n\r\n");
}

TEST(write_record, stores_a_body_that_does_not_compress) {
  warc_record_writer writer;
  for (const std::size_t bytes : {5'000U, 65'535U, 65'536U, 200'000U}) {
    const auto body = noise(bytes);
    std::string out;
    ASSERT_TRUE(writer.append(response(body), out));
    EXPECT_NE(inflated(out).find(body), std::string::npos) << bytes;
    EXPECT_NE(out.find(body.substr(0, 4'000)), std::string::npos) << bytes;
    EXPECT_LT(out.size(), bytes + 1'000) << bytes;
  }
}

TEST(write_record, stores_what_is_said_to_be_compressed) {
  warc_record_writer writer;
  auto record = response("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
  record.is_compressed = true;
  std::string out;
  ASSERT_TRUE(writer.append(record, out));
  EXPECT_NE(out.find(record.body), std::string::npos);
  EXPECT_NE(inflated(out).find(record.body), std::string::npos);
}

TEST(write_record, compresses_a_large_text) {
  warc_record_writer writer;
  std::string body, out;
  while (body.size() < 500'000) body += "<http://a.example/s> <http://a.example/p> <http://a.example/o> .\n";
  ASSERT_TRUE(writer.append(response(body), out));
  EXPECT_LT(out.size(), body.size() / 10);
  EXPECT_NE(inflated(out).find(body), std::string::npos);
}

TEST(write_record, a_revisit_has_the_digest_of_the_payload_that_it_points_to) {
  warc_record_writer writer;
  auto record = response({});
  record.type = warc_record_type::revisit;
  record.profile = warc_identical_payload;
  record.payload_digest = sha256("the payload");
  record.refers_to_date = noon;
  std::string out;
  ASSERT_TRUE(writer.append(record, out));
  const auto text = inflated(out);
  EXPECT_NE(text.find("WARC-Payload-Digest: sha256:" + sha256("the payload").hex()), std::string::npos);
  EXPECT_NE(text.find("WARC-Refers-To-Date: 2023-11-14T22:13:20.123Z\r\n"), std::string::npos);
}

TEST(write_record, the_id_depends_on_content_and_serial_only) {
  warc_record_writer one, other;
  auto record = response("x");
  std::string out;
  const auto first = one.append(record, out), again = other.append(record, out);
  record.serial = 1;
  const auto next = one.append(record, out);
  ASSERT_TRUE(first && again && next);
  EXPECT_EQ(first->id, again->id);
  EXPECT_NE(first->id, next->id);
}

TEST(write_record, refuses_a_field_that_would_end_its_line) {
  warc_record_writer writer;
  auto record = response("x");
  record.target_uri = "http://a.example/\r\nWARC-Type: request";
  std::string out;
  EXPECT_FALSE(writer.append(record, out));
  EXPECT_TRUE(out.empty());
}

}  // namespace laundromat
