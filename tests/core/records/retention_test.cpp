// Tests of which received bodies are removed again.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/retention.hpp"

#include <gtest/gtest.h>

#include "core/records/body_path.hpp"

namespace laundromat {

namespace {

constexpr retention_rules by_age{std::chrono::days{30}, 0, 0}, by_size{{}, 1, 0}, by_number{{}, 0, 2};

retained_body old_body() {
  retained_body body;
  body.age = std::chrono::days{31};
  body.newer = 2;
  body.is_one_too_many = true;
  return body;
}

}  // namespace

TEST(retention, without_rules_every_body_stays) {
  EXPECT_FALSE(is_removed_by({}, old_body()));
  EXPECT_FALSE(retention_of(campaign{}).remove_any());
}

TEST(retention, each_rule_removes_by_itself_R204) {
  for (const auto& rules : {by_age, by_size, by_number}) EXPECT_TRUE(is_removed_by(rules, old_body()));
  auto young = old_body();
  young.age = std::chrono::days{30};
  EXPECT_FALSE(is_removed_by(by_age, young));
  auto newest = old_body();
  newest.newer = 1;
  EXPECT_FALSE(is_removed_by(by_number, newest));
  auto fits = old_body();
  fits.is_one_too_many = false;
  EXPECT_FALSE(is_removed_by(by_size, fits));
}

TEST(retention, no_rule_removes_a_body_that_waits_R204) {
  auto body = old_body();
  body.is_waiting = true;
  EXPECT_FALSE(is_removed_by({std::chrono::days{1}, 1, 1}, body));
}

TEST(retention, the_body_of_the_present_documents_goes_by_age_and_size_when_they_are_there_R204) {
  auto body = old_body();
  body.is_of_present = true;
  EXPECT_TRUE(is_removed_by(by_age, body));
  EXPECT_TRUE(is_removed_by(by_size, body));
  EXPECT_FALSE(is_removed_by(by_number, body));
  body.has_documents = false;
  EXPECT_FALSE(is_removed_by(by_age, body));
  EXPECT_FALSE(is_removed_by(by_size, body));
}

TEST(retention, the_path_says_when_a_body_was_removed) {
  const auto at = from_ms(1'225'815'600'123);
  const auto removed = removal_of_body(removed_body_path(at));
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->at, at);
  EXPECT_EQ(removed->file, "");
  const auto path = removed_body_path(at, "_com/a:b/x");
  EXPECT_EQ(removal_of_body(path)->file, "_com/a:b/x");
  for (const auto* other : {"", "_com/a", "node:removed:1", "removed:", "removed:x", "removed:1x"})
    EXPECT_FALSE(removal_of_body(other)) << other;
}

}  // namespace laundromat
