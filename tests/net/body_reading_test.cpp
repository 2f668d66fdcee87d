// Tests of reading a body from a server: a body is accepted only when it is complete, and its connection is used again only then.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/body_length.hpp"

#include "tests/core/web/body_length_cases.hpp"
#include "tests/net/fetch.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat::test {

TEST(body_reading, a_body_is_accepted_only_when_its_head_is_correct_and_it_is_complete_R24) {
  for (const auto& c : body_length_cases()) {
    if (c.outcome.empty()) continue;
    SCOPED_TRACE(c.name);
    auto bytes = c.status_line + "\r\n";
    for (const auto& field : c.fields) bytes += field + "\r\n";
    raw_server server({bytes + "\r\n" + c.sent});
    transfer_loop loop(allow_all, fixed_clock);
    auto request = get(server.url());
    request.if_none_match = "\"x\"";  // so that 304 is an answer
    const auto f = fetch(loop, std::move(request));
    const auto& hop = f.outcome.hop;
    EXPECT_EQ(to_string(hop.error), c.outcome) << hop.detail;
    EXPECT_EQ(f.body, c.received);
    EXPECT_EQ(f.opened, c.received.empty() ? 0 : 1);
    EXPECT_EQ(hop.status, c.status_line.substr(9, 3));
    EXPECT_FALSE(hop.error != errc::ok && hop.detail.empty());
  }
}

TEST(body_reading, a_second_status_line_hides_no_length) {
  raw_server server(
      {"HTTP/1.1 200 OK\r\nContent-Length: 6\r\nHTTP/1.1 200 a:b\r\nContent-Length: 3\r\n\r\nabcdef"});
  transfer_loop loop(allow_all, fixed_clock);
  const auto f = fetch(loop, get(server.url()));
  EXPECT_EQ(f.outcome.hop.error, errc::bad_response) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, "");
}

TEST(body_reading, a_connection_is_not_used_again_after_a_head_that_contradicts_itself_rfc9112_6_3) {
  for (const std::string head : {"Content-Length: 3, 6", "Content-Length: 3\r\nTransfer-Encoding: chunked"}) {
    raw_server server([&](const std::string& request) -> raw_reply {
      if (request.starts_with("GET /sound "))
        return {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx", ending::keep_alive};
      return {"HTTP/1.1 200 OK\r\n" + head + "\r\n\r\n3\r\nabc\r\n0\r\n\r\n", ending::keep_alive};
    });
    transfer_loop loop(allow_all, fixed_clock);
    fetch(loop, get(server.url("/odd")));
    EXPECT_EQ(fetch(loop, get(server.url("/sound"))).body, "x") << head;
    EXPECT_EQ(server.accepted(), 2U) << head;
    EXPECT_EQ(fetch(loop, get(server.url("/sound"))).body, "x") << head;
    EXPECT_EQ(server.accepted(), 2U) << head;
  }
}

}  // namespace laundromat::test
