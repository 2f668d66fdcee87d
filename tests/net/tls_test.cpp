// Tests of certificates and versions of TLS: R26.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "tests/net/fetch.hpp"
#include "tests/net/tls_server.hpp"

namespace laundromat::test {
namespace {

fetched fetch_trusting(const tls_server& server, bool insecure = false) {
  transfer_loop_options options;
  options.ca_file = server.certificate_file();
  transfer_loop loop(allow_all, fixed_clock, options);
  auto request = get(server.url());
  request.insecure_tls = insecure;
  return fetch(loop, std::move(request));
}

}  // namespace

TEST(tls, a_trusted_certificate_is_accepted_R26) {
  const tls_server server;
  const auto f = fetch_trusting(server);
  EXPECT_EQ(f.outcome.hop.error, errc::ok) << f.outcome.hop.detail;
  EXPECT_EQ(f.body, "secret");
}

TEST(tls, bad_certificates_and_old_versions_are_refused_with_a_reason_R26) {
  const struct {
    std::string what;
    tls_server_options options;
  } cases[]{{"wrong name", {"DNS:example.org", -3'600, 3'600, 0}},
            {"no alternative name", {"", -3'600, 3'600, 0}},
            {"expired", {"IP:127.0.0.1", -7'200, -3'600, 0}},
            {"not yet valid", {"IP:127.0.0.1", 3'600, 7'200, 0}},
            {"TLS 1.1", {"IP:127.0.0.1", -3'600, 3'600, TLS1_1_VERSION}}};
  for (const auto& c : cases) {
    const tls_server server(c.options);
    const auto f = fetch_trusting(server);
    EXPECT_EQ(f.outcome.hop.error, errc::tls_failed) << c.what << ": " << f.outcome.hop.detail;
    EXPECT_NE(f.outcome.hop.detail, "") << c.what;
    EXPECT_EQ(f.body, "") << c.what;
  }
}

TEST(tls, a_certificate_out_of_its_time_says_since_or_until_when_R26) {
  const auto day = [](int from_now_s) {
    const auto now = std::chrono::time_point_cast<milliseconds>(std::chrono::system_clock::now());
    return to_iso8601(now + seconds{from_now_s}).substr(0, 10);
  };
  constexpr int days = 86'400;
  const auto expired = fetch_trusting(tls_server({"IP:127.0.0.1", -400 * days, -300 * days, 0}));
  EXPECT_EQ(expired.outcome.hop.detail, "certificate expired on " + day(-300 * days));
  const auto early = fetch_trusting(tls_server({"IP:127.0.0.1", 300 * days, 400 * days, 0}));
  EXPECT_EQ(early.outcome.hop.detail, "certificate is not valid before " + day(300 * days));
  const auto other = fetch_trusting(tls_server({"DNS:example.org", -3'600, 3'600, 0}));
  EXPECT_NE(other.outcome.hop.detail.find("name"), std::string::npos) << other.outcome.hop.detail;
}

TEST(tls, an_unknown_root_is_refused_unless_the_request_says_so_R26) {
  const tls_server server;
  transfer_loop loop(allow_all, fixed_clock);
  const auto f = fetch(loop, get(server.url()));
  EXPECT_EQ(f.outcome.hop.error, errc::tls_failed);
  auto insecure = get(server.url());
  insecure.insecure_tls = true;
  const auto unchecked = fetch(loop, std::move(insecure));
  EXPECT_EQ(unchecked.body, "secret");
  EXPECT_EQ(unchecked.outcome.hop.detail, "the certificate was not checked");
  EXPECT_EQ(fetch(loop, get(server.url())).outcome.hop.error, errc::tls_failed)
      << "a request that checks certificates does not reuse the connection of one that does not";
}

TEST(tls, an_expired_certificate_may_be_accepted_by_the_request_R26) {
  const tls_server server({"IP:127.0.0.1", -7'200, -3'600, 0});
  EXPECT_EQ(fetch_trusting(server, true).outcome.hop.error, errc::ok);
}

}  // namespace laundromat::test
