// Tests of when a dataset is harvested, and what its row says then.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_schedule.hpp"

#include <gtest/gtest.h>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

stored_dataset harvested_at(timestamp when) {
  stored_dataset made;
  made.announced.key = "d";
  made.announced.modified = noon;
  made.harvested = when;
  made.is_written = true;
  return made;
}

registered_provider entry(std::optional<timestamp> modified) {
  registered_provider made;
  made.modified = modified;
  return made;
}

TEST(harvest_schedule, takes_the_last_date_from_the_registry_unless_the_row_knows_better_G02_G04) {
  EXPECT_EQ(last_harvest(harvested_at(noon), entry(noon - minute), true), noon - minute)
      << "an operator may change it there";
  EXPECT_EQ(last_harvest(harvested_at(noon), entry({}), true), std::nullopt) << "or remove it";
  EXPECT_EQ(last_harvest(harvested_at({}), entry(noon), true), std::nullopt) << "it is not in this graph";
  auto unwritten = harvested_at(noon);
  unwritten.is_written = false;
  EXPECT_EQ(last_harvest(unwritten, entry(noon - minute), true), noon);
  EXPECT_EQ(last_harvest(unwritten, entry({}), true), noon);
  EXPECT_EQ(last_harvest(harvested_at(noon), entry(noon), false), std::nullopt)
      << "`modified` of a provider with several datasets is none of them";
}

TEST(harvest_schedule, takes_dumps_that_were_crawled_since_the_void_file_was_read_but_none_twice_G12) {
  const auto void_read = noon + minute, now = noon + 2 * minute;
  auto fresh = harvested_at({});
  begin_harvest(fresh, void_read, now);
  EXPECT_EQ(fresh.running, noon);
  EXPECT_EQ(fresh.begun, void_read);
  auto failed = harvested_at({}), forced = failed, again = harvested_at(noon);
  failed.failures = 1;
  forced.is_forced = true;
  for (auto* one : {&failed, &forced, &again}) {
    begin_harvest(*one, void_read, now);
    EXPECT_EQ(one->begun, now);
  }
}

TEST(harvest_schedule, a_row_after_a_harvest_has_its_date_and_no_failures_G04_G12) {
  auto row = harvested_at(noon - minute);
  begin_harvest(row, noon, noon);
  row.pending = noon + minute;
  row.failures = 3;
  row.not_before = noon;
  row.is_forced = true;
  end_harvest(row);
  EXPECT_EQ(row.harvested, noon);
  EXPECT_FALSE(row.is_written) << "in the registry";
  auto expected = harvested_at(noon);
  expected.is_written = false;
  EXPECT_EQ(row, expected);
}

TEST(harvest_schedule, a_row_after_a_failure_waits_longer_each_time_and_keeps_its_date_G12) {
  auto row = harvested_at(noon - minute);
  for (const auto pause : {minute, 2 * minute, 4 * minute}) {
    begin_harvest(row, noon, noon);
    fail_harvest(row, noon);
    EXPECT_EQ(row.not_before, noon + pause);
  }
  EXPECT_EQ(row.failures, 3U);
  EXPECT_EQ(row.harvested, noon - minute);
  EXPECT_EQ(row.running, timestamp{});
}

TEST(harvest_schedule, the_row_of_an_import_says_what_was_announced_G12) {
  auto row = harvested_at({});
  row.announced.extent = dump_extent::full;
  begin_harvest(row, noon, noon + minute);
  stored_provider provider;
  provider.statements = 7;
  const auto made = import_of(provider, row);
  EXPECT_EQ(made.dataset, "d");
  EXPECT_EQ(made.modified, noon);
  EXPECT_EQ(made.begun, noon);
  EXPECT_EQ(made.extent, dump_extent::full);
  EXPECT_EQ(made.statements, 7U);
}

}  // namespace
}  // namespace laundromat
