// Exchanges of another machine: ours are accepted, and every other sequence of records is refused.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/check_exchanges.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/codec/compression/gzip.hpp"
#include "core/codec/warc/stream_record.hpp"
#include "core/codec/warc/write_exchange.hpp"
#include "tests/core/codec/made_exchange.hpp"
#include "tests/core/codec/made_streams.hpp"

namespace laundromat {
namespace {

std::string formed(const warc_exchange& one) {
  warc_record_writer writer;
  std::string out;
  EXPECT_TRUE(append_exchange(writer, one, out));
  return out;
}

std::string gzip_of(std::string_view text) {
  return testing::made_stream(layer_kind::gzip, text);
}

/// A record of a large body, as it is received.
std::string streamed(std::string_view body) {
  warc_record record;
  record.type = warc_record_type::response;
  record.content_type = "application/http; msgtype=response";
  record.date = from_ms(1'700'000'000'000);
  record.target_uri = "http://example.org/large";
  record.head = "HTTP/1.1 200 OK\r\n\r\n";
  auto stream = warc_stream_record::begin(record).value();
  std::string added;
  stream.add(body, added);
  const auto ending = stream.finish("");
  return ending.front + added + ending.rest;
}

result<std::vector<checked_exchange>> check(const std::string& bytes) {
  return check_exchanges([&]() -> result<byte_source_ptr> { return make_view_source(bytes); });
}

std::string refusal_of(const std::string& bytes) {
  const auto checked = check(bytes);
  return checked ? "accepted" : checked.error().detail;
}

std::string text_of_member(const std::string& member) {
  return read_own_record(member, most_record_bytes).value().text;
}

/// The first record of an exchange with a text replaced, as a member with a right CRC-32.
std::string changed(std::string_view from, std::string_view to) {
  auto one = made_exchange("http://example.org/a", "<a> <b> <c> .");
  one.request_head = {};
  auto text = text_of_member(formed(one));
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  text.replace(at, from.size(), to);
  return gzip_of(text);
}

TEST(check_exchanges, accepts_a_file_that_came_by_ftp_with_its_digest) {
  warc_record record;
  record.type = warc_record_type::resource;
  record.content_type = "application/octet-stream";
  record.date = from_ms(1'700'000'000'000);
  record.target_uri = "ftp://example.org/x.nt";
  record.body = "<a> <b> <c> .";
  warc_record_writer writer;
  std::string out;
  ASSERT_TRUE(writer.append(record, out));
  const auto checked = check(out);
  ASSERT_TRUE(checked) << checked.error().detail;
  ASSERT_EQ(checked->size(), 1U);
  EXPECT_EQ(checked->front().payload, sha256("<a> <b> <c> ."));
  EXPECT_EQ(checked->front().body_bytes, 13U);
  EXPECT_FALSE(checked->front().has_answer());
}

TEST(check_exchanges, accepts_what_a_fetcher_forms_and_tells_the_parts) {
  auto redirect = made_exchange("http://example.org/a", "moved");
  redirect.response_head = "HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\n";
  const auto first = formed(redirect),
             second = formed(made_exchange("http://example.org/b", "<a> <b> <c> ."));
  const auto checked = check(first + second);
  ASSERT_TRUE(checked) << checked.error().detail;
  ASSERT_EQ(checked->size(), 2U);
  const auto& one = (*checked)[1];
  EXPECT_EQ(one.offset, first.size());
  EXPECT_EQ(one.all_bytes, second.size());
  EXPECT_LT(one.answer_bytes, one.all_bytes);
  EXPECT_EQ(one.head.target_uri, "http://example.org/b");
  EXPECT_EQ(one.request_head, "GET / HTTP/1.1\r\nHost: example.org\r\n\r\n");
  EXPECT_EQ(one.response_head, "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n");
  EXPECT_EQ(one.body_bytes, 13U);
  EXPECT_EQ(one.payload, sha256("<a> <b> <c> ."));
}

TEST(check_exchanges, accepts_answers_without_a_body_and_requests_without_an_answer) {
  auto unchanged = made_exchange("http://example.org/a", "");
  unchanged.response_head = "HTTP/1.1 304 Not Modified\r\n\r\n";
  warc_record_writer writer;
  std::string failed;
  ASSERT_TRUE(
      append_failure(writer, made_exchange("http://example.org/b", ""), "http_timeout", "10 s", failed));
  const auto checked = check(formed(unchanged) + failed);
  ASSERT_TRUE(checked) << checked.error().detail;
  EXPECT_TRUE((*checked)[0].has_answer());
  EXPECT_FALSE((*checked)[1].has_answer());
  EXPECT_TRUE(check("")->empty());
}

TEST(check_exchanges, accepts_large_bodies_in_stored_blocks_only) {
  const std::string body(most_record_bytes + 70'000, 'x');
  const auto member = streamed(body);
  const auto checked = check(member);
  ASSERT_TRUE(checked) << checked.error().detail;
  EXPECT_EQ(checked->front().body_bytes, body.size());
  EXPECT_EQ(checked->front().payload, sha256(body));
  std::string noise(most_record_bytes + 70'000, '\0');
  std::uint32_t state = 1;
  for (auto& c : noise) c = static_cast<char>((state = state * 1'664'525 + 1'013'904'223) >> 24U);
  const auto large = streamed(noise);
  warning_log warnings;
  const auto text = read_all(*make_gzip_source(make_view_source(large), warnings), 1 << 24).value();
  EXPECT_NE(refusal_of(gzip_of(text)).find("not in stored blocks"), std::string::npos)
      << refusal_of(gzip_of(text));
}

TEST(check_exchanges, refuses_a_member_that_decodes_to_too_many_bytes) {
  warc_exchange bomb = made_exchange("http://example.org/a", {});
  const std::string body(std::size_t{64} << 20, '\0');
  bomb.body = body;
  EXPECT_NE(refusal_of(formed(bomb)).find("too many bytes"), std::string::npos) << refusal_of(formed(bomb));
}

TEST(check_exchanges, refuses_every_cut_and_every_changed_byte) {
  const auto whole = formed(made_exchange("http://example.org/a", "<a> <b> <c> ."));
  ASSERT_TRUE(check(whole));
  const auto right = check(whole)->front();
  for (std::size_t length = 1; length < whole.size(); ++length)
    EXPECT_EQ(check(whole.substr(0, length)).has_value(), length == right.answer_bytes) << length;
  for (std::size_t at = 10; at < whole.size(); ++at) {
    auto bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
    const auto changed_one = check(bytes);
    if (!changed_one) continue;
    // Some bits of gzip have no meaning.
    ASSERT_EQ(changed_one->size(), 1U) << at;
    EXPECT_EQ(changed_one->front().head.fields, right.head.fields) << at;
    EXPECT_EQ(changed_one->front().request_head, right.request_head) << at;
    EXPECT_EQ(changed_one->front().response_head, right.response_head) << at;
    EXPECT_EQ(changed_one->front().payload, right.payload) << at;
  }
}

TEST(check_exchanges, refuses_records_that_say_what_is_not_so) {
  const struct {
    std::string_view from, to, why;
  } cases[] = {
      {"<a> <b> <c> .", "<a> <b> <d> .", "wrong block digest"},
      {"WARC-Payload-Digest: sha256:", "WARC-Payload-Digest: sha1:", "wrong payload digest"},
      {"Content-Length: ", "Content-Length: 1", "another length"},
      {"WARC/1.1", "WARC/1.0", "unknown fields"},
      {"WARC-IP-Address", "WARC-Refers-To", "unknown fields"},
      {"WARC-IP-Address", "WARC-Segment-Number", "unknown fields"},
      {"WARC-IP-Address: 192.0.2.1", "Content-Type: application/http; msgtype=response", "unknown fields"},
      {"WARC-IP-Address: 192.0.2.1", "WARC-Concurrent-To: <urn:uuid:1>", "refers to what is not there"},
      {"WARC-Type: response", "WARC-Type: resource", "has an HTTP head"},
      {"WARC-Type: response", "WARC-Type: warcinfo", "wrong payload digest"},
      {"WARC-Type: response", "WARC-Type: revisit", "wrong payload digest"},
      {"WARC-Type: response", "WARC-Type: request", "wrong payload digest"},
      {"msgtype=response\r\n", "msgtype=response\r\n\r\n", "length"},
      {"application/http;", "application/xml;", "wrong payload digest"},
  };
  for (const auto& one : cases)
    EXPECT_NE(refusal_of(changed(one.from, one.to)).find(one.why), std::string::npos)
        << one.to << ": " << refusal_of(changed(one.from, one.to));
}

TEST(check_exchanges, refuses_a_revisit_of_a_payload_and_a_request_of_another_answer) {
  auto repeated = made_exchange("http://example.org/a", "body");
  repeated.original = warc_original{"<urn:uuid:1>", "http://example.org/a", from_ms(1)};
  EXPECT_FALSE(check(formed(repeated)));
  const auto one = formed(made_exchange("http://example.org/a", "a")),
             two = formed(made_exchange("http://example.org/b", "b"));
  const auto answer = check(one)->front().answer_bytes, other = check(two)->front().answer_bytes;
  EXPECT_NE(refusal_of(one.substr(0, answer) + two.substr(other)).find("request of no answer"),
            std::string::npos);
  EXPECT_NE(refusal_of(one.substr(answer)).find("request of no answer"), std::string::npos);
  EXPECT_NE(refusal_of(one + one.substr(answer)).find("request of no answer"), std::string::npos);
}

TEST(check_exchanges, refuses_bytes_behind_a_record_in_its_member_and_what_is_no_member) {
  const auto one = formed(made_exchange("http://example.org/a", "a"));
  EXPECT_FALSE(check(one + "x"));
  EXPECT_FALSE(check("x" + one));
  const auto answer = one.substr(0, check(one)->front().answer_bytes);
  EXPECT_NE(refusal_of(gzip_of(text_of_member(answer) + text_of_member(answer))).find("another length"),
            std::string::npos);
}

}  // namespace
}  // namespace laundromat
