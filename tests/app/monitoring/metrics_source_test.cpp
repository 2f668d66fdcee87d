// Tests of the page of a real data folder, and of the figures of a process.
// SPDX-License-Identifier: Apache-2.0
#include "app/monitoring/metrics_source.hpp"

#include <gtest/gtest.h>

#include "app/monitoring/snapshot_of_run.hpp"
#include "core/monitoring/snapshot_line.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

const timestamp noon = from_ms(1'800'000'000'000);

class metrics_sources : public testing::Test {
 protected:
  void enlist_seed(const std::string& uri) {
    ASSERT_TRUE(db_.begin());
    ASSERT_TRUE(enlist(db_, {uri, seconds{86'400}, 0}, false, noon));
    ASSERT_TRUE(db_.commit());
  }
  std::string page(metrics_source& source, timestamp now) { return source.print(opened_, {}, nullptr, now); }
  metrics_source make(metrics_settings settings = {}) {
    return metrics_source{folder_.path(),
                          {[](const std::filesystem::path&) -> json_fact { return nullptr; },
                           [](const std::filesystem::path&) { return std::string{}; }},
                          settings};
  }

  temporary_folder folder_;
  result<journal> opened_ = journal::open(data_layout{folder_.path()}.journal(), journal_mode::read_write);
  journal& db_ = opened_.value();
};

bool says(const std::string& page, const std::string& line) {
  return page.find('\n' + line + '\n') != std::string::npos;
}

}  // namespace

TEST_F(metrics_sources, the_page_follows_the_journal_and_searches_it_only_now_and_then) {
  auto source = make();
  enlist_seed("http://a.example/1");
  EXPECT_TRUE(says(page(source, noon + seconds{1}), "laundromat_due_seeds 1"));
  enlist_seed("http://a.example/2");
  const auto soon = page(source, noon + seconds{2});
  EXPECT_TRUE(says(soon, "laundromat_due_seeds 1")) << "kept";
  EXPECT_TRUE(says(soon, "laundromat_records{kind=\"seed\",status=\"added\"} 2")) << "counted by the journal";
  const auto later = page(source, noon + seconds{16});
  EXPECT_TRUE(says(later, "laundromat_due_seeds 2"));
  EXPECT_TRUE(says(later, "laundromat_host_queued_seeds{host=\"a.example:80\"} 2"));
  EXPECT_TRUE(source.readiness(db_, {}, noon).ok);
}

TEST_F(metrics_sources, no_more_hosts_are_named_than_are_asked_for) {
  for (int host = 0; host < 30; ++host) enlist_seed("http://h" + std::to_string(host) + ".example/");
  const auto count = [&](std::size_t most) {
    metrics_settings settings;
    settings.top_hosts = most;
    auto source = make(settings);
    const auto text = page(source, noon + seconds{1});
    std::size_t found = 0;
    for (auto at = text.find("laundromat_host_queued_seeds{"); at != std::string::npos;
         at = text.find("laundromat_host_queued_seeds{", at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count(10), 10U);
  EXPECT_EQ(count(0), 0U);
  EXPECT_EQ(count(100), 30U);
}

TEST_F(metrics_sources, the_disk_is_measured_and_an_engine_is_found_by_its_lock) {
  auto source = make();
  EXPECT_TRUE(says(page(source, noon), "laundromat_engine_up 0"));
  const auto locked = data_folder::open(folder_.path());
  ASSERT_TRUE(locked) << to_string(locked.error());
  const auto text = page(source, noon);
  EXPECT_TRUE(says(text, "laundromat_engine_up 1"));
  EXPECT_NE(text.find("\nlaundromat_disk_free_bytes "), std::string::npos);
  EXPECT_FALSE(says(text, "laundromat_journal_bytes 0"));
}

TEST_F(metrics_sources, what_the_engine_has_sent_is_there_without_a_journal) {
  served_engine engine;
  engine.is_expected = true;
  engine.last = engine_snapshot{};
  engine.last->taken = engine.last_came = noon;
  const http_counts counts{.requests = 7};
  auto source = make();
  result<journal> none = fail(errc::journal_failed, "");
  const auto text = source.print(none, engine, &counts, noon);
  EXPECT_TRUE(says(text, "laundromat_engine_up 1"));
  EXPECT_TRUE(says(text, "laundromat_journal_readable 0"));
  EXPECT_TRUE(says(text, "laundromat_http_requests_total 7"));
  EXPECT_EQ(text.find("laundromat_due_seeds"), std::string::npos);
}

TEST(own_process, is_read_and_sent_as_a_line) {
  const auto own = read_own_process();
  EXPECT_GT(own.resident_bytes, std::uint64_t{1} << 20);
  EXPECT_GT(own.virtual_bytes, own.resident_bytes);
  EXPECT_GE(own.open_descriptors, 3U);
  EXPECT_GE(own.threads, 1U);
  run_counts counts;
  counts.documents = 9;
  counts.waits.longest = {{"a.example:80", 4, noon, "why"}};
  counts.trouble = "no_space";
  counts.stages[1] = {stage::unpack, 1, 2, 3};
  counts.work[1].finished = 5;
  const auto taken = snapshot_of(counts, own, 77, noon);
  EXPECT_EQ(taken.run.documents, 9U);
  EXPECT_EQ(taken.stages[1].workers, 3U);
  EXPECT_EQ(taken.stages[1].work.finished, 5U);
  EXPECT_EQ(taken.machine.reserve_bytes, 77U);
  const auto read = snapshot_of_line(to_line(taken));
  ASSERT_TRUE(read) << to_string(read.error());
  EXPECT_TRUE(*read == taken);
}

}  // namespace laundromat
