// Tests of what is refused while a campaign needs the processors.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/request_guard.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace laundromat::test {
namespace {

http_request from(const std::string& client) {
  http_request request;
  request.method = "GET";
  request.path = "/api/v1/status";
  request.client = client;
  return request;
}

TEST(request_guard_test, leaves_the_processors_to_the_campaign_S11) {
  double used_s = 0;
  guard_settings settings;
  settings.processor_times = [&used_s] { return processor_seconds{used_s += 1'000, 0}; };
  request_guard guard{settings};
  // The clocks are read now and then; as soon as they say that the share is spent each client has one answer.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{60};
  while (guard.begin(from("192.0.2.1")) && std::chrono::steady_clock::now() < deadline) continue;
  const auto refused = guard.begin(from("192.0.2.1"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().status, 503);
  EXPECT_TRUE(refused.error().is_last) << "what is already sent on this connection is not read";
  EXPECT_TRUE(guard.begin(from("192.0.2.2"))) << "who rarely asks is answered";
  EXPECT_FALSE(guard.begin(from("192.0.2.2")));
}

TEST(request_guard_test, without_an_engine_has_all_processors_S11) {
  request_guard guard{{}};
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(guard.begin(from("192.0.2.1")));
}

TEST(request_guard_test, answers_a_few_requests_of_a_client_at_the_same_time_A21) {
  request_guard guard{{}};
  std::vector<request_guard::running_request> running;
  for (int i = 0; i < 8; ++i) running.push_back(guard.begin(from("2001:db8::" + std::to_string(i))).value());
  const auto refused = guard.begin(from("2001:db8::ffff"));
  ASSERT_FALSE(refused) << "the addresses of a network are one client";
  EXPECT_EQ(refused.error().status, 429);
  EXPECT_TRUE(guard.begin(from("2001:db8:0:1::1")));
  running.pop_back();
  EXPECT_TRUE(guard.begin(from("2001:db8::ffff")));
}

}  // namespace
}  // namespace laundromat::test
