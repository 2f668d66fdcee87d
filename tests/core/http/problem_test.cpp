// Tests of problem details: RFC 9457.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/problem.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

TEST(http_problem, has_what_is_known_rfc9457_section_3_1) {
  EXPECT_EQ(to_json({.status = 404, .title = ""}), R"({"title":"Not Found","status":404})");
  EXPECT_EQ(
      to_json({.status = 403,
               .title = "You do not have enough credit.",
               .detail = "30 < 50",
               .type = "https://example.com/probs/out-of-credit",
               .instance = "/account/12345",
               .members = {{"balance", std::int64_t{30}}, {"is_new", true}, {"name", std::string{"x"}}}}),
      R"({"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.","status":403,)"
      R"("detail":"30 < 50","instance":"/account/12345","balance":30,"is_new":true,"name":"x"})");
}

TEST(http_problem, no_member_replaces_another) {
  EXPECT_EQ(to_json({.status = 400,
                     .title = "t",
                     .members = {{"status", std::int64_t{200}},
                                 {"type", std::string{"x"}},
                                 {"detail", true},
                                 {"a", std::int64_t{1}},
                                 {"a", std::int64_t{2}}}}),
            R"({"title":"t","status":400,"a":1})");
}

TEST(http_problem, any_bytes_become_one_line_of_utf_8) {
  EXPECT_EQ(
      to_json({.status = 400, .title = "t", .detail = "a\"\\\r\n\x01<\xFF\xC3"}),
      "{\"title\":\"t\",\"status\":400,\"detail\":\"a\\\"\\\\\\r\\n\\u0001<\xEF\xBF\xBD\xEF\xBF\xBD\"}");
}

}  // namespace
}  // namespace laundromat
