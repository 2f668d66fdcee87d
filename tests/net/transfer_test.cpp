// Tests of single hops: requests, facts of the record, redirects, address checks, reuse.
// SPDX-License-Identifier: Apache-2.0
#include "net/transfer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <thread>

#include "net/http_status.hpp"
#include "tests/net/fetch.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat::test {
namespace {

std::string ok_reply(const std::string& body, const std::string& more_headers = {}) {
  return "HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n" + more_headers +
         "\r\n" + body;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST(transfer, records_the_facts_of_a_hop_L24) {
  raw_server server(
      {ok_reply("<a> <b> <c> .\n", "Content-Type: text/turtle\r\nX-Twice: 1\r\nX-Twice: 2\r\n")});
  const auto f = fetch(server.url("/x?q=1"));
  const auto& hop = f.outcome.hop;
  EXPECT_EQ(hop.error, errc::ok) << hop.detail;
  EXPECT_EQ(hop.uri, server.url("/x?q=1"));
  EXPECT_EQ(hop.status, "200");
  EXPECT_EQ(hop.version_major, 1U);
  EXPECT_EQ(hop.version_minor, 1U);
  ASSERT_EQ(hop.headers.size(), 4U);
  EXPECT_EQ(hop.headers[1].name, "Content-Type");
  EXPECT_EQ(hop.headers[2].value, "1");
  EXPECT_EQ(hop.headers[3].value, "2");
  EXPECT_EQ(hop.begun, fixed_clock());
  EXPECT_GT(hop.walltime.count(), 0);
  EXPECT_EQ(hop.wire_bytes, 14U);
  EXPECT_EQ(hop.decoded_bytes, 14U);
  EXPECT_EQ(hop.address, "127.0.0.1");
  EXPECT_EQ(hop.detail, "");
  EXPECT_EQ(f.body, "<a> <b> <c> .\n");
  EXPECT_EQ(f.opened, 1);
  EXPECT_TRUE(f.outcome.length_known);
}

TEST(transfer, names_the_crawler_and_asks_for_gzip_or_identity_R11_R20) {
  raw_server server({ok_reply("x")});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.from = "crawl@example.org";
  request.accept = "text/turtle, */*;q=0.1";
  fetch(loop, std::move(request));
  const auto head = server.requests().at(0);
  EXPECT_TRUE(contains(head, "GET / HTTP/1.1\r\n")) << head;
  EXPECT_TRUE(contains(
      head, "User-Agent: laundromat-test/1.0 (+https://example.org/; mailto:crawl@example.org)\r\n"));
  EXPECT_TRUE(contains(head, "From: crawl@example.org\r\n"));
  EXPECT_TRUE(contains(head, "Accept: text/turtle, */*;q=0.1\r\n"));
  EXPECT_TRUE(contains(head, "Accept-Encoding: gzip, identity\r\n"));
}

TEST(transfer, never_opens_a_body_for_an_error_page_and_keeps_a_thousand_characters_of_it) {
  std::string page;
  for (int i = 0; i < 3'000; ++i) page += "ä";
  raw_server server({"HTTP/1.1 404 Not Found\r\nContent-Length: 6000\r\n\r\n" + page});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(f.outcome.hop.status, "404");
  EXPECT_EQ(f.opened, 0);
  EXPECT_EQ(f.outcome.excerpt, page.substr(0, 2'000));
  EXPECT_EQ(f.outcome.hop.wire_bytes, 6'000U);
}

TEST(transfer, cuts_an_endless_error_page_and_keeps_the_answer) {
  raw_server server({"HTTP/1.1 500 Oops\r\n\r\n", ending::close, std::string(65'536, 'x'), 1'000'000});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.outcome.hop.status, "500");
  EXPECT_EQ(f.outcome.excerpt.size(), 1'000U);
  EXPECT_LE(f.outcome.hop.wire_bytes, 65'536U * 3);
}

TEST(transfer, an_empty_success_opens_no_body) {
  raw_server server({ok_reply("")});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(f.opened, 0);
  EXPECT_FALSE(f.outcome.body_opened);
}

TEST(transfer, an_error_of_the_sink_ends_the_transfer_with_that_error) {
  raw_server server({ok_reply("x")});
  transfer_loop loop(allow_all, fixed_clock);
  transfer_request request = get(server.url());
  request.open_body = [](const http_hop&) -> result<byte_sink*> {
    return fail(errc::no_space, "the disk is full");
  };
  std::optional<transfer_outcome> ended;
  loop.start(std::move(request), [&](transfer_id, transfer_outcome o) { ended = std::move(o); });
  while (!ended) loop.poll(milliseconds{1'000});
  EXPECT_EQ(ended->hop.error, errc::no_space);
  EXPECT_EQ(ended->hop.detail, "the disk is full");
}

// --- R14, R15: the address guard ---

TEST(address_check, every_spelling_of_an_address_is_refused_after_resolution_R14) {
  raw_server server({ok_reply("x")});
  const auto port = std::to_string(server.port());
  const std::vector<std::string> spellings{"127.0.0.1",
                                           "2130706433",
                                           "0x7f000001",
                                           "0x7f.1",
                                           "0177.0.0.1",
                                           "127.1",
                                           "127.0.1",
                                           "0x7f.0x0.0x0.0x1",
                                           "017700000001",
                                           "localhost",
                                           "[::1]",
                                           "[::ffff:7f00:1]",
                                           "[::ffff:127.0.0.1]",
                                           "0.0.0.0",
                                           "0",

                                           "%31%32%37.0.0.1",
                                           "[::]",
                                           "127.255.255.254",
                                           "LOCALHOST"};
  for (const auto& host : spellings) {
    int asked = 0;
    transfer_loop loop(
        [&](std::span<const std::uint8_t> address, std::uint16_t asked_port) {
          asked += 1;
          EXPECT_TRUE(address.size() == 4 || address.size() == 16) << host;
          EXPECT_EQ(asked_port, server.port()) << host;
          return errc::address_refused;
        },
        fixed_clock);
    const auto f = fetch(loop, get("http://" + host + ":" + port + "/"));
    EXPECT_EQ(f.outcome.hop.error, errc::address_refused) << host << ": " << f.outcome.hop.detail;
    EXPECT_GE(asked, 1) << host;
    EXPECT_EQ(f.outcome.hop.status, "");
  }
  EXPECT_EQ(server.accepted(), 0U);
}

TEST(address_check, gets_the_bytes_of_the_address_and_the_port) {
  std::vector<std::uint8_t> seen;
  std::uint16_t seen_port = 0;
  transfer_loop loop(
      [&](std::span<const std::uint8_t> address, std::uint16_t port) {
        seen.assign(address.begin(), address.end());
        seen_port = port;
        return errc::port_refused;
      },
      fixed_clock);
  const auto f = fetch(loop, get("http://[::ffff:7f00:1]:8088/"));
  const std::vector<std::uint8_t> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1};
  EXPECT_EQ(seen, mapped);
  EXPECT_EQ(seen_port, 8088);
  EXPECT_EQ(f.outcome.hop.error, errc::port_refused);
  EXPECT_EQ(f.outcome.hop.detail,
            "::ffff:127.0.0.1 port 8088; to allow it, write in the campaign: network: {allow: "
            "[\"[::ffff:127.0.0.1]:8088\"]}, and then: laundromat retry --failed");
}

TEST(address_check, is_called_again_on_an_open_connection_R15) {
  raw_server server({ok_reply("x"), ending::keep_alive});
  auto verdict = errc::ok;
  transfer_loop loop([&](std::span<const std::uint8_t>, std::uint16_t) { return verdict; }, fixed_clock);
  EXPECT_EQ(fetch(loop, get(server.url("/1"))).outcome.hop.error, errc::ok);
  EXPECT_EQ(fetch(loop, get(server.url("/2"))).outcome.hop.error, errc::ok);
  EXPECT_EQ(server.accepted(), 1U) << "the connection is reused";
  verdict = errc::address_refused;
  EXPECT_EQ(fetch(loop, get(server.url("/3"))).outcome.hop.error, errc::address_refused);
  EXPECT_EQ(server.requests().size(), 2U);
}

TEST(transfer, a_request_that_is_lost_with_a_kept_connection_is_not_sent_again_R219) {
  const std::string first = "GET /1 ";
  raw_server server{[&, used = 0](const std::string& head) mutable -> raw_reply {
    if (head.starts_with(first)) return {ok_reply("x"), ending::keep_alive};
    return used++ == 0 ? raw_reply{"", ending::close} : raw_reply{ok_reply("y"), ending::keep_alive};
  }};
  transfer_loop loop(allow_all, fixed_clock);
  ASSERT_EQ(fetch(loop, get(server.url("/1"))).outcome.hop.error, errc::ok);
  const auto lost = fetch(loop, get(server.url("/2"))).outcome;
  EXPECT_TRUE(lost.lost_connection);
  EXPECT_EQ(lost.hop.error, errc::connection_reset) << lost.hop.detail;
  EXPECT_EQ(server.requests().size(), 2U);
  auto again = get(server.url("/2"));
  again.own_connection = true;
  const auto repeated = fetch(loop, again);
  EXPECT_FALSE(repeated.outcome.lost_connection);
  EXPECT_EQ(repeated.body, "y");
  EXPECT_EQ(server.requests().size(), 3U);
  const auto accepted = server.accepted();
  EXPECT_EQ(fetch(loop, again).body, "y");
  EXPECT_EQ(server.accepted(), accepted + 1) << "the connection of its own is not kept";
}

TEST(address_check, without_a_check_nothing_is_fetched) {
  raw_server server({ok_reply("x")});
  transfer_loop loop({}, fixed_clock);
  EXPECT_EQ(fetch(loop, get(server.url())).outcome.hop.error, errc::address_refused);
  EXPECT_EQ(server.accepted(), 0U);
}

TEST(transfer, ignores_the_proxies_of_the_environment_R15) {
  raw_server server({ok_reply("x")});
  raw_server proxy({ok_reply("from the proxy")});
  ASSERT_EQ(setenv("http_proxy", proxy.url().c_str(), 1), 0);
  ASSERT_EQ(setenv("all_proxy", proxy.url().c_str(), 1), 0);
  const auto f = fetch(server.url());
  unsetenv("http_proxy");
  unsetenv("all_proxy");
  EXPECT_EQ(f.body, "x");
  EXPECT_EQ(proxy.accepted(), 0U);
}

// --- R16-R18: schemes, redirects, credentials ---

TEST(transfer, schemes_other_than_http_and_https_are_refused_R16) {
  for (const std::string scheme :
       {"file", "ftp", "gopher", "dict", "scp", "smb", "ldap", "data", "javascript", "httpx"}) {
    const auto f = fetch(scheme + "://127.0.0.1/etc/passwd");
    EXPECT_EQ(f.outcome.hop.error, errc::scheme_refused) << scheme;
  }
  EXPECT_EQ(fetch("data:text/turtle,x").outcome.hop.error, errc::scheme_refused);
  EXPECT_EQ(fetch("/relative").outcome.hop.error, errc::relative_uri);
  EXPECT_EQ(fetch("").outcome.hop.error, errc::relative_uri);
  for (const std::string broken :
       {"http:example.org/", "http://", "http:///etc/passwd", "http://u:p@/", "http://a b/"}) {
    EXPECT_EQ(fetch(broken).outcome.hop.error, errc::uri_syntax) << broken;
  }
}

TEST(transfer, a_redirect_is_an_answer_and_is_never_followed_R16_R17) {
  for (const std::string target :
       {"file:///etc/passwd", "ftp://127.0.0.1:1/", "gopher://127.0.0.1/", "/next"}) {
    raw_server server({"HTTP/1.1 302 Found\r\nLocation: " + target + "\r\nContent-Length: 4\r\n\r\ngone"});
    const auto f = fetch(server.url());
    EXPECT_EQ(f.outcome.hop.error, errc::ok);
    EXPECT_EQ(classify_status(f.outcome.hop.status), status_class::redirect);
    EXPECT_EQ(f.outcome.hop.headers.at(0).value, target);
    EXPECT_EQ(server.requests().size(), 1U);
    EXPECT_EQ(f.outcome.excerpt, "gone");
  }
}

TEST(transfer, userinfo_is_neither_sent_nor_recorded_R18) {
  raw_server server({ok_reply("x")});
  for (const std::string userinfo : {"u:p@", "u:p@evil@", "u%40x:p@"}) {
    const auto f = fetch("http://" + userinfo + "127.0.0.1:" + std::to_string(server.port()) + "/a@b");
    EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
    EXPECT_EQ(f.outcome.hop.uri, server.url("/a@b"));
  }
  EXPECT_EQ(fetch("ftp://u:p@127.0.0.1/").outcome.hop.uri, "ftp://127.0.0.1/");
  for (const auto& head : server.requests()) {
    EXPECT_FALSE(contains(head, "Authorization")) << head;
    EXPECT_TRUE(contains(head, "GET /a@b ")) << head;
  }
}

TEST(transfer, cookies_are_never_sent_back_R27) {
  std::string cookies;
  for (int i = 0; i < 150; ++i) cookies += "Set-Cookie: c" + std::to_string(i) + "=1; Path=/\r\n";
  raw_server server({ok_reply("x", cookies), ending::keep_alive});
  transfer_loop loop(allow_all, fixed_clock);
  fetch(loop, get(server.url("/1")));
  fetch(loop, get(server.url("/2")));
  ASSERT_EQ(server.requests().size(), 2U);
  for (const auto& head : server.requests()) EXPECT_FALSE(contains(head, "Cookie")) << head;
}

TEST(transfer, a_header_value_with_a_line_end_is_refused) {
  raw_server server({ok_reply("x")});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.if_none_match = "\"a\"\r\nAuthorization: x";
  EXPECT_EQ(fetch(loop, std::move(request)).outcome.hop.error, errc::invalid_argument);
  EXPECT_EQ(server.accepted(), 0U);
}

TEST(transfer, a_304_to_an_unconditional_request_is_no_answer_rfc9110_15_4_5) {
  raw_server server({"HTTP/1.1 304 Not Modified\r\nETag: W/\"a b\"\r\n\r\n"});
  const auto f = fetch(server.url());
  EXPECT_EQ(f.outcome.hop.error, errc::bad_response);
  EXPECT_EQ(f.outcome.hop.status, "304");
  EXPECT_EQ(f.outcome.hop.detail, "304, though the request had no condition");
}

TEST(transfer, conditional_requests_send_the_validators_verbatim_and_304_has_no_body_R28) {
  raw_server server({"HTTP/1.1 304 Not Modified\r\nETag: W/\"a b\"\r\n\r\n"});
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(server.url());
  request.if_none_match = "W/\"a b\"";
  request.if_modified_since = "Tue, 04 Nov 2008 16:20:00 GMT";
  const auto f = fetch(loop, std::move(request));
  EXPECT_EQ(f.outcome.hop.error, errc::ok);
  EXPECT_EQ(classify_status(f.outcome.hop.status), status_class::not_modified);
  EXPECT_EQ(f.outcome.hop.wire_bytes, 0U);
  EXPECT_EQ(f.opened, 0);
  const auto head = server.requests().at(0);
  EXPECT_TRUE(contains(head, "If-None-Match: W/\"a b\"\r\n")) << head;
  EXPECT_TRUE(contains(head, "If-Modified-Since: Tue, 04 Nov 2008 16:20:00 GMT\r\n")) << head;
}

// --- the loop ---

TEST(transfer_loop, runs_many_transfers_over_few_connections) {
  raw_server server({ok_reply("x"), ending::keep_alive});
  transfer_loop_options options;
  options.at_once = 4;
  transfer_loop loop(allow_all, fixed_clock, options);
  std::size_t ended = 0, counted = 0;
  for (int i = 0; i < 500; ++i) {
    loop.start(get(server.url("/" + std::to_string(i))), [&](transfer_id, transfer_outcome o) {
      ended += o.hop.error == errc::ok && o.hop.wire_bytes == 1 ? 1 : 0;
    });
  }
  EXPECT_EQ(loop.active(), 500U);
  while (loop.active() > 0) counted += loop.poll(milliseconds{1'000});
  EXPECT_EQ(ended, 500U);
  EXPECT_EQ(counted, 500U);
  EXPECT_LE(server.accepted(), 4U);
}

TEST(transfer_loop, time_in_the_queue_counts_for_no_limit_and_no_walltime) {
  raw_server server([](const std::string& head) {
    return contains(head, "/stall") ? raw_reply{"", ending::stall}
                                    : raw_reply{ok_reply("x"), ending::keep_alive};
  });
  transfer_loop_options options;
  options.at_once = 1;
  transfer_loop loop(allow_all, fixed_clock, options);
  const auto stalled = loop.start(get(server.url("/stall")), [](transfer_id, transfer_outcome) { FAIL(); });
  // Longer in the queue than its limit, and long enough for a slow machine.
  constexpr milliseconds may_take{3'000};
  auto second = get(server.url("/second"));
  second.limits.connect = second.limits.total = second.limits.first_byte = may_take;
  std::optional<http_hop> ended;
  const auto queued = std::chrono::steady_clock::now();
  loop.start(std::move(second), [&](transfer_id, transfer_outcome o) { ended = std::move(o.hop); });
  while (std::chrono::steady_clock::now() - queued <= may_take) loop.poll(milliseconds{1'000});
  EXPECT_FALSE(ended);
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_TRUE(loop.cancel(stalled));
  while (loop.active() > 0) loop.poll(milliseconds{1'000});
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->error, errc::ok) << ended->detail;
  EXPECT_LE(ended->walltime, std::chrono::steady_clock::now() - begun);
}

TEST(transfer_loop, cancel_drops_a_transfer_without_a_callback) {
  raw_server server({"", ending::stall});
  transfer_loop loop(allow_all, fixed_clock);
  bool called = false;
  const auto id = loop.start(get(server.url()), [&](transfer_id, transfer_outcome) { called = true; });
  while (server.requests().empty()) loop.poll(milliseconds{5});
  EXPECT_TRUE(loop.cancel(id));
  EXPECT_FALSE(loop.cancel(id));
  EXPECT_EQ(loop.active(), 0U);
  loop.poll(milliseconds{0});
  EXPECT_FALSE(called);
  const auto refused = loop.start(get("ftp://x/"), [&](transfer_id, transfer_outcome) { called = true; });
  EXPECT_NE(refused, id) << "ids are not used again";
  EXPECT_TRUE(loop.cancel(refused));
  loop.poll(milliseconds{0});
  EXPECT_FALSE(called);
}

TEST(transfer_loop, a_callback_may_start_the_next_transfer_and_cancel_others) {
  raw_server server([](const std::string& head) {
    return contains(head, "/stall") ? raw_reply{"", ending::stall}
                                    : raw_reply{ok_reply("x"), ending::keep_alive};
  });
  transfer_loop loop(allow_all, fixed_clock);
  const auto stalled = loop.start(get(server.url("/stall")), [](transfer_id, transfer_outcome) { FAIL(); });
  int left = 20;
  std::function<void(transfer_id, transfer_outcome)> next = [&](transfer_id, transfer_outcome o) {
    EXPECT_EQ(o.hop.error, errc::ok);
    if (--left > 0) {
      loop.start(get(server.url("/" + std::to_string(left))), next);
    } else {
      EXPECT_TRUE(loop.cancel(stalled));
    }
  };
  loop.start(get(server.url()), next);
  while (loop.active() > 0) loop.poll(milliseconds{1'000});
  EXPECT_EQ(left, 0);
}

TEST(transfer_loop,
     an_address_without_a_free_slot_is_no_failure_of_its_host_also_when_its_other_addresses_fail) {
  // libcurl resolves names below localhost to two addresses, and no server listens at the IPv6 one.
  const raw_server server(raw_reply{"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"});
  for (const bool guard_refuses_others : {false, true}) {
    transfer_loop loop(
        [&](std::span<const std::uint8_t> address, std::uint16_t) {
          return guard_refuses_others && address.size() != 4 ? errc::address_refused : errc::ok;
        },
        fixed_clock);
    auto request = get("http://two-addresses.localhost:" + std::to_string(server.port()) + "/");
    request.take_slot = [](std::span<const std::uint8_t> address) {
      return address.size() == 4 ? address_slot::refused : address_slot::granted;
    };
    const auto got = fetch(loop, std::move(request)).outcome;
    EXPECT_EQ(got.hop.error, errc::cancelled) << got.hop.detail;
    EXPECT_TRUE(got.found_no_room);
    EXPECT_EQ(got.hop.address, "127.0.0.1");
  }
  EXPECT_EQ(server.accepted(), 0U);
}

TEST(transfer_loop, wake_ends_a_wait_from_another_thread) {
  transfer_loop loop(allow_all, fixed_clock);
  const auto begun = std::chrono::steady_clock::now();
  std::thread waker([&] { loop.wake(); });
  EXPECT_EQ(loop.poll(milliseconds{20'000}), 0U);
  waker.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

TEST(transfer_loop, names_its_library_which_is_not_older_than_debian_12_R31) {
  EXPECT_GE(http_library_number(), 0x075801U) << http_library_version();
  EXPECT_TRUE(contains(http_library_version(), "libcurl "));
}

}  // namespace laundromat::test
