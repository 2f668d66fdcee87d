// Tests of the names of causes.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/cause_name.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(cause_name, has_the_status_but_no_text_of_the_server) {
  EXPECT_EQ(cause_name(errc::http_status, "404"), "http_status 404");
  for (const auto* words : {"", "OK", "4040", "40", "4x4", "\x1b[1"})
    EXPECT_EQ(cause_name(errc::http_status, words), "http_status");
  EXPECT_EQ(cause_name(errc::tls_failed, "404"), "tls_failed");
  EXPECT_EQ(cause_name(errc::ok, "404"), "");
}

TEST(cause_name, stands_before_a_detail_that_does_not_begin_with_it_R222) {
  EXPECT_EQ(cause_and_detail(errc::robots_unreachable, "http_status 503"),
            "robots_unreachable: http_status 503");
  EXPECT_EQ(cause_and_detail(errc::http_status, "http_status 503 without a usable Retry-After"),
            "http_status 503 without a usable Retry-After");
  EXPECT_EQ(cause_and_detail(errc::asked_to_wait, ""), "asked_to_wait");
  EXPECT_EQ(cause_and_detail(errc::ok, "x"), "x");
}

}  // namespace laundromat
