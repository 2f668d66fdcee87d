// Tests of what is recorded of attempts, and of notifications that fail.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/graph_import.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

namespace laundromat {
namespace {

constexpr timestamp noon = from_ms(1'700'000'000'000);
constexpr seconds minute{60};

TEST(import_notice, is_tried_with_growing_pauses_and_given_up_in_the_end_G22) {
  import_notice notice;
  auto now = noon;
  std::vector<milliseconds> pauses;
  while (notice.state == notice_state::waiting) {
    ASSERT_LT(pauses.size(), 100U);
    notice = notice_after_failure(notice, "http_status: 500", false, now);
    if (notice.state != notice_state::waiting) break;
    pauses.push_back(notice.not_before - now);
    now = notice.not_before;
  }
  EXPECT_EQ(notice.state, notice_state::given_up);
  EXPECT_EQ(notice.tries, most_notice_tries);
  EXPECT_EQ(notice.problem, "http_status: 500");
  EXPECT_EQ(pauses.front(), minute);
  for (std::size_t i = 1; i < pauses.size(); ++i) EXPECT_EQ(pauses[i], 2 * pauses[i - 1]);
  EXPECT_LT(now - noon, 48 * 60 * minute) << "after about 34 hours";
  const auto refused = notice_after_failure({}, "the inbox is of a stranger", true, noon);
  EXPECT_EQ(refused.state, notice_state::given_up);
  EXPECT_EQ(refused.tries, 1U);
}

/// Records attempts each minute for some days, as a harvest does.
std::vector<graph_import> recorded_of(int days, const std::function<graph_import(int minute)>& attempt) {
  std::vector<graph_import> all;
  for (int i = 0; i < days * 24 * 60; ++i) {
    auto one = attempt(i);
    one.ended = noon + i * minute;
    std::vector<graph_import> recent;
    for (const auto& earlier : all)
      if (earlier.ended >= one.ended - void_attempts_period) recent.push_back(earlier);
    if (is_worth_recording(one, recent)) all.push_back(std::move(one));
  }
  return all;
}

TEST(void_attempt, with_a_problem_that_changes_only_its_words_is_recorded_once_a_day_G21_D73) {
  const auto all = recorded_of(3, [](int i) {
    graph_import one;
    one.outcome = import_outcome::refused;
    one.detail = "the file came from host" + std::to_string(i) + ".example";
    return one;
  });
  EXPECT_EQ(all.size(), 3U);
}

TEST(void_attempt, is_recorded_when_the_broken_rules_change_but_not_when_their_values_do_G07_D73) {
  const auto all = recorded_of(1, [](int i) {
    graph_import one;
    one.outcome = import_outcome::failed;
    one.violations = {
        {i < 700 ? void_rule::no_dump : void_rule::no_modified, "http://e.example/d", std::to_string(i)}};
    return one;
  });
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].violations[0].rule, void_rule::no_modified);
}

TEST(void_attempt, adds_few_rows_however_a_void_file_is_broken_each_minute_G07_D73) {
  const auto all = recorded_of(2, [](int i) {
    graph_import one;
    one.outcome = i % 3 == 0 ? import_outcome::refused : import_outcome::failed;
    one.cause = static_cast<errc>(i % 7);
    for (int rule = 0; rule <= static_cast<int>(void_rule::too_many); ++rule)
      if ((i >> rule) % 2 == 1) one.violations.push_back({static_cast<void_rule>(rule), "", ""});
    return one;
  });
  EXPECT_LE(all.size(), 2 * most_void_attempts_a_day + 1);
  EXPECT_GE(all.size(), most_void_attempts_a_day);
}

}  // namespace
}  // namespace laundromat
