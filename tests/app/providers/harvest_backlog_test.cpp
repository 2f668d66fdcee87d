// Tests of a provider that changes faster than its dumps are crawled, on a journal without an engine.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "actors/harvest/provider_harvests.hpp"
#include "core/providers/harvest_backlog.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/graph_records.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

constexpr timestamp noon = from_ms(1'700'000'000'000);
constexpr seconds day{86'400};

class harvest_backlog_rows : public testing::Test {
 protected:
  harvest_backlog_rows()
      : db_(journal::open(folder_.path() / "journal.sqlite", journal_mode::read_write).value()) {
    provider_ = graph_records{db_}
                    .add_provider("slow", "http://e.example/graphs/slow", "http://e.example/void")
                    .value();
  }
  temporary_folder folder_;
  journal db_;
  stored_provider provider_;
};

TEST_F(harvest_backlog_rows, of_five_days_one_harvest_runs_one_waits_and_the_others_are_recorded_G20) {
  graph_records records{db_};
  provider_dataset announced{"http://e.example/d", noon, dump_extent::partial, {"http://e.example/dump"}, {}};
  stored_dataset dataset;
  dataset.announced = announced;
  dataset.running = dataset.begun = noon;  // since the first day
  std::vector<graph_import> skipped_in_all;
  for (int today = 1; today <= 5; ++today) {
    announced.modified = noon + today * day;
    auto next = next_of({dataset}, {announced}, provider_, noon + today * day);
    skipped_in_all.insert(skipped_in_all.end(), next.skipped.begin(), next.skipped.end());
    ASSERT_TRUE(records.save_void(provider_, next.datasets, next.skipped));
    dataset = records.datasets(provider_.id).value().front();
    EXPECT_EQ(dataset.running, noon) << "the harvest goes on";
    EXPECT_EQ(dataset.pending, noon + today * day) << "the newest waits";
  }
  const auto history = records.imports(provider_.id, 100).value();
  ASSERT_EQ(history.size(), 4U) << "days 1 to 4";
  EXPECT_EQ(history.front().outcome, import_outcome::skipped);
  EXPECT_EQ(history.front().modified, noon + 4 * day);
  EXPECT_EQ(history.back().modified, noon + day);
}

}  // namespace
}  // namespace laundromat
