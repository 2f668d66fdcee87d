// Tests of conditional requests: RFC 9110 section 13.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/conditions.hpp"

#include <gtest/gtest.h>

#include "core/http/http_date.hpp"
#include "core/web/http_values.hpp"

namespace laundromat {
namespace {

constexpr auto now = from_ms(1'750'000'000'000);
constexpr auto changed = from_ms(1'000'000'000'500);  // Sun, 09 Sep 2001 01:46:40.5 GMT
constexpr std::string_view that_date = "Sun, 09 Sep 2001 01:46:40 GMT",
                           before = "Sat, 08 Sep 2001 01:46:40 GMT", after = "Mon, 10 Sep 2001 01:46:40 GMT";
constexpr selected_representation there{true, "\"a\"", changed};

condition_verdict of_get(const request_conditions& given, const selected_representation& what = there) {
  return evaluate(given, what, true, now);
}
condition_verdict of_put(const request_conditions& given, const selected_representation& what = there) {
  return evaluate(given, what, false, now);
}

TEST(entity_tags, are_compared_strongly_or_weakly_rfc9110_section_8_8_3_2) {
  // The table of the RFC.
  EXPECT_FALSE(names_etag("W/\"1\"", "W/\"1\"", true));
  EXPECT_TRUE(names_etag("W/\"1\"", "W/\"1\"", false));
  EXPECT_FALSE(names_etag("W/\"1\"", "W/\"2\"", false));
  EXPECT_FALSE(names_etag("W/\"1\"", "\"1\"", true));
  EXPECT_TRUE(names_etag("W/\"1\"", "\"1\"", false));
  EXPECT_TRUE(names_etag("\"1\"", "\"1\"", true));
  EXPECT_TRUE(names_etag("\"1\"", "\"1\"", false));
}

TEST(entity_tags, in_lists_may_contain_commas_and_stand_beside_what_is_none) {
  EXPECT_TRUE(names_etag("\"x\" , W/\"a,b\",\"c\"", "\"a,b\"", false));
  EXPECT_TRUE(names_etag("garbage, \"c\"", "\"c\"", true));
  EXPECT_FALSE(names_etag("\"never closed, ", "\"c\"", false));
  EXPECT_FALSE(names_etag("c", "\"c\"", false));
  EXPECT_FALSE(names_etag("\"c\"", "c", false));
  EXPECT_FALSE(names_etag("", "\"c\"", false));
  EXPECT_FALSE(names_etag("\"\"", "", false));
}

TEST(conditions, without_any_the_request_is_carried_out) {
  EXPECT_EQ(of_get({}), condition_verdict::proceed);
  EXPECT_EQ(of_put({}), condition_verdict::proceed);
}

TEST(conditions, if_match_fails_without_a_strong_match_rfc9110_section_13_1_1) {
  EXPECT_EQ(of_put({.if_match = "\"b\", \"a\""}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_match = "\"b\""}), condition_verdict::failed);
  EXPECT_EQ(of_put({.if_match = "W/\"a\""}), condition_verdict::failed);
  EXPECT_EQ(of_put({.if_match = "*"}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_match = "*"}, {false}), condition_verdict::failed);
  EXPECT_EQ(of_get({.if_match = "\"b\""}), condition_verdict::failed);
}

TEST(conditions, if_none_match_answers_304_to_reads_and_412_to_writes_rfc9110_section_13_1_2) {
  EXPECT_EQ(of_get({.if_none_match = "W/\"a\""}), condition_verdict::not_modified);
  EXPECT_EQ(of_put({.if_none_match = "W/\"a\""}), condition_verdict::failed);
  EXPECT_EQ(of_get({.if_none_match = "\"b\""}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_none_match = "*"}), condition_verdict::failed);
  EXPECT_EQ(of_put({.if_none_match = "*"}, {false}), condition_verdict::proceed);
}

TEST(conditions, if_modified_since_counts_only_without_if_none_match_and_for_reads_rfc9110_section_13_1_3) {
  EXPECT_EQ(of_get({.if_modified_since = that_date}), condition_verdict::not_modified);
  EXPECT_EQ(of_get({.if_modified_since = after}), condition_verdict::not_modified);
  EXPECT_EQ(of_get({.if_modified_since = before}), condition_verdict::proceed);
  EXPECT_EQ(of_get({.if_none_match = "\"b\"", .if_modified_since = after}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_modified_since = after}), condition_verdict::proceed);
  EXPECT_EQ(of_get({.if_modified_since = "yesterday"}), condition_verdict::proceed);
  EXPECT_EQ(of_get({.if_modified_since = after}, {true, "\"a\""}), condition_verdict::proceed);
}

TEST(conditions, if_unmodified_since_counts_only_without_if_match_rfc9110_section_13_1_4) {
  EXPECT_EQ(of_put({.if_unmodified_since = that_date}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_unmodified_since = before}), condition_verdict::failed);
  EXPECT_EQ(of_put({.if_match = "\"a\"", .if_unmodified_since = before}), condition_verdict::proceed);
  EXPECT_EQ(of_put({.if_unmodified_since = "yesterday"}), condition_verdict::proceed);
}

TEST(conditions, are_evaluated_in_the_order_of_rfc9110_section_13_2_2) {
  EXPECT_EQ(of_get({.if_match = "\"b\"", .if_none_match = "\"a\""}), condition_verdict::failed);
  EXPECT_EQ(of_get({.if_match = "\"a\"", .if_none_match = "\"a\""}), condition_verdict::not_modified);
  EXPECT_EQ(of_get({.if_modified_since = after, .if_unmodified_since = before}), condition_verdict::failed);
}

TEST(conditions, if_range_needs_this_very_representation_rfc9110_section_13_1_5) {
  EXPECT_TRUE(allows_range({}, there, now));
  EXPECT_TRUE(allows_range({.if_range = "\"a\""}, there, now));
  EXPECT_FALSE(allows_range({.if_range = "\"b\""}, there, now));
  EXPECT_FALSE(allows_range({.if_range = "W/\"a\""}, {true, "W/\"a\""}, now));
  EXPECT_FALSE(allows_range({.if_range = "\"a\", \"b\""}, there, now));
  EXPECT_TRUE(allows_range({.if_range = that_date}, there, now));
  EXPECT_FALSE(allows_range({.if_range = after}, there, now));
  EXPECT_FALSE(allows_range({.if_range = "garbage"}, there, now));
}

TEST(http_date, is_written_as_an_imf_fixdate_and_read_again_rfc9110_section_5_6_7) {
  EXPECT_EQ(to_http_date(from_ms(784'111'777'999)), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(to_http_date(from_ms(-62'135'596'800'000)), "Mon, 01 Jan 0001 00:00:00 GMT");
  EXPECT_EQ(parse_http_date(to_http_date(changed), now), std::chrono::floor<seconds>(changed));
}

}  // namespace
}  // namespace laundromat
