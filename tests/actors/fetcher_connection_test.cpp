// Tests of the real fetcher with servers that close a kept connection when it is used again.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {
namespace {

raw_reply kept_open(const std::string& body) {
  return {"HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
          ending::keep_alive};
}

/// Answers the first request of each connection, and closes it at the second.
class closing_server {
 public:
  closing_server()
      : server_{[this](const std::string& /*head*/) -> raw_reply {
          return std::exchange(is_lost_, !is_lost_) ? raw_reply{"", ending::close} : kept_open("x");
        }} {}
  [[nodiscard]] const raw_server& operator*() const { return server_; }
  const raw_server* operator->() const { return &server_; }

 private:
  bool is_lost_ = false;  ///< the next request, unless it comes by a connection of its own
  raw_server server_;
};

}  // namespace

TEST_F(fetcher_test, a_request_that_was_lost_with_a_kept_connection_waits_for_another_permit_R219) {
  const closing_server server;
  EXPECT_EQ(fetch(server->url("/1")).on, event::body_stored);
  const auto found = fetch(server->url("/2"));
  EXPECT_EQ(found.on, event::body_stored);
  ASSERT_EQ(found.hops.size(), 2U) << "both requests are recorded";
  EXPECT_EQ(found.hops[0].error, errc::connection_reset);
  EXPECT_EQ(found.hops[1].status, "200");
  EXPECT_EQ(server->requests().size(), 3U);
  const std::lock_guard lock{seen_.mutex};
  EXPECT_EQ(seen_.permit_requests, std::vector{server->url("/2")}) << "that of the repeated request";
}

TEST_F(fetcher_test, a_robots_txt_that_was_lost_with_a_kept_connection_is_asked_for_again_after_a_pause) {
  const closing_server server;
  env_->settings.politeness.own_hosts = {{"127.0.0.1", 0, 8}};
  EXPECT_EQ(fetch(server->url("/1")).on, event::body_stored);
  const auto read = ask<robots_outcome>(robots_job{server->url("/robots.txt")});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->cause, errc::ok) << read->detail;
  EXPECT_EQ(read->body, "x");
  EXPECT_EQ(server->requests().size(), 3U);
}

}  // namespace laundromat
