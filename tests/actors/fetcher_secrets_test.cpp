// Tests of the headers and credentials that a real fetcher sends, and withholds.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

class fetcher_secrets : public fetcher_test {
 protected:
  void secrets_for(const std::string& host) {
    auto& one = env_->settings.hosts.emplace_back();
    one.host = host;
    one.user = "reader";
    one.password = "secret";
    one.headers = {"X-Api-Key: k"};
  }
  static bool has_secrets(const raw_server& server, std::size_t request = 0) {
    const auto text = server.requests().at(request);
    const bool has_key = text.find("X-Api-Key: k\r\n") != std::string::npos;
    EXPECT_EQ(has_key, text.find("Authorization: Basic ") != std::string::npos) << text;
    return has_key;
  }
};

TEST_F(fetcher_secrets, go_to_their_origin_only_R189) {
  const raw_server other{http("200 OK", "", "x")};
  const auto target = other.url("/x");
  const raw_server origin{
      [&](const std::string&) { return http("302 Found", "Location: " + target + "\r\n", ""); }};
  const auto written = origin.url("");
  secrets_for(written);
  EXPECT_EQ(fetch(origin.url("/a")).on, event::body_stored);
  EXPECT_TRUE(has_secrets(origin));
  EXPECT_FALSE(has_secrets(other)) << "another port of the same host";
}

TEST_F(fetcher_secrets, that_were_withheld_are_named_by_the_refusal_R189) {
  const raw_server server{http("401 Unauthorized", "", "")};
  secrets_for("127.0.0.1");
  const auto found = fetch(server.url("/a"));
  EXPECT_FALSE(has_secrets(server));
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.detail, "401");
  EXPECT_NE(found.hops.back().detail.find("go by https"), std::string::npos) << found.hops.back().detail;
}

}  // namespace laundromat
