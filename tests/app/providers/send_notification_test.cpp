// Tests of notifications to providers.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/send_notification.hpp"

#include <gtest/gtest.h>

#include "app/terminal/wall_clock.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat {
namespace {

class notified_provider : public testing::Test {
 protected:
  notified_provider() {
    settings_.contact = {"Test", "https://example.org/", "crawl@example.org"};
    settings_.politeness.delay_s = 0;
    settings_.network.allow = {"127.0.0.1"};
  }

  test::raw_reply reply(const std::string& request) const {
    const auto text = [](const std::string& status, const std::string& fields, const std::string& body) {
      return test::raw_reply{"HTTP/1.1 " + status + "\r\n" + fields +
                                 "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body,
                             test::ending::keep_alive};
    };
    if (request.starts_with("GET /robots.txt"))
      return text("200 OK", "Content-Type: text/plain\r\n", robots_);
    if (is_silent_) return {"HTTP/1.1 201 Created\r\n", test::ending::stall};
    return text(status_, fields_, body_);
  }

  result<sent_notification> send(const std::string& path = "/inbox", const std::string& source = {},
                                 bool is_registered = false) {
    requester_options options;
    options.body_bytes = 65'536;
    options.is_stopping = [] { return false; };
    options.now = wall_now;
    options.total = total_;
    polite_requester requester{settings_, options};
    import_notification notification;
    notification.receipt = "https://l.example/receipts/1";
    return send_notification(
        requester, {server_.url(path), source.empty() ? server_.url("/void.ttl") : source, is_registered},
        notification);
  }

  campaign settings_;
  std::optional<milliseconds> total_;
  bool is_silent_ = false;
  std::string robots_, status_ = "201 Created", body_, fields_ = "Location: /inbox/1\r\n";
  test::raw_server server_{[this](const std::string& request) { return reply(request); }};
};

TEST_F(notified_provider, gets_a_post_of_json_ld_after_its_robots_txt_was_read_G22) {
  const auto sent = send();
  ASSERT_TRUE(sent) << to_string(sent.error());
  EXPECT_EQ(sent->status, 201);
  EXPECT_EQ(sent->location, server_.url("/inbox/1"));
  const auto requests = server_.requests();
  ASSERT_GE(requests.size(), 2U);
  EXPECT_TRUE(requests[0].starts_with("GET /robots.txt"));
  EXPECT_TRUE(requests[1].starts_with("POST /inbox "));
  EXPECT_NE(requests[1].find("Content-Type: application/ld+json\r\n"), std::string::npos);
  EXPECT_NE(requests[1].find("User-Agent: Test/"), std::string::npos);
  EXPECT_EQ(requests[1].find("Authorization"), std::string::npos);
}

TEST_F(notified_provider, holds_up_others_no_longer_than_one_request_may_take_G22) {
  is_silent_ = true;
  total_ = milliseconds{200};
  const auto sent = send();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, errc::http_timeout) << to_string(sent.error());
}

TEST_F(notified_provider, gets_nothing_where_robots_txt_forbids_it_G22) {
  robots_ = "User-agent: *\nDisallow: /inbox\n";
  const auto sent = send();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, errc::robots_refused);
  EXPECT_EQ(server_.requests().size(), 1U);
}

TEST_F(notified_provider, names_no_inbox_elsewhere_and_is_not_followed_elsewhere_G22) {
  EXPECT_EQ(send("/inbox", "http://provider.example/void.ttl").error().code, errc::address_refused);
  EXPECT_EQ(server_.requests().size(), 0U);
  EXPECT_TRUE(send("/inbox", "http://provider.example/void.ttl", true));
  status_ = "307 Temporary Redirect";
  fields_ = "Location: http://stranger.example/inbox\r\n";
  const auto moved = send();
  ASSERT_FALSE(moved);
  EXPECT_EQ(moved.error().code, errc::http_status);
}

TEST_F(notified_provider, has_the_beginning_of_what_its_inbox_has_answered_in_one_harmless_line_G22) {
  status_ = "422 Unprocessable Content";
  body_ = "\n{\"error\":\r\n\x1b[31m \"no actor\"}" + std::string(100'000, 'x');
  const auto refused = send();
  ASSERT_FALSE(refused);
  const auto& why = refused.error().detail;
  EXPECT_NE(why.find("/inbox: 422"), why.npos) << why;
  EXPECT_NE(why.find(", {\"error\":  \\u001B[31m \"no actor\"}xxx"), why.npos) << why;
  EXPECT_EQ(why.find('\n'), why.npos);
  EXPECT_LT(why.size(), 400U);
}

TEST_F(notified_provider, is_reached_at_allowed_addresses_only_G22) {
  settings_.network.allow.clear();
  const auto sent = send();
  ASSERT_FALSE(sent);
  EXPECT_EQ(server_.requests().size(), 0U);
}

}  // namespace
}  // namespace laundromat
