// Tests of POST by the transfers of the crawler.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/net/fetch.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/net/stores/fake_store.hpp"

namespace laundromat::test {
namespace {

constexpr std::string_view posted_line = "<http://e.example/s> <http://e.example/p> \"o\" .\n";

TEST(transfer_post, sends_its_body_and_a_later_get_has_none_G22) {
  fake_store store;
  transfer_loop loop{allow_all, fixed_clock};
  transfer_request post;
  post.uri = store.url("/data?graph=g");
  post.post = posted_body{"application/n-triples", std::string(posted_line)};
  const auto sent = fetch(loop, post);
  EXPECT_EQ(sent.outcome.hop.error, errc::ok) << sent.outcome.hop.detail;
  EXPECT_EQ(sent.outcome.hop.status, "201");
  transfer_request get;
  get.uri = post.uri;
  EXPECT_EQ(fetch(loop, get).body, posted_line);
  const auto seen = store.requests();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].method, "POST");
  EXPECT_EQ(seen[0].media_type, "application/n-triples");
  EXPECT_EQ(seen[0].authorization, "");
  EXPECT_EQ(seen[1].method, "GET");
  EXPECT_EQ(seen[1].media_type, "");
}

TEST(transfer_post, goes_through_the_address_guard_G22) {
  raw_server server{raw_reply{"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"}};
  transfer_loop loop{[](std::span<const std::uint8_t>, std::uint16_t) { return errc::address_refused; },
                     fixed_clock};
  transfer_request post;
  post.uri = server.url();
  post.post = posted_body{"application/ld+json", "{}"};
  EXPECT_EQ(fetch(loop, post).outcome.hop.error, errc::address_refused);
  EXPECT_EQ(server.requests().size(), 0U);
}

}  // namespace
}  // namespace laundromat::test
