// Tests of redirect chains and of limits against crawler traps.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/web/redirect_chain.hpp"
#include "core/web/trap_limits.hpp"

namespace laundromat {

TEST(redirect_chain, ten_are_followed_and_the_eleventh_is_too_many_R17) {
  redirect_chain chain{"http://h/0"};
  for (int i = 1; i <= 10; ++i)
    EXPECT_EQ(chain.follow(std::to_string(i)).value(), "http://h/" + std::to_string(i));
  EXPECT_EQ(chain.follow("11").error().code, errc::too_many_redirects);
  EXPECT_EQ(chain.current(), "http://h/10");
  EXPECT_EQ(chain.redirects(), 10U);
}

TEST(redirect_chain, user_and_password_end_at_the_last_at_sign) {
  redirect_chain chain{"http://h/0"};
  const auto followed = chain.follow("http://user:pass%40@word@own.example/a");
  ASSERT_TRUE(followed) << followed.error().detail;
  EXPECT_EQ(*followed, "http://own.example/a");
}

TEST(redirect_chain, five_are_followed_for_robots_R05) {
  redirect_chain chain{"http://h/robots.txt", robots_redirects};
  for (int i = 1; i <= 5; ++i) EXPECT_TRUE(chain.follow("http://h" + std::to_string(i) + "/robots.txt"));
  EXPECT_EQ(chain.follow("http://h6/").error().code, errc::too_many_redirects);
}

TEST(redirect_chain, a_loop_is_found_at_its_second_hop_R17) {
  redirect_chain chain{"http://h/a#f"};
  ASSERT_TRUE(chain.follow("/b"));
  EXPECT_EQ(chain.follow("HTTP://H/x/../%61#g").error().code, errc::redirect_loop);
  EXPECT_EQ(chain.follow("/b").error().code, errc::redirect_loop);
  EXPECT_TRUE(chain.follow("https://h/a"));
}

TEST(redirect_chain, only_http_and_https_are_followed_R16) {
  redirect_chain chain{"http://h/a"};
  EXPECT_EQ(chain.follow("file:///etc/passwd").error().code, errc::redirect_scheme);
  EXPECT_EQ(chain.follow("").error().code, errc::redirect_without_location);
  EXPECT_EQ(chain.current(), "http://h/a");
}

TEST(redirect_chain, users_and_passwords_are_dropped_R18) {
  redirect_chain chain{"http://h/a#f"};
  EXPECT_EQ(chain.follow("http://u:p@b:8080/c").value(), "http://b:8080/c#f");
}

TEST(trap_limits, bound_length_segments_repetitions_and_depth_R12) {
  const auto path = [](int segments) {
    std::string out = "http://h";
    for (int i = 0; i < segments; ++i) out += "/s" + std::to_string(i);
    return out;
  };
  EXPECT_EQ(judge_found_uri(path(20), 5), errc::ok);
  EXPECT_EQ(judge_found_uri(path(21), 5), errc::trap_suspected);
  EXPECT_EQ(judge_found_uri(path(1), 6), errc::trap_suspected);
  EXPECT_EQ(judge_found_uri("http://h/?" + std::string(8'182, 'q'), 0), errc::ok);
  EXPECT_EQ(judge_found_uri("http://h/?" + std::string(8'183, 'q'), 0), errc::trap_suspected);
  EXPECT_EQ(judge_found_uri("http://h/a/a/a/b", 0), errc::ok);
  EXPECT_EQ(judge_found_uri("http://h/a/a/a/a", 0), errc::trap_suspected);
}

TEST(redirect_chain, leads_to_ftp_where_it_is_allowed_R207) {
  redirect_chain chain{"http://h/a"};
  EXPECT_EQ(chain.follow("ftp://h/x").error().code, errc::redirect_scheme);
  redirect_chain opted{"http://h/a", download_redirects, true};
  EXPECT_EQ(opted.follow("ftp://u:p@h/x").value(), "ftp://h/x");
  EXPECT_EQ(opted.follow("file:///x").error().code, errc::redirect_scheme);
}

}  // namespace laundromat
