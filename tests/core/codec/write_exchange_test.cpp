// HTTP exchanges as WARC records: response and request, answers without a body, requests without an answer.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/write_exchange.hpp"

#include <gtest/gtest.h>

#include "core/codec/compression/gzip.hpp"

namespace laundromat {

namespace {

warc_exchange exchange_of(std::string_view response_head, std::string_view body) {
  warc_exchange e;
  e.uri = "http://a.example/x";
  e.address = "192.0.2.1";
  e.begun = from_ms(1'700'000'000'123);
  e.request_head = "GET /x HTTP/1.1\r\nHost: a.example\r\n\r\n";
  e.response_head = response_head;
  e.body = body;
  return e;
}

std::string unpacked(const std::string& packed) {
  warning_log warnings;
  const auto text = make_gzip_source(make_memory_source(packed), warnings);
  const auto all = read_all(*text, 1 << 20);
  EXPECT_TRUE(warnings.rows().empty());
  return all.value_or("");
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST(write_exchange, the_request_names_the_response_that_answers_it) {
  warc_record_writer writer;
  std::string out = "before";
  const auto written =
      append_exchange(writer, exchange_of("HTTP/1.1 200 OK\r\nX: 1\r\n\r\n", "<a> <b> <c> .\n"), out);
  ASSERT_TRUE(written);
  const auto response = unpacked(out.substr(6, written->length_bytes));
  EXPECT_NE(response.find("WARC-Type: response\r\n"), response.npos);
  EXPECT_NE(response.find("\r\n\r\nHTTP/1.1 200 OK\r\nX: 1\r\n\r\n<a> <b> <c> .\n\r\n\r\n"), response.npos);
  const auto request = unpacked(out.substr(6 + written->length_bytes));
  EXPECT_NE(request.find("WARC-Type: request\r\n"), request.npos);
  EXPECT_NE(request.find("WARC-Concurrent-To: " + written->id + "\r\n"), request.npos);
  EXPECT_NE(request.find("\r\n\r\nGET /x HTTP/1.1\r\nHost: a.example\r\n\r\n\r\n\r\n"), request.npos);
}

TEST(write_exchange, without_a_request_head_there_is_no_request_record) {
  warc_record_writer writer;
  std::string out;
  auto e = exchange_of("HTTP/1.1 200 OK\r\n\r\n", "x");
  e.request_head = {};
  const auto written = append_exchange(writer, e, out);
  ASSERT_TRUE(written);
  EXPECT_EQ(written->length_bytes, out.size());
}

TEST(write_exchange, a_304_is_a_revisit_without_a_payload) {
  warc_record_writer writer;
  std::string out;
  ASSERT_TRUE(append_exchange(writer, exchange_of("HTTP/1.1 304 Not Modified\r\n\r\n", ""), out));
  const auto text = unpacked(out);
  EXPECT_NE(text.find("WARC-Type: revisit\r\n"), text.npos);
  EXPECT_NE(text.find("WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"),
            text.npos);
  EXPECT_EQ(text.find("WARC-Payload-Digest"), text.npos);
}

TEST(write_exchange, a_request_without_an_answer_is_a_metadata_record) {
  warc_record_writer writer;
  std::string out;
  auto e = exchange_of({}, {});
  ASSERT_TRUE(append_failure(writer, e, "connection_failed", "refused\nby the peer", out));
  const auto text = unpacked(out);
  EXPECT_NE(text.find("WARC-Type: metadata\r\n"), text.npos);
  EXPECT_NE(text.find("fetch-error: connection_failed\r\nfetch-error-detail: refused by the peer\r\n"),
            text.npos);
  EXPECT_EQ(count_of(text, "WARC-Type: request\r\n"), 1U);
}

TEST(write_exchange, a_further_part_of_a_body_is_a_metadata_record) {
  warc_record_writer writer;
  std::string out;
  auto e = exchange_of("HTTP/1.1 206 Partial Content\r\n\r\n", {});
  e.part = "bytes 100-199/200";
  ASSERT_TRUE(append_failure(writer, e, "", "", out));
  const auto text = unpacked(out);
  EXPECT_NE(text.find("WARC-Type: metadata\r\n"), text.npos);
  EXPECT_NE(text.find("received-part: bytes 100-199/200\r\n"), text.npos);
  EXPECT_EQ(text.find("fetch-error"), text.npos);
  EXPECT_EQ(count_of(text, "WARC-Type: request\r\n"), 1U);
}

TEST(write_exchange, nothing_is_left_of_an_exchange_that_cannot_be_written) {
  warc_record_writer writer;
  std::string out = "before";
  auto e = exchange_of("HTTP/1.1 200 OK\r\n\r\n", "x");
  e.uri = "http://a.example/\n";
  EXPECT_FALSE(append_exchange(writer, e, out));
  EXPECT_EQ(out, "before");
}

TEST(write_exchange, an_http_head_ends_after_its_first_blank_line) {
  EXPECT_EQ(end_of_http_head("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody\n\n"), 25U);
  EXPECT_EQ(end_of_http_head("HTTP/1.1 200 OK\nA: b\n\nbody"), 22U);
  EXPECT_EQ(end_of_http_head("HTTP/1.1 200 OK\r\n \t\r\nbody"), 21U);
  EXPECT_EQ(end_of_http_head("HTTP/1.1 200 OK\r\nA: b\r\n"), 0U);
}

}  // namespace laundromat
