// Tests that an engine stops at the budgets of its campaign and of its hosts, also after it was killed.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {
namespace {

class budget : public laundry_test {
 protected:
  budget() {
    const auto usual = web.fetch;
    web.fetch = [usual, this](const fetch_job& job) {
      auto found = usual(job);
      found.hops.push_back({job.uri, "200", 1, 1, {}, clock, seconds{1}, 1'000, 1'000, "", errc::ok, ""});
      return found;
    };
  }
  void seeds_at(const std::string& host, int count, double delay_s = 0) {
    settings.politeness.own_hosts.push_back({host, delay_s, 2});
    for (int n = 0; n < count; ++n) {
      const auto uri = "http://" + host + "/" + std::to_string(n);
      seed(uri);
      serve(uri);
    }
  }
  [[nodiscard]] std::size_t requests_to(const std::string& host) const {
    std::size_t count = 0;
    for (const auto& [uri, at] : web.requests)
      count += uri.starts_with("http://" + host + "/") && !uri.ends_with("/robots.txt") ? 1 : 0;
    return count;
  }
  [[nodiscard]] pending_work left(engine_life& life) {
    return journal_reader{life.db()}.pending(life.time()).value();
  }
};

TEST_F(budget, a_run_once_ends_when_the_campaign_has_its_documents) {
  settings.budgets.documents = 3;
  seeds_at("a.example", 10);
  seeds_at("b.example", 10);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_FALSE(life->reason());
  EXPECT_EQ(requests_to("a.example") + requests_to("b.example"), 3U);
  EXPECT_EQ(left(*life).used_budget, "3 of 3 documents");
}

TEST_F(budget, a_host_with_a_used_budget_rests_and_the_others_go_on) {
  settings.budgets.host_documents = 4;
  seeds_at("a.example", 40);
  seeds_at("b.example", 3);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_GE(requests_to("a.example"), 4U);
  EXPECT_LE(requests_to("a.example"), 4U + 16U) << "crawls that had begun are ended";
  EXPECT_EQ(requests_to("b.example"), 3U);
  const auto waiting = journal_reader{life->db()}.waiting_hosts(life->time()).value();
  ASSERT_EQ(waiting.size(), 1U);
  EXPECT_EQ(waiting[0].authority, "a.example:80");
  EXPECT_EQ(waiting[0].cause, errc::budget_used);
}

TEST_F(budget, bytes_and_time_end_a_campaign_as_documents_do) {
  seeds_at("a.example", 200);
  settings.budgets.hours = 5.0 / 3'600;  // each request takes a second
  {
    auto life = start(true);
    ASSERT_TRUE(life->run_until_end());
    EXPECT_GE(requests_to("a.example"), 5U);
    EXPECT_LT(requests_to("a.example"), 20U);
    EXPECT_TRUE(left(*life).used_budget.ends_with("of 5 seconds")) << left(*life).used_budget;
  }
  settings.budgets = {};
  settings.budgets.mib = 1;
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(requests_to("a.example"), 200U) << "200,000 bytes are less than a MiB";
  EXPECT_EQ(left(*life).used_budget, "");
}

TEST_F(budget, what_was_spent_before_a_kill_counts) {
  settings.budgets.documents = 5;
  seeds_at("a.example", 20, 1);
  {
    auto life = start();
    life->pass(milliseconds{2'500});  // then it is killed
    EXPECT_GT(requests_to("a.example"), 0U);
    EXPECT_LT(requests_to("a.example"), 5U);
  }
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(hosts_in(life->db(), "", 1, life->time()).value().used.documents, 5U);
  auto again = start(true);
  EXPECT_TRUE(again->run_until_end());
  EXPECT_EQ(hosts_in(again->db(), "", 1, again->time()).value().used.documents, 5U);
}

TEST_F(budget, is_not_used_by_seeds_that_the_operator_has_paused) {
  settings.budgets.documents = 3;
  {
    auto before = start();  // without seeds, so that none is crawled before the rules are there
    for (int n = 0; n < 4; ++n) {
      const auto seed = seed_hash("http://a.example/" + std::to_string(n)).hex();
      ASSERT_TRUE(
          steering_store{before->db()}.add(make_rule(steering_kind::pause_seed, seed, "", clock).value()));
    }
  }
  seeds_at("a.example", 6);
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(requests_to("a.example"), 2U) << "the two that are not paused";
}

TEST_F(budget, that_is_raised_lets_the_crawl_go_on) {
  settings.budgets.documents = 2;
  seeds_at("a.example", 6);
  ASSERT_TRUE(start(true)->run_until_end());
  EXPECT_EQ(requests_to("a.example"), 2U);
  settings.budgets.documents = 0;
  ASSERT_TRUE(start(true)->run_until_end());
  EXPECT_EQ(requests_to("a.example"), 6U);
}

}  // namespace
}  // namespace laundromat
