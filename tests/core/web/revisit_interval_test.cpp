// Tests of the interval between two crawls.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/revisit_interval.hpp"

#include <cmath>
#include <random>

#include "tests/core/web/field_cases.hpp"

namespace laundromat::test {
namespace {

interval_rules rules_of(bool adaptive) {
  interval_rules rules;
  rules.adaptive = adaptive;
  return rules;
}

crawl_finding finding_from_name(const std::string& name) {
  return name == "first"       ? crawl_finding::first
         : name == "changed"   ? crawl_finding::changed
         : name == "unchanged" ? crawl_finding::unchanged
                               : crawl_finding::nothing;
}

TEST(revisit_interval, follows_the_table) {
  const auto rows = rows_of_cases("revisit_interval.tsv", 7);
  ASSERT_GT(rows.size(), 15U);
  for (const auto& row : rows) {
    interval_facts facts{seconds{std::stoll(row[2])}, seconds{std::stoll(row[3])}, finding_from_name(row[4])};
    if (row[5] != "unknown") facts.age = seconds{std::stoll(row[5])};
    EXPECT_EQ(next_interval(facts, rules_of(row[1] == "adaptive")).count(), std::stoll(row[6])) << row[0];
  }
}

TEST(revisit_interval, is_at_least_the_stated_freshness_within_its_bound) {
  const auto rules = rules_of(false);
  EXPECT_EQ(due_interval(seconds{60}, seconds{0}, rules), seconds{60});
  EXPECT_EQ(due_interval(seconds{60}, seconds{600}, rules), seconds{600});
  EXPECT_EQ(due_interval(seconds{600}, seconds{60}, rules), seconds{600});
  EXPECT_EQ(due_interval(seconds{60}, seconds{99'999'999}, rules), seconds{604'800});
  EXPECT_EQ(due_interval(seconds{999'999}, seconds{99'999'999}, rules), seconds{999'999});
}

/// Crawls a document that changes at random times, and returns the mean interval of the second half of the crawls.
double mean_interval_s(double mean_between_changes_s, std::uint32_t seed) {
  std::mt19937 random{seed};
  std::exponential_distribution<double> until_change{1 / mean_between_changes_s};
  const auto rules = rules_of(true);
  auto interval = seconds{86'400};
  double now = 0, next_change = until_change(random), sum = 0;
  constexpr int crawls = 4'000;
  for (int i = 0; i < crawls; ++i) {
    now += static_cast<double>(interval.count());
    const bool has_changed = next_change < now;
    while (next_change < now) next_change += until_change(random);
    interval = next_interval(
        {interval, seconds{86'400}, has_changed ? crawl_finding::changed : crawl_finding::unchanged}, rules);
    if (i >= crawls / 2) sum += static_cast<double>(interval.count());
  }
  return sum / (crawls / 2);
}

TEST(revisit_interval, comes_to_the_time_in_which_a_document_changes_R185) {
  for (const double days : {0.5, 2.0, 10.0, 40.0}) {
    const auto mean_days = mean_interval_s(days * 86'400, 7) / 86'400;
    EXPECT_GT(mean_days, days / 2) << days;
    EXPECT_LT(mean_days, days * 2) << days;
  }
  EXPECT_LT(mean_interval_s(600, 7), 1.1 * 3'600) << "the lower bound";
  EXPECT_GT(mean_interval_s(1e10, 7), 0.9 * 7'776'000) << "the upper bound";
}

}  // namespace
}  // namespace laundromat::test
