// Tests of what a transfer keeps as it went over the wire: the heads, and bodies with their Content-Encoding.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <sstream>

#include "tests/net/fetch.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat::test {
namespace {

std::string whole_reply(const std::string& body, const std::string& more_headers = {}) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + more_headers +
         "\r\n" + body;
}

std::string chunk_of(const std::string& bytes) {
  std::ostringstream out;
  out << std::hex << bytes.size() << "\r\n" << bytes << "\r\n";
  return std::move(out).str();
}

std::function<result<void>(std::string_view, const transfer_outcome&)> into(byte_sink& wire) {
  return [&](std::string_view bytes, const transfer_outcome& so_far) {
    EXPECT_EQ(so_far.hop.address, "127.0.0.1");
    EXPECT_NE(so_far.request_head, "");
    EXPECT_NE(so_far.response_head, "");
    return wire.write(bytes);
  };
}

}  // namespace

TEST(transfer_wire, keeps_the_heads_as_they_went_over_the_wire) {
  const std::string head =
      "HTTP/1.1  200  Fine \r\ncontent-LENGTH:3\r\nX-Fold: a\r\n  b\r\nX-\xc3\xa4: \x01\r\n\r\n";
  raw_server server({"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + head + "abc"});
  transfer_loop loop(allow_all, fixed_clock);
  string_sink wire;
  auto request = get(server.url("/x?q=1"));
  request.wire = into(wire);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.outcome.request_head, server.requests().at(0));
  EXPECT_TRUE(f.outcome.request_head.ends_with("\r\n\r\n"));
  EXPECT_EQ(f.outcome.response_head, head);
  EXPECT_EQ(wire.text, "abc");
}

TEST(transfer_wire, the_wire_gets_bodies_with_their_encoding_and_without_their_chunks) {
  const auto packed = gzipped("<a> <b> <c> .\n");
  const auto reply = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n" +
                     packed.substr(0, 5) + "\r\n" + chunk_of(packed.substr(5)) + "0\r\nX-Trailer: 1\r\n\r\n";
  raw_server server({reply});
  transfer_loop loop(allow_all, fixed_clock);
  string_sink wire;
  auto request = get(server.url());
  request.wire = into(wire);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(wire.text, packed);
  EXPECT_EQ(f.body, "<a> <b> <c> .\n");
  EXPECT_EQ(f.outcome.encodings, std::vector{layer_kind::gzip});
  EXPECT_EQ(f.outcome.response_head, reply.substr(0, reply.find("\r\n\r\n") + 4));
}

TEST(transfer_wire, a_body_that_is_not_gzip_as_its_header_says_has_no_encoding) {
  raw_server server({whole_reply("<a> <b> <c> .\n", "Content-Encoding: gzip\r\n")});
  transfer_loop loop(allow_all, fixed_clock);
  string_sink wire;
  auto request = get(server.url());
  request.wire = into(wire);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(wire.text, "<a> <b> <c> .\n");
  EXPECT_TRUE(f.outcome.encodings.empty());
}

TEST(transfer_wire, the_wire_gets_error_pages_up_to_their_limit) {
  raw_server server({"HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nnot here\n"});
  transfer_loop loop(allow_all, fixed_clock);
  string_sink wire;
  auto request = get(server.url());
  request.wire = into(wire);
  EXPECT_FALSE(fetch(loop, request).outcome.is_cut);
  EXPECT_EQ(wire.text, "not here\n");
  raw_server endless({"HTTP/1.1 404 Not Found\r\n\r\n", ending::close, std::string(1'024, 'x'), 1 << 20});
  request.uri = endless.url();
  EXPECT_TRUE(fetch(loop, request).outcome.is_cut);
}

TEST(transfer_wire, an_error_of_the_wire_ends_the_transfer_with_that_error) {
  struct full_sink final : byte_sink {
    result<void> write(std::string_view) override { return fail(errc::no_space, "full"); }
  } wire;
  raw_server server({whole_reply("abc")});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.wire = into(wire);
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::no_space);
}

TEST(transfer_wire, what_a_host_gets_beyond_the_usual_is_sent_and_not_stored) {
  raw_server server({whole_reply("abc")});
  transfer_loop loop(allow_all, fixed_clock);
  string_sink wire;
  auto request = get(server.url());
  request.headers = {"X-Api-Key: secret-key"};
  request.user = "user";
  request.password = "secret";
  request.wire = into(wire);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  const auto sent = server.requests().at(0);
  EXPECT_NE(sent.find("X-Api-Key: secret-key\r\n"), std::string::npos) << sent;
  EXPECT_NE(sent.find("Authorization: Basic dXNlcjpzZWNyZXQ=\r\n"), std::string::npos) << sent;
  const auto& stored = f.outcome.request_head;
  EXPECT_TRUE(stored.starts_with("GET / HTTP/1.1\r\n")) << stored;
  EXPECT_TRUE(stored.ends_with("\r\n\r\n")) << stored;
  for (const auto* secret : {"secret", "X-Api-Key", "Authorization", "dXNl"})
    EXPECT_EQ(stored.find(secret), std::string::npos) << stored;
}

TEST(transfer_wire, the_next_transfer_has_nothing_of_the_host_before) {
  raw_server server({whole_reply("abc")});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.headers = {"X-Api-Key: k"};
  request.user = "user";
  request.password = "secret";
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::ok);
  EXPECT_EQ(fetch(loop, get(server.url())).outcome.hop.error, errc::ok);
  const auto second = server.requests().at(1);
  EXPECT_EQ(second.find("X-Api-Key"), std::string::npos) << second;
  EXPECT_EQ(second.find("Authorization"), std::string::npos) << second;
}

TEST(transfer_wire, a_proxy_gets_the_request_and_finds_the_host) {
  raw_server proxy({whole_reply("abc")});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get("http://nowhere.invalid/data.nt");
  request.proxy = "http://127.0.0.1:" + std::to_string(proxy.port());
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, "abc");
  EXPECT_TRUE(proxy.requests().at(0).starts_with("GET http://nowhere.invalid/data.nt HTTP/1.1\r\n"))
      << proxy.requests().at(0);
}

TEST(transfer_wire, a_proxy_that_cannot_be_reached_is_named_R222) {
  std::uint16_t port = 0;
  {
    raw_server gone({whole_reply("abc")});
    port = gone.port();
  }
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get("http://nowhere.invalid/data.nt");
  request.proxy = "http://me:secret@127.0.0.1:" + std::to_string(port);
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::connection_refused);
  EXPECT_TRUE(f.outcome.hop.detail.starts_with("the proxy http://127.0.0.1:" + std::to_string(port) + ": "))
      << f.outcome.hop.detail;
}

TEST(transfer_wire, a_proxy_whose_name_is_not_found_is_named_R222) {
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get("http://nowhere.invalid/data.nt");
  for (const std::string_view scheme : {"http", "socks5h"}) {
    request.proxy = std::string{scheme} + "://no-proxy.invalid:3128";
    const auto f = fetch(loop, request);
    EXPECT_EQ(f.outcome.hop.error, errc::host_not_found) << f.outcome.hop.detail;
    EXPECT_TRUE(f.outcome.hop.detail.starts_with("the proxy " + request.proxy + ": "))
        << f.outcome.hop.detail;
  }
}

TEST(transfer_wire, the_address_of_a_proxy_is_checked) {
  raw_server proxy({whole_reply("abc")});
  transfer_loop loop([](std::span<const std::uint8_t>, std::uint16_t) { return errc::address_refused; },
                     fixed_clock);
  auto request = get("http://nowhere.invalid/data.nt");
  request.proxy = "http://127.0.0.1:" + std::to_string(proxy.port());
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::address_refused);
  EXPECT_EQ(proxy.accepted(), 0U);
}

TEST(transfer_wire, a_body_comes_no_faster_than_the_bandwidth) {
  raw_server server({whole_reply(std::string(std::size_t{640} << 10, 'x'))});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.most_bytes_per_second = 256 << 10;
  const auto begun = std::chrono::steady_clock::now();
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.body.size(), std::size_t{640} << 10);
  EXPECT_GE(std::chrono::steady_clock::now() - begun, milliseconds{400});
}

}  // namespace laundromat::test
