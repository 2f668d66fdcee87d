// Tests of the HTTP server: requests, bodies, and what it refuses.
// SPDX-License-Identifier: Apache-2.0
#include "net/http/http_server.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <future>
#include <numeric>

#include "tests/net/http/raw_client.hpp"
#include "tests/net/http/started_server.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

// Says what it was asked.
http_response echo(const http_request& request) {
  std::string text =
      request.method + (request.is_head ? " (head) " : " ") + request.path + " ? " + request.query + "\n";
  for (const auto& [name, value] : request.fields) text += name + "=" + value + "\n";
  return {200, {{"Content-Type", "text/plain"}}, text + request.client + "\n" + request.body};
}

TEST(http_server, gives_the_handler_the_request_as_it_was_sent) {
  const auto server = started(echo);
  raw_client client{server.port()};
  const auto answer = client.ask(get("/a%2Fb/../c+d?x=%20&&y=1?z", "X-One: two \r\n"));
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, "GET /a%2Fb/../c+d ? x=%20&&y=1?z\nhost=localhost\nx-one=two\n127.0.0.1\n");
  EXPECT_EQ(answer.field("content-type"), "text/plain");
  EXPECT_FALSE(answer.field("date").empty());
}

TEST(http_server, keeps_the_connection_and_answers_pipelined_requests_in_order_rfc9112_section_9_3_2) {
  const auto server = started(echo);
  raw_client client{server.port()};
  std::string all;
  for (int i = 0; i < 1'000; ++i) all += get("/" + std::to_string(i));
  ASSERT_TRUE(client.send(all));
  for (int i = 0; i < 1'000; ++i) {
    const auto answer = client.read();
    ASSERT_EQ(answer.status, 200) << i;
    ASSERT_TRUE(answer.body.starts_with("GET /" + std::to_string(i) + " ")) << answer.body;
  }
  EXPECT_EQ(server.counts().requests, 1'000U);
}

TEST(http_server, answers_head_like_get_without_the_body_rfc9110_section_9_3_2) {
  const auto server = started([](const http_request& request) -> http_response {
    EXPECT_EQ(request.method, "GET");
    EXPECT_TRUE(request.is_head || request.path == "/end");
    if (request.path == "/text") return {200, {}, "12345"};
    if (request.path == "/events") return {200, {}, event_stream{"data: x\n\n"}};
    if (request.path == "/writer") return {200, {}, body_writer{[](const body_sink&) -> bool { abort(); }}};
    return {200, {}, "end"};
  });
  for (const std::string path : {"/text", "/events", "/writer"}) {
    raw_client client{server.port()};
    const auto answer = client.ask("HEAD " + path + " HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(answer.status, 200) << path;
    EXPECT_EQ(answer.field("content-length"), path == "/text" ? "5" : "");
    if (path == "/text")
      EXPECT_EQ(client.ask(get("/end")).body, "end");
    else
      EXPECT_TRUE(client.is_closed());
    EXPECT_EQ(client.received(), "");
  }
  EXPECT_EQ(server.counts().event_streams, 0U);
}

TEST(http_server, takes_bodies_also_chunked_and_unknown_methods) {
  const auto server = started(echo);
  raw_client client{server.port()};
  const auto plain = client.ask("BREW /pot HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
  EXPECT_TRUE(plain.body.starts_with("BREW /pot")) << plain.body;
  EXPECT_TRUE(plain.body.ends_with("\nabc"));
  const auto chunked = client.ask(
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n");
  EXPECT_TRUE(chunked.body.ends_with("\nabcde")) << chunked.body;
  EXPECT_EQ(chunked.field("connection"), "close");
  client = raw_client{server.port()};
  ASSERT_TRUE(client.send("PUT / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
  ASSERT_TRUE(client.read_until("100 Continue\r\n\r\n"));
  ASSERT_TRUE(client.send("ok"));
  EXPECT_TRUE(client.read().body.ends_with("\nok"));
}

TEST(http_server, sends_a_part_of_a_file) {
  const temporary_folder folder;
  std::string content(3'000'000, '\0');
  std::iota(content.begin(), content.end(), '\1');
  std::ofstream(folder.path() / "file") << content;
  const auto file = std::make_shared<const open_file>(::open((folder.path() / "file").c_str(), O_RDONLY));
  const auto server = started([&](const http_request&) -> http_response {
    return {206, {{"Content-Range", "bytes 1000-2900999/3000000"}}, file_range{file, 1'000, 2'900'000}};
  });
  raw_client client{server.port()};
  for (int i = 0; i < 2; ++i) {
    const auto answer = client.ask(get("/"));
    EXPECT_EQ(answer.status, 206);
    EXPECT_EQ(answer.field("content-length"), "2900000");
    EXPECT_TRUE(answer.body == content.substr(1'000, 2'900'000));
  }
}

TEST(http_server, sends_what_a_writer_writes_and_waits_for_the_client) {
  std::atomic<std::size_t> written{0};
  const auto server = started([&](const http_request&) -> http_response {
    return {200, {}, body_writer{[&](const body_sink& into) {
              for (int i = 0; i < 20'000; ++i) {
                if (!into(std::string(1'000, static_cast<char>('a' + i % 26)))) return false;
                written += 1'000;
              }
              return true;
            }}};
  });
  raw_client client{server.port(), "127.0.0.1", 8 * 1024};
  const auto answer = client.ask(get("/"));
  EXPECT_TRUE(answer.is_whole);
  EXPECT_EQ(answer.body.size(), 20'000'000U);
  EXPECT_EQ(answer.body[1'000], 'b');
  EXPECT_EQ(written, 20'000'000U);
}

TEST(http_server, cuts_the_connection_when_a_writer_fails_so_that_the_client_notices) {
  const auto server = started([](const http_request& request) -> http_response {
    return {200, {}, body_writer{[is_thrown = request.path == "/throw"](const body_sink& into) {
              into("the beginning");
              if (is_thrown) throw std::runtime_error("broken");
              return false;
            }}};
  });
  for (const std::string path : {"/false", "/throw"}) {
    raw_client client{server.port()};
    const auto answer = client.ask(get(path));
    EXPECT_EQ(answer.status, 200);
    EXPECT_FALSE(answer.is_whole);
    EXPECT_TRUE(client.is_closed());
  }
}

TEST(http_server, tells_a_writer_that_the_client_is_gone) {
  std::promise<bool> told;
  auto server = started([&](const http_request&) -> http_response {
    return {200, {}, body_writer{[&](const body_sink& into) {
              while (into(std::string(10'000, 'x'))) continue;
              told.set_value(true);
              return false;
            }}};
  });
  {
    raw_client client{server.port()};
    ASSERT_TRUE(client.send(get("/")));
    ASSERT_TRUE(client.read_until("x"));
  }
  EXPECT_EQ(told.get_future().wait_for(raw_client::patience), std::future_status::ready);
}

TEST(http_server, lets_no_field_of_an_answer_add_lines_rfc9110_section_5_5) {
  const auto server = started([](const http_request&) -> http_response {
    return {200,
            {{"X-A", "1\r\nX-Evil: 1"},
             {"X-B\r\nX-Evil", "2"},
             {"X-C", std::string("3\0", 2)},
             {"X D", "4"},
             {"Content-Length", "99"},
             {"Transfer-Encoding", "gzip"},
             {"Connection", "upgrade"},
             {"X-Good", "5"}},
            "body"};
  });
  raw_client client{server.port()};
  const auto answer = client.ask(get("/"));
  EXPECT_EQ(answer.body, "body");
  EXPECT_EQ(answer.field("content-length"), "4");
  EXPECT_EQ(answer.field("x-good"), "5");
  for (const std::string name : {"x-a", "x-b", "x-c", "x d", "x-evil", "transfer-encoding"})
    EXPECT_EQ(answer.field(name), "") << name;
  EXPECT_NE(answer.field("connection"), "upgrade");
}

TEST(http_server, answers_500_without_details_when_the_handler_throws) {
  const auto server =
      started([](const http_request&) -> http_response { throw std::runtime_error("secret"); });
  raw_client client{server.port()};
  const auto answer = client.ask(get("/"));
  EXPECT_EQ(answer.status, 500);
  EXPECT_EQ(answer.field("content-type"), "application/problem+json");
  EXPECT_EQ(answer.body, "{\"title\":\"Internal Server Error\",\"status\":500}\n");
}

TEST(http_server, sends_no_body_with_204_and_304_and_no_length_that_is_not_that_of_200_rfc9110_section_8_6) {
  const auto server = started([](const http_request& request) -> http_response {
    if (request.path == "/204") return {204, {}, std::string{}};
    return {304, {{"ETag", "\"a\""}}, request.path == "/known" ? "12345" : ""};
  });
  raw_client client{server.port()};
  EXPECT_EQ(client.ask(get("/204")).field("content-length"), "");
  EXPECT_EQ(client.ask(get("/known")).field("content-length"), "5");
  const auto answer = client.ask(get("/unknown"));
  EXPECT_EQ(answer.status, 304);
  EXPECT_EQ(answer.field("etag"), "\"a\"");
  EXPECT_EQ(answer.field("content-length"), "");
  EXPECT_TRUE(client.is_closed());
  EXPECT_EQ(client.received(), "");
}

TEST(http_server, speaks_http_1_0_as_a_proxy_may) {
  const auto server = started([](const http_request& request) -> http_response {
    if (request.path == "/text") return {200, {}, "text"};
    return {200, {}, body_writer{[](const body_sink& into) { return into("written"); }}};
  });
  for (int i = 0; i < 100; ++i) {
    raw_client client{server.port()};
    EXPECT_EQ(client.ask("GET /text HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").body, "text");
    ASSERT_TRUE(client.send("GET /written HTTP/1.0\r\n\r\n"));
    ASSERT_TRUE(client.is_closed());
    ASSERT_TRUE(client.received().ends_with("\r\n\r\nwritten")) << client.received();
  }
}

TEST(http_server, sends_a_written_body_whose_length_is_known_with_its_length_and_keeps_the_connection_S06) {
  const auto server = started([](const http_request& request) -> http_response {
    const std::size_t writes = request.path == "/short" ? 1 : request.path == "/long" ? 9 : 2;
    return {200,
            {},
            body_writer{[writes](const body_sink& into) {
              for (std::size_t i = 0; i < writes; ++i)
                if (!into("written")) return false;
              return true;
            }},
            14};
  });
  raw_client client{server.port()};
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(client.send("HEAD /exact HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    EXPECT_EQ(client.read(true).field("content-length"), "14");
    const auto answer = client.ask(get("/exact"));
    EXPECT_EQ(answer.field("content-length"), "14");
    EXPECT_EQ(answer.body, "writtenwritten");
    EXPECT_EQ(client.ask(get("/long")).body, "writtenwritten") << "more is not sent";
  }
  const auto cut = client.ask(get("/short"));
  EXPECT_FALSE(cut.is_whole) << "the client sees that it is incomplete";
}

TEST(http_server, cannot_listen_at_an_address_that_is_not_here_or_a_port_that_is_used) {
  const auto server = started(echo);
  EXPECT_EQ(http_server::start({.address = "192.0.2.1"}, echo).error().code, errc::io_failed);
  EXPECT_EQ(http_server::start({.port = server.port()}, echo).error().code, errc::io_failed);
}

TEST(http_server, ends_with_open_connections_streams_and_writers) {
  auto server = started([](const http_request& request) -> http_response {
    if (request.path == "/events") return {200, {}, event_stream{"data: x\n\n"}};
    return {200, {}, body_writer{[](const body_sink& into) {
              while (into(std::string(10'000, 'x'))) continue;
              return false;
            }}};
  });
  raw_client idle{server.port()}, half{server.port()}, events{server.port()}, body{server.port()};
  half.send("GET / HT");
  events.send(get("/events"));
  body.send(get("/body"));
  EXPECT_TRUE(events.read_until("x\n\n\r\n"));
  EXPECT_TRUE(body.read_until("x"));
  server.stop();
  server.stop();
  for (auto* one : {&idle, &half, &events, &body}) EXPECT_TRUE(one->is_closed());
  server.publish("data: y\n\n");
  EXPECT_EQ(server.counts().connections, 0U);
}

}  // namespace
}  // namespace laundromat::test
