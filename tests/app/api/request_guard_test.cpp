// Tests of what is refused while a campaign needs the processors.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/request_guard.hpp"

#include <gtest/gtest.h>

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
  while (guard.begin(from("192.0.2.1"))) continue;
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

}  // namespace
}  // namespace laundromat::test
