// Tests of what needs a person: it is told when it begins and when it ends, and once.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/person_watch.hpp"

#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

using namespace std::chrono_literals;

class person_watch_test : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    ASSERT_TRUE(webhook_records{j()}.enrol({{"a", "http://a.example/", ~webhook_events{0}}}));
    j().keep_events(~webhook_events{0});
    restart();
  }
  void restart() {
    watch_ = std::make_unique<person_watch>(
        settings_, journal::open(file(), journal_mode::read_write).value(), [this] { return troubles_; },
        unkept_);
  }
  /// The events of persons that steps at these times add.
  std::vector<json_fact> told_by(std::vector<seconds> times) {
    const auto before = webhook_records{j()}.newest().value();
    for (const auto time : times) EXPECT_TRUE(watch_->step(begun_ + time));
    std::vector<json_fact> all;
    const auto events =
        webhook_records{j()}.events(before, only(webhook_event_kind::needs_person), 1'000).value();
    for (const auto& one : events) all.push_back(json_fact::parse(one.facts));
    return all;
  }
  void suspend(const std::string& authority, seconds until) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().save_host({authority, {}, begun_ + until, 5, begun_, errc::ok, "connection refused"}));
    ASSERT_TRUE(j().commit());
  }
  void answer(const record_hash& seed, const std::string& status) {
    const auto download = begin_crawl(seed);
    auto c = entry_change(download, event::failed_for_good, noon + seconds{3'600 * crawls_ + 30});
    c.cause = errc::http_status;
    c.detail = status;
    now(c);
    end_crawl(seed);
  }

  timestamp begun_ = noon;
  campaign settings_;
  machine_troubles troubles_;
  std::shared_ptr<unkept_events> unkept_ = std::make_shared<unkept_events>();
  std::unique_ptr<person_watch> watch_;
};

TEST_F(person_watch_test, a_fault_of_the_machine_is_told_at_once_and_when_it_is_over_K05) {
  EXPECT_TRUE(told_by({0s, 1s}).empty());
  troubles_.trouble = "no_space: /data; make room there, or raise the quota";
  const auto began = told_by({2s, 3s, 4s});
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0]["problem"], "machine");
  EXPECT_EQ(began[0]["state"], "began");
  EXPECT_EQ(began[0]["message"],
            "No document is worked on, because of this machine: no_space: /data; make room there, or raise "
            "the quota.");
  restart();
  EXPECT_TRUE(told_by({5s}).empty()) << "it is known in the journal";
  troubles_ = {"", "less free space than disk.intake_mib, which is 9 MiB; free disk space"};
  const auto changed = told_by({6s});
  ASSERT_EQ(changed.size(), 2U);
  EXPECT_EQ(changed[0]["state"], "ended");
  EXPECT_EQ(changed[0]["since"], began[0]["since"]);
  EXPECT_EQ(changed[1]["problem"], "disk");
  troubles_ = {};
  EXPECT_EQ(told_by({7s, 8s}).size(), 1U);
}

TEST_F(person_watch_test, a_full_disk_is_told_from_memory_until_the_journal_can_keep_it_K05) {
  auto small = journal::open(file(), journal_mode::read_write).value();
  ASSERT_TRUE(small.limit_size(1));  // as little as it has
  watch_ = std::make_unique<person_watch>(
      settings_, std::move(small), [this] { return troubles_; }, unkept_);
  troubles_.trouble = std::string(100'000, 'x');
  EXPECT_TRUE(told_by({0s, 1s, 2s}).empty());
  ASSERT_EQ(unkept_->all().size(), 1U);
  const auto fact = json_fact::parse(unkept_->all().begin()->second);
  EXPECT_EQ(fact["id"], unkept_->all().begin()->first);
  EXPECT_EQ(fact["type"], "needs_person");
  EXPECT_EQ(fact["state"], "began");
  troubles_ = {};
  EXPECT_TRUE(told_by({3s}).empty());
  EXPECT_TRUE(unkept_->all().empty());
}

TEST_F(person_watch_test, a_host_that_fails_is_told_only_when_it_fails_for_an_hour_K05) {
  suspend("down.example:80", 10h);
  suspend("short.example:80", 30min);
  EXPECT_TRUE(told_by({0s, 1min, 59min}).empty());
  const auto began = told_by({61min, 62min});
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0]["problem"], "host_fails");
  EXPECT_EQ(began[0]["subject"], "down.example:80");
  EXPECT_NE(began[0]["message"].get<std::string>().find("laundromat hosts down.example:80"),
            std::string::npos);
  EXPECT_NE(began[0]["message"].get<std::string>().find("connection refused"), std::string::npos);
  const auto ended = told_by({11h});
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0]["state"], "ended");
}

TEST_F(person_watch_test, of_very_many_hosts_that_fail_a_bounded_number_is_told_K05) {
  for (int i = 0; i < 300; ++i) suspend("h" + std::to_string(i) + ".example:80", 10h);
  EXPECT_EQ(told_by({0s, 2h, 3h}).size(), person_watch::most_hosts);
}

TEST_F(person_watch_test, a_host_that_refuses_twenty_crawls_in_a_row_is_told_K05) {
  const auto seed = add("http://example.org/1");
  EXPECT_TRUE(told_by({0s}).empty());
  for (int i = 0; i < 19; ++i) answer(seed, "403");
  answer(seed, "404");
  for (int i = 0; i < 19; ++i) answer(seed, i % 2 == 0 ? "403" : "429");
  EXPECT_TRUE(told_by({0s}).empty());
  answer(seed, "403");
  const auto began = told_by({1s});
  ASSERT_EQ(began.size(), 1U);
  EXPECT_EQ(began[0]["problem"], "host_refuses");
  EXPECT_EQ(began[0]["subject"], "example.org:80");
  EXPECT_NE(began[0]["message"].get<std::string>().find("HTTP status 403"), std::string::npos);
  for (int i = 0; i < 30; ++i) answer(seed, "403");
  EXPECT_TRUE(told_by({2s}).empty()) << "once";
  restart();
  EXPECT_TRUE(told_by({3s}).empty());
  crawl(seed, "a");
  const auto ended = told_by({4s});
  ASSERT_EQ(ended.size(), 1U);
  EXPECT_EQ(ended[0]["state"], "ended");
}

TEST_F(person_watch_test, events_that_all_webhooks_have_are_removed_K05) {
  const auto seed = add("http://example.org/1");
  for (int i = 0; i < 5; ++i) crawl_unchanged(seed);
  EXPECT_TRUE(told_by({0s, 1s}).empty());
  EXPECT_EQ(webhook_records{j()}.count(0, ~webhook_events{0}), 5U);
  auto told = webhook_records{j()}.webhook("a").value();
  told.told = 4;
  ASSERT_TRUE(webhook_records{j()}.save(told));
  EXPECT_TRUE(told_by({2s}).empty());
  EXPECT_EQ(webhook_records{j()}.count(0, ~webhook_events{0}), 1U);
}

}  // namespace
}  // namespace laundromat
