// Tests of server-sent events: HTML Standard section 9.2.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "tests/net/http/raw_client.hpp"
#include "tests/net/http/started_server.hpp"

namespace laundromat::test {
namespace {

using std::chrono::seconds;

http_response events(const http_request& request) {
  if (request.path == "/text") return {200, {}, "text"};
  return {200, {{"Content-Type", "text/event-stream"}}, event_stream{"data: first\n\n"}};
}

raw_client listening(const http_server& server, const std::string& from = "127.0.0.1",
                     int receive_bytes = 0) {
  raw_client client{server.port(), from, receive_bytes};
  EXPECT_TRUE(client.send(get("/events")));
  EXPECT_TRUE(client.read_until("data: first\n\n\r\n"));
  return client;
}

TEST(event_streams, get_their_first_bytes_and_then_what_is_published_in_order) {
  auto server = started(events);
  std::vector<raw_client> clients;
  for (int i = 0; i < 20; ++i) clients.push_back(listening(server));
  EXPECT_EQ(server.counts().event_streams, 20U);
  for (int i = 0; i < 100; ++i) server.publish("data: " + std::to_string(i) + "\n\n");
  for (auto& client : clients) {
    EXPECT_TRUE(client.read_until("data: 99\n\n\r\n"));
    EXPECT_LT(client.received().find("data: 41\n\n"), client.received().find("data: 42\n\n"));
  }
  clients.clear();
}

TEST(event_streams, come_from_any_thread) {
  auto server = started(events, {.event_backlog_bytes = 1'000'000});
  auto client = listening(server);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&server] {
      for (int j = 0; j < 500; ++j) server.publish("data: x\n\n");
    });
  for (auto& thread : threads) thread.join();
  server.publish("data: end\n\n");
  EXPECT_TRUE(client.read_until("data: end\n\n\r\n"));
  std::size_t count = 0;
  for (auto at = client.received().find("data: x\n\n"); at != std::string::npos;
       at = client.received().find("data: x\n\n", at + 1))
    ++count;
  EXPECT_EQ(count, 2'000U);
}

TEST(event_streams, that_are_silent_get_comments) {
  const auto server = started(events, {.event_heartbeat = seconds{1}});
  auto client = listening(server);
  EXPECT_TRUE(client.read_until("\r\n:\n\n\r\n"));
  EXPECT_TRUE(client.read_until("\r\n:\n\n\r\n3\r\n:\n\n\r\n"));
}

TEST(event_streams, of_clients_that_do_not_read_are_cut_and_others_go_on) {
  auto server = started(events, {.event_backlog_bytes = 64 * 1024});
  auto slow = listening(server, "127.0.0.1", 4'096), quick = listening(server);
  const auto event = "data: " + std::string(10'000, 'x') + "\n\n";
  for (int i = 0; i < 1'000; ++i) {
    server.publish(event);
    ASSERT_TRUE(quick.read_until("x\n\n\r\n"));
    if (server.counts().event_streams == 1) break;
    server.publish("data: y\n\n");
    ASSERT_TRUE(quick.read_until("data: y\n\n\r\n"));
  }
  EXPECT_TRUE(slow.is_closed_unread());
  server.publish("data: end\n\n");
  EXPECT_TRUE(quick.read_until("data: end\n\n\r\n"));
}

TEST(event_streams, beyond_the_limit_are_503_in_all_and_of_one_address) {
  auto server = started(events, {.event_streams = 5, .event_streams_of_address = 3});
  std::vector<raw_client> clients;
  for (int i = 0; i < 3; ++i) clients.push_back(listening(server));
  EXPECT_EQ(raw_client{server.port()}.ask(get("/events")).status, 503);
  for (int i = 0; i < 2; ++i) clients.push_back(listening(server, "127.0.0.2"));
  raw_client refused{server.port(), "127.0.0.3"};
  const auto answer = refused.ask(get("/events"));
  EXPECT_EQ(answer.status, 503);
  EXPECT_EQ(answer.field("retry-after"), "1");
  EXPECT_EQ(refused.ask(get("/text")).body, "text");
  // A client that goes makes room, though nothing is sent to it.
  clients.clear();
  int status = 503;
  for (int i = 0; i < 1'000'000 && status == 503; ++i) {
    raw_client next{server.port()};
    if (next.send(get("/events"))) status = next.next_status();
  }
  EXPECT_EQ(status, 200);
}

}  // namespace
}  // namespace laundromat::test
