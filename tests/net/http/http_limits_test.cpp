// Tests of the limits of the HTTP server: each is enforced, and others are served meanwhile.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <thread>
#include <vector>

#include "net/http/connection_table.hpp"
#include "tests/net/http/raw_client.hpp"
#include "tests/net/http/started_server.hpp"

namespace laundromat::test {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

http_response ok(const http_request& request) {
  return {200, {}, std::to_string(request.body.size())};
}

// Writes until nobody wants more.
http_response endless(const http_request&) {
  return {200, {}, body_writer{[](const body_sink& into) {
            while (into(std::string(16'384, 'x'))) continue;
            return false;
          }}};
}

// Returns when so many requests have come; a later one then comes after them.
bool has_requests(const http_server& server, std::uint64_t count) {
  const auto end = std::chrono::steady_clock::now() + raw_client::patience;
  while (server.counts().requests < count) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

std::string post(const std::string& fields) {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n";
}

TEST(http_limits_test, a_head_that_is_too_long_is_431_rfc6585_section_5) {
  const auto server = started(ok, {.head_bytes = 4'096});
  EXPECT_EQ(raw_client{server.port()}.ask(get("/", "X: " + std::string(3'900, 'x') + "\r\n")).status, 200);
  EXPECT_EQ(raw_client{server.port()}.ask(get("/", "X: " + std::string(4'100, 'x') + "\r\n")).status, 431);
  EXPECT_EQ(raw_client{server.port()}.ask(get("/", "X: " + std::string(20'000, 'x') + "\r\n")).status, 431);
  std::string many;
  for (int i = 0; i < 5'000; ++i) many += "a:\r\n";
  EXPECT_EQ(raw_client{server.port()}.ask(get("/", many)).status, 431);
  EXPECT_EQ(raw_client{server.port()}.ask(get("/" + std::string(20'000, 'x'))).status, 414);
  EXPECT_EQ(raw_client{server.port()}.ask(get("/?" + std::string(2'000, '&'))).status, 200);
}

TEST(http_limits_test, a_body_that_is_too_long_is_413_also_if_chunked_rfc9110_section_15_5_14) {
  const auto server = started(ok, {.body_bytes = 100'000});
  EXPECT_EQ(raw_client{server.port()}.ask(post("Content-Length: 100001\r\n")).status, 413);
  EXPECT_EQ(
      raw_client{server.port()}.ask(post("Content-Length: 100000\r\n") + std::string(100'000, 'x')).body,
      "100000");
  const auto chunk = "2710\r\n" + std::string(10'000, 'x') + "\r\n";
  std::string ten;
  for (int i = 0; i < 10; ++i) ten += chunk;
  EXPECT_EQ(raw_client{server.port()}.ask(post("Transfer-Encoding: chunked\r\n") + ten + "0\r\n\r\n").body,
            "100000");
  raw_client too_long{server.port()};
  EXPECT_EQ(too_long.ask(post("Transfer-Encoding: chunked\r\n") + ten + "1\r\nx\r\n0\r\n\r\n").status, 413);
  EXPECT_TRUE(too_long.is_closed());
  raw_client endlessly{server.port()};
  ASSERT_TRUE(endlessly.send(post("Transfer-Encoding: chunked\r\n")));
  int sent = 0;
  while (sent < 100'000 && endlessly.send(chunk)) ++sent;
  EXPECT_LT(sent, 100'000);
}

TEST(http_limits_test, a_head_byte_by_byte_is_cut_though_it_is_never_idle) {
  const auto server = started(ok, {.idle_time = seconds{600}, .head_time = seconds{1}});
  raw_client slow{server.port()};
  EXPECT_FALSE(slow.trickle(get("/", "X: " + std::string(10'000, 'x')), milliseconds{20}));
  EXPECT_EQ(slow.read().status, 408);
  EXPECT_TRUE(slow.is_closed());
  raw_client second{server.port()};
  EXPECT_EQ(second.ask(get("/")).status, 200);
  EXPECT_FALSE(second.trickle(get("/", "X: " + std::string(10'000, 'x')), milliseconds{20}));
  EXPECT_EQ(second.read().status, 408);
  EXPECT_EQ(server.counts().timeouts, 2U);
}

TEST(http_limits_test, a_body_byte_by_byte_is_cut) {
  const auto server = started(ok, {.request_time = seconds{1}});
  raw_client slow{server.port()};
  ASSERT_TRUE(slow.send(post("Content-Length: 10000\r\n")));
  EXPECT_FALSE(slow.trickle(std::string(10'000, 'x'), milliseconds{20}));
  EXPECT_EQ(slow.read().status, 408);
  EXPECT_TRUE(slow.is_closed());
}

TEST(http_limits_test, an_idle_connection_is_closed_without_an_answer) {
  const auto server = started(ok, {.idle_time = seconds{1}});
  raw_client silent{server.port()}, kept{server.port()};
  EXPECT_EQ(kept.ask(get("/")).status, 200);
  EXPECT_TRUE(silent.is_closed());
  EXPECT_TRUE(kept.is_closed());
  EXPECT_EQ(silent.received() + kept.received(), "");
}

TEST(http_limits_test, an_answer_has_a_total_time) {
  const auto server = started(endless, {.answer_time = seconds{1}});
  raw_client client{server.port()};
  EXPECT_FALSE(client.ask(get("/")).is_whole);
  EXPECT_EQ(server.counts().timeouts, 1U);
}

TEST(http_limits_test, a_client_that_does_not_read_is_disconnected) {
  const std::shared_ptr<const open_file> file = std::make_shared<open_file>(::open("/dev/zero", O_RDONLY));
  for (const bool is_text : {true, false}) {
    const auto server = started(
        [&](const http_request& request) {
          return is_text ? http_response{200, {}, std::string(50'000'000, 'x')} : endless(request);
        },
        {.slow_time = seconds{1}});
    raw_client client{server.port(), "127.0.0.1", 4'096};
    ASSERT_TRUE(client.send(get("/")));
    EXPECT_TRUE(client.is_closed_unread());
    EXPECT_EQ(server.counts().timeouts, 1U);
  }
}

TEST(http_limits_test, a_writer_that_is_slow_does_not_disconnect_its_client) {
  std::promise<void> may_go_on;
  const auto server = started(
      [&](const http_request& request) -> http_response {
        if (request.path == "/go") {
          may_go_on.set_value();
          return {200, {}, std::string{}};
        }
        return {200, {}, body_writer{[&](const body_sink& into) {
                  into("a");
                  may_go_on.get_future().wait();
                  return into("b");
                }}};
      },
      {.head_time = seconds{3}, .slow_time = seconds{1}});
  raw_client client{server.port()}, clock{server.port()};
  ASSERT_TRUE(client.send(get("/")));
  ASSERT_TRUE(client.read_until("a\r\n"));
  // When this one is cut, windows of a second have passed.
  EXPECT_FALSE(clock.trickle(std::string(10'000, 'x'), milliseconds{20}));
  EXPECT_EQ(raw_client{server.port()}.ask(get("/go")).status, 200);
  EXPECT_EQ(client.read().body, "ab");
}

TEST(http_limits_test, connections_are_limited_in_all_and_of_each_address_S13) {
  const auto server = started(ok, {.connections = 6, .connections_of_address = 4});
  std::vector<raw_client> held;
  const auto is_served = [&](const std::string& from) {
    held.emplace_back(server.port(), from);
    return held.back().ask(get("/")).status == 200;
  };
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(is_served("127.0.0.1")) << i;
  EXPECT_FALSE(is_served("127.0.0.1"));
  EXPECT_TRUE(is_served("127.0.0.2"));
  EXPECT_TRUE(is_served("127.0.0.3"));
  EXPECT_EQ(server.counts().connections, 6U);
  EXPECT_EQ(server.counts().refused_connections, 1U);
  EXPECT_TRUE(is_served("127.0.0.4")) << "it takes the place of the oldest of those who have most";
  EXPECT_TRUE(held.front().is_closed());
  held.clear();
  // The server sees the ends in the order in which they came, or later.
  for (int i = 0; i < 1'000 && !is_served("127.0.0.1"); ++i) held.clear();
  EXPECT_TRUE(is_served("127.0.0.1"));
}

TEST(http_limits_test, a_connection_whose_answer_is_made_keeps_its_place_S13) {
  std::promise<void> go;
  const auto gone = go.get_future().share();
  const auto server = started(
      [gone](const http_request&) -> http_response {
        gone.wait();
        return {200, {}, std::string{"a"}};
      },
      {.connections = 2, .threads = 2});
  std::vector<raw_client> clients;
  for (int i = 0; i < 2; ++i) {
    clients.emplace_back(server.port());
    ASSERT_TRUE(clients.back().send(get("/")));
    ASSERT_TRUE(has_requests(server, static_cast<std::uint64_t>(i) + 1));
  }
  EXPECT_TRUE((raw_client{server.port(), "127.0.0.2"}.is_closed()));
  go.set_value();
  for (auto& client : clients) EXPECT_EQ(client.read().body, "a");
}

TEST(http_limits_test, an_ipv6_site_counts_as_one_address) {
  connection_table table{{.connections_of_address = 2}};
  const auto address = [](const char* text) { return *parse_ipv6(text); };
  const auto first = table.add(nullptr, -1, address("2001:db8::1"));
  EXPECT_TRUE(table.admits(address("2001:db8::2")));
  const auto second = table.add(nullptr, -1, address("2001:db8::2"));
  EXPECT_FALSE(table.admits(address("2001:db8::ffff:3")));
  EXPECT_TRUE(table.admits(address("2001:db8:0:1::3")));
  table.remove(first);
  EXPECT_TRUE(table.admits(address("2001:db8::ffff:3")));
  table.close();
  EXPECT_FALSE(table.admits(address("2001:db8:0:1::3")));
}

TEST(http_limits_test, requests_beyond_those_that_may_wait_are_503_with_retry_after) {
  std::promise<void> go;
  const auto gone = go.get_future().share();
  const auto server = started(
      [gone](const http_request& request) -> http_response {
        gone.wait();
        return {200, {}, request.path};
      },
      {.threads = 1, .waiting_requests = 2});
  std::vector<raw_client> clients;
  for (int i = 0; i < 8; ++i) {
    clients.emplace_back(server.port());
    ASSERT_TRUE(clients.back().send(get("/" + std::to_string(i))));
    ASSERT_TRUE(has_requests(server, static_cast<std::uint64_t>(i) + 1));
  }
  // Three have a place. Of the others each gets its answer while the handler waits.
  for (std::size_t i = 3; i < clients.size(); ++i) {
    const auto answer = clients[i].read();
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.field("retry-after"), "1");
  }
  go.set_value();
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(clients[static_cast<std::size_t>(i)].read().body, "/" + std::to_string(i));
  EXPECT_EQ(clients.back().ask(get("/again")).body, "/again");
}

TEST(http_limits_test, one_address_leaves_places_for_the_requests_and_writers_of_others) {
  std::promise<void> go;
  const auto gone = go.get_future().share();
  const auto server = started(
      [gone](const http_request& request) -> http_response {
        if (request.path == "/written") return endless(request);
        gone.wait();
        return {200, {}, request.path};
      },
      {.threads = 1, .waiting_requests_of_address = 2, .writers_of_address = 1});
  std::vector<raw_client> clients;
  for (int i = 0; i < 4; ++i) {
    clients.emplace_back(server.port());
    ASSERT_TRUE(clients.back().send(get("/" + std::to_string(i))));
    ASSERT_TRUE(has_requests(server, static_cast<std::uint64_t>(i) + 1));
  }
  EXPECT_EQ(clients.back().read().status, 503);
  raw_client other{server.port(), "127.0.0.2"};
  ASSERT_TRUE(other.send(get("/other")));
  go.set_value();
  EXPECT_EQ(other.read().body, "/other");
  raw_client first{server.port()}, second{server.port()}, third{server.port(), "127.0.0.2"};
  for (auto* one : {&first, &second, &third}) {
    ASSERT_TRUE(one->send(get("/written")));
    EXPECT_EQ(one->next_status(), one == &second ? 503 : 200);
  }
}

TEST(http_limits_test, bodies_and_answers_have_a_limit_in_all) {
  const auto server = started(
      [](const http_request& request) -> http_response {
        return {200,
                {},
                request.path == "/long" ? std::string(40'000'000, 'x') : std::to_string(request.body.size())};
      },
      {.bodies_bytes = 150'000, .answers_bytes = 50'000'000});
  const auto length = [](int bytes) { return post("Content-Length: " + std::to_string(bytes) + "\r\n"); };
  {
    raw_client first{server.port()};
    ASSERT_TRUE(first.send(length(100'001) + std::string(100'000, 'x')));
    raw_client second{server.port()};
    const int of_second = second.ask(length(100'000) + std::string(100'000, 'x')).status;
    const int of_first = first.ask("x").status;
    EXPECT_EQ(std::max(of_first, of_second), 503);
    EXPECT_EQ(std::min(of_first, of_second), 200);
  }
  EXPECT_EQ(raw_client{server.port()}.ask(length(100'000) + std::string(100'000, 'x')).body, "100000");
  raw_client slow{server.port(), "127.0.0.1", 4'096};
  ASSERT_TRUE(slow.send(get("/long")));
  ASSERT_TRUE(slow.read_until("x"));
  raw_client third{server.port()};
  EXPECT_EQ(third.ask(get("/long")).status, 503);
  EXPECT_EQ(third.ask(get("/")).status, 200);
}

TEST(http_limits_test, writers_beyond_the_limit_are_503) {
  const auto server = started(endless, {.writers = 1});
  raw_client first{server.port(), "127.0.0.1", 4'096};
  ASSERT_TRUE(first.send(get("/")));
  ASSERT_TRUE(first.read_until("x"));
  const auto answer = raw_client{server.port()}.ask(get("/"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.field("retry-after"), "1");
}

TEST(http_limits_test, without_descriptors_others_wait_and_the_server_goes_on) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "UndefinedBehaviorSanitizer needs a descriptor when it checks the type of an object";
#endif
  const auto file = std::make_shared<const open_file>(::open("/proc/self/exe", O_RDONLY));
  const auto server = started([&](const http_request& request) -> http_response {
    if (request.path == "/file") return {200, {}, file_range{file, 0, 1'000}};
    return {200, {}, "text"};
  });
  std::vector<raw_client> clients(6);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit few{static_cast<rlim_t>(next) + 3, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  for (auto& client : clients) EXPECT_TRUE(client.connect(server.port()));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(clients[i].ask(get("/")).body, "text") << i;
  EXPECT_EQ(clients[0].ask(get("/file")).status, 503);
  for (std::size_t i = 3; i < 6; ++i) EXPECT_TRUE(clients[i].send(get("/")));
  clients.erase(clients.begin(), clients.begin() + 3);
  for (auto& client : clients) EXPECT_EQ(client.read().body, "text");
  EXPECT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_EQ(clients[0].ask(get("/file")).body.size(), 1'000U);
}

}  // namespace
}  // namespace laundromat::test
