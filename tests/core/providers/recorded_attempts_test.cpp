// Tests of what is recorded of attempts, and which broken rules a receipt names.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/recorded_attempts.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

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

stored_dataset dataset_of(const std::string& key) {
  stored_dataset made;
  made.announced.key = key;
  return made;
}

TEST(receipt_violations, are_those_of_the_dataset_and_some_that_no_other_receipt_names_G07) {
  stored_provider provider;
  provider.violations = {{void_rule::no_extent, "own", ""},
                         {void_rule::no_extent, "other", ""},
                         {void_rule::too_many, "", ""},
                         {void_rule::no_dump, "unusable", ""}};
  const std::vector<stored_dataset> all{dataset_of("own"), dataset_of("other")};
  const std::vector<void_violation> expected{
      {void_rule::no_extent, "own", ""}, {void_rule::too_many, "", ""}, {void_rule::no_dump, "unusable", ""}};
  EXPECT_EQ(violations_at(provider, "own", all), expected);

  provider.violations.assign(most_violations_elsewhere + 5, {void_rule::no_dump, "unusable", ""});
  provider.violations.push_back({void_rule::no_extent, "own", ""});
  const auto found = violations_at(provider, "own", all);
  EXPECT_EQ(found.size(), most_violations_elsewhere + 1);
  EXPECT_EQ(found.back().dataset, "own") << "its own are never left out";
}

TEST(failed_harvest, is_the_same_only_when_the_last_one_of_the_dataset_failed_for_the_same_reason_G22) {
  auto dataset = dataset_of("d");
  dataset.failures = 1;
  graph_import last, of_another;
  last.dataset = "d";
  last.outcome = import_outcome::failed;
  last.detail = "why";
  of_another.dataset = "other";
  EXPECT_TRUE(has_failed_so_before(dataset, {of_another, last}, "why"));
  EXPECT_FALSE(has_failed_so_before(dataset, {of_another, last}, "another reason"));
  EXPECT_FALSE(has_failed_so_before(dataset, {of_another}, "why"));
  auto success = last;
  success.outcome = import_outcome::imported;
  EXPECT_FALSE(has_failed_so_before(dataset, {success, last}, "why")) << "the newest comes first";
  dataset.failures = 0;
  EXPECT_FALSE(has_failed_so_before(dataset, {last}, "why"));
}

}  // namespace
}  // namespace laundromat
