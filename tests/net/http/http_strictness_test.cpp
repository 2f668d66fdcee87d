// Tests of what the HTTP server refuses because others might read it in another way: request smuggling.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/net/http/raw_client.hpp"
#include "tests/net/http/started_server.hpp"

namespace laundromat::test {
namespace {

using namespace std::string_literals;

http_response path_of(const http_request& request) {
  return {200, {}, request.path + " of " + std::string{request.field("host")}};
}

// The status of a request that ends the connection.
int refusal_of(const http_server& server, const std::string& request) {
  raw_client client{server.port()};
  const auto answer = client.ask(request);
  EXPECT_TRUE(client.is_closed());
  return answer.status;
}

TEST(http_strictness, one_message_has_one_length_rfc9112_section_6_3) {
  const auto server = started(path_of);
  const auto post = [&](const std::string& rest) {
    return refusal_of(server, "POST / HTTP/1.1\r\nHost: h\r\n" + rest);
  };
  EXPECT_EQ(post("Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(post("Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(post("Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc"), 400);
  EXPECT_EQ(post("Content-Length: 3\r\ncontent-length: 4\r\n\r\nabcd"), 400);
  EXPECT_EQ(post("Content-Length: 3, 3\r\n\r\nabc"), 400);
  EXPECT_EQ(post("Content-Length: +3\r\n\r\nabc"), 400);
  EXPECT_EQ(post("Content-Length: -3\r\n\r\nabc"), 400);
  EXPECT_EQ(post("Content-Length: 0x3\r\n\r\nabc"), 400);
  EXPECT_EQ(post("Content-Length:\r\n\r\n"), 400);
  EXPECT_EQ(post("Content-Length: 99999999999999999999999999\r\n\r\n"), 413);
  EXPECT_EQ(post("Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), 501);
  EXPECT_EQ(post("Transfer-Encoding: identity\r\n\r\n"), 501);
  EXPECT_EQ(post("Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"), 501);
  EXPECT_EQ(post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 501);
  EXPECT_EQ(refusal_of(server, "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
}

TEST(http_strictness, chunks_have_plain_lengths_rfc9112_section_7_1) {
  const auto server = started(path_of);
  for (const std::string size : {"zz", "0x3", "3 ", "-3", "", " 3", "ffffffffffffffffff"})
    EXPECT_GE(refusal_of(server, "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + size +
                                     "\r\nabc\r\n0\r\n\r\n"),
              400)
        << size;
}

TEST(http_strictness, nothing_after_a_chunked_body_is_a_request) {
  const auto server = started(path_of);
  raw_client client{server.port()};
  EXPECT_EQ(client
                .ask("POST /1 HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\na\n0\n\nGET /2 "
                     "HTTP/1.1\r\nHost: h\r\n\r\n")
                .status,
            200);
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(client.received(), "");
  EXPECT_EQ(server.counts().requests, 1U);
}

TEST(http_strictness, lines_end_in_cr_lf_and_are_not_folded_rfc9112_sections_2_2_and_5_2) {
  const auto server = started(path_of);
  for (const std::string head :
       {"GET / HTTP/1.1\nHost: a\n\n", "GET / HTTP/1.1\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\nX: y\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rX: y\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\nGET /x HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\rGET /x HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nY: c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\tb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", "GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX:\r\n \r\n\r\n"})
    EXPECT_EQ(refusal_of(server, head), 400) << head;
}

TEST(http_strictness, fields_have_names_that_are_tokens_and_no_control_characters_rfc9110_section_5) {
  const auto server = started(path_of);
  for (const std::string& field : {"X: a\0b"s, "X\0Y: a"s, "X: \x07"s, "X: \x7F"s, "X : a"s, "X Y: a"s,
                                   ": a"s, "X"s, "\xC3\xA9: a"s, "(X): a"s})
    EXPECT_EQ(refusal_of(server, "GET / HTTP/1.1\r\nHost: a\r\n" + field + "\r\n\r\n"), 400) << field;
  EXPECT_EQ(raw_client{server.port()}.ask(get("/", "X:\r\nY: \xC3\xA9\t.\r\nCookie: a=b; c\r\n")).status,
            200);
}

TEST(http_strictness, one_host_rfc9112_section_3_2) {
  const auto server = started(path_of);
  EXPECT_EQ(refusal_of(server, "GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(server, "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
  EXPECT_EQ(refusal_of(server, "GET / HTTP/1.1\r\nHost: a\r\nhOST: b\r\n\r\n"), 400);
  EXPECT_EQ(raw_client{server.port()}.ask("GET / HTTP/1.0\r\n\r\n").status, 200);
}

TEST(http_strictness, targets_have_a_known_form_and_no_other_characters_rfc9112_section_3_2) {
  const auto server = started(path_of);
  const auto answer_to = [&](const std::string& line) {
    return raw_client{server.port()}.ask(line + "\r\nHost: h\r\n\r\n");
  };
  EXPECT_EQ(answer_to("GET http://Other.example:80/a%2f?b HTTP/1.1").body, "/a%2f of Other.example:80");
  EXPECT_EQ(answer_to("GET http://other.example HTTP/1.1").body, "/ of other.example");
  EXPECT_EQ(answer_to("OPTIONS * HTTP/1.1").body, "* of h");
  for (const std::string& line :
       {"GET * HTTP/1.1"s, "GET a HTTP/1.1"s, "CONNECT a:443 HTTP/1.1"s, "GET ftp://a/ HTTP/1.1"s,
        "GET http:/// HTTP/1.1"s, "GET /a b HTTP/1.1"s, "GET  /a HTTP/1.1"s, "GET /a  HTTP/1.1"s,
        "GET /a\0b HTTP/1.1"s, "GET /\x01 HTTP/1.1"s, "GET /\xC3\xA9 HTTP/1.1"s, "GET /#a HTTP/1.1"s,
        "GET /"s, "GET / http/1.1"s, "G(T / HTTP/1.1"s})
    EXPECT_EQ(answer_to(line).status, 400) << line;
  EXPECT_EQ(answer_to("GET / HTTP/1.2").status, 505);
  EXPECT_EQ(answer_to("PRI * HTTP/2.0").status, 505);
}

TEST(http_strictness, expectations_other_than_100_continue_are_417_rfc9110_section_10_1_1) {
  const auto server = started(path_of);
  EXPECT_EQ(refusal_of(server, "POST / HTTP/1.1\r\nHost: h\r\nExpect: x\r\nContent-Length: 2\r\n\r\n"), 417);
}

}  // namespace
}  // namespace laundromat::test
