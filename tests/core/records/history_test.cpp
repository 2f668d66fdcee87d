// Tests of transitions and attempts that follow from stored steps.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/history.hpp"

#include <gtest/gtest.h>

namespace laundromat {

namespace {

timestamp at(std::int64_t ms) {
  return from_ms(1'700'000'000'000 + ms);
}

const entry_origin download{true, at(0)};

TEST(history, statuses_and_attempts_follow_from_steps) {
  const std::vector<history_step> steps = {{event::retry_later, at(10), errc::host_not_found, "no such host"},
                                           {std::nullopt, at(20), errc::ok, {}},
                                           {event::body_stored, at(30), errc::ok, {}},
                                           {event::claimed, at(40), errc::ok, {}},
                                           {event::worker_crashed, at(50), errc::worker_crashed, {}}};
  const auto rows = transitions_of(download, steps).value();
  ASSERT_EQ(rows.size(), 5U) << "the begin of an attempt is no transition";
  EXPECT_EQ(rows[0].change,
            (transition{record_kind::entry, status::none, event::download_begun, status::downloading, 1}));
  EXPECT_EQ(rows[1].change.attempt, 2U);
  EXPECT_EQ(rows[1].detail, "no such host");
  EXPECT_EQ(rows[4].change.to, status::filed);
  const auto attempts = attempts_of(download, steps).value();
  ASSERT_EQ(attempts.size(), 3U);
  EXPECT_EQ(attempts[0].description, "no such host");
  EXPECT_EQ(attempts[0].ended, at(10));
  EXPECT_EQ(attempts[1].begun, at(20));
  EXPECT_EQ(attempts[1].attempt, 2U);
  EXPECT_EQ(attempts[1].description, "body_stored");
  EXPECT_EQ(attempts[2].of, stage::unpack);
  EXPECT_EQ(attempts[2].code, errc::worker_crashed);
}

TEST(history, an_attempt_that_tried_nothing_does_not_count_and_an_open_one_has_no_end) {
  const std::vector<history_step> steps = {{event::put_off, at(10), errc::asked_to_wait, "busy", true},
                                           {event::put_off, at(20), errc::asked_to_wait, "busy", true},
                                           {std::nullopt, at(30), errc::ok, {}}};
  const auto attempts = attempts_of(download, steps).value();
  ASSERT_EQ(attempts.size(), 1U);
  EXPECT_EQ(attempts[0].begun, at(30));
  EXPECT_FALSE(attempts[0].ended);
  EXPECT_EQ(transitions_of(download, steps)->size(), 3U);
}

TEST(history, a_member_begins_without_an_attempt) {
  const entry_origin member{false, at(5)};
  EXPECT_EQ(transitions_of(member, {})->front().change.on, event::found_in_archive);
  EXPECT_TRUE(attempts_of(member, {})->empty());
}

TEST(history, crawls_of_a_seed_are_in_the_histories_of_its_downloads) {
  std::vector<history_row> rows;
  record_state state{record_kind::seed};
  rows.push_back({at(-10), state.advance(event::added).value(), errc::ok, {}});
  ASSERT_TRUE(add_crawl(
      rows, at(0),
      {{event::failed_for_good, at(1), errc::poison, {}}, {event::crawl_ended, at(2), errc::ok, {}}}));
  ASSERT_TRUE(add_crawl(rows, at(9), {}));
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[2].change.to, status::added);
  EXPECT_EQ(rows[3].change.to, status::downloading);
  EXPECT_FALSE(add_crawl(rows, at(10), {})) << "the crawl before has not ended";
}

TEST(history, steps_that_the_lifecycle_does_not_allow_are_errors) {
  const std::vector<history_step> steps = {{event::statements_stored, at(1), errc::ok, {}}};
  EXPECT_EQ(transitions_of(download, steps).error().code, errc::illegal_transition);
  EXPECT_EQ(attempts_of(download, steps).error().code, errc::illegal_transition);
}

}  // namespace

}  // namespace laundromat
