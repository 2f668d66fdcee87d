// Tests of the signature of Standard Webhooks.
// SPDX-License-Identifier: Apache-2.0
#include "net/webhooks/webhook_signature.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

constexpr auto key = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
constexpr auto other_key = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
constexpr auto id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
constexpr timestamp at = from_ms(1'614'265'330'999);
constexpr auto body = R"({"test": 2432232314})";

TEST(webhook_signature, is_that_of_the_libraries_of_standard_webhooks_K01) {
  const auto keys = read_signing_keys(std::string{key} + "\n");
  ASSERT_TRUE(keys) << to_string(keys.error());
  EXPECT_EQ(signature_seconds(at), "1614265330");
  EXPECT_EQ(sign(*keys, id, at, body), "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
}

TEST(webhook_signature, covers_id_time_and_body_K01) {
  const auto keys = read_signing_keys(key).value();
  const auto usual = sign(keys, id, at, body);
  EXPECT_NE(sign(keys, "msg_other", at, body), usual);
  EXPECT_NE(sign(keys, id, at + seconds{1}, body), usual);
  EXPECT_NE(sign(keys, id, at, "{}"), usual);
  EXPECT_NE(sign(read_signing_keys(other_key).value(), id, at, body), usual);
}

TEST(webhook_signature, has_one_by_each_key_while_a_key_is_replaced_K01) {
  const auto both = read_signing_keys(std::string{other_key} + "\r\n\n" + key).value();
  EXPECT_EQ(sign(both, id, at, body), sign(read_signing_keys(other_key).value(), id, at, body) + " " +
                                          sign(read_signing_keys(key).value(), id, at, body));
}

TEST(webhook_signature, refuses_what_is_no_key_and_never_repeats_it_K01) {
  for (const std::string wrong :
       {"", "\n", "password", "whsec_", "whsec_c2hvcnQ=", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS",
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa!w", "whsec_MfKQ9r8G=YqrTwjUPD8ILPZIo2LaLaSw",
        " whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}) {
    const auto keys = read_signing_keys(wrong);
    ASSERT_FALSE(keys) << wrong;
    EXPECT_EQ(keys.error().code, errc::configuration);
    const bool is_repeated =
        wrong.size() > 8 && keys.error().detail.find(wrong.substr(6)) != std::string::npos;
    EXPECT_FALSE(is_repeated) << wrong;
    EXPECT_NE(keys.error().detail.find("openssl rand"), std::string::npos) << "it says how to make one";
  }
  EXPECT_FALSE(read_signing_keys("whsec_" + std::string(4'000, 'A'))) << "longer than 64 bytes";
}

}  // namespace
}  // namespace laundromat
