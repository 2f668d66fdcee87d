// Tests of what downloads have cost, of budgets that are used, and of the list of hosts.
// SPDX-License-Identifier: Apache-2.0
#include "core/steering/steering_rules.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

class journal_budgets : public crawl_test {
 protected:
  void use(const crawl_budget& of_campaign, const crawl_budget& of_host) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().use_budgets({of_campaign, of_host}));
    ASSERT_TRUE(j().commit());
  }
  /// Crawls a seed of a host; its request brings 1,000 bytes in a second.
  void crawl_at(const std::string& host, const std::string& path, const std::string& status = "200") {
    const auto uri = "http://" + host + path;
    const auto seed = add(uri, 0, seconds{86'400}, host + ":80");
    const auto download = begin_crawl(seed);
    auto c = answer(download, uri, status);
    now(c);
    if (status == "200") wash(download, uri);
    end_crawl(seed);
  }
  change answer(const record_hash& download, const std::string& uri, const std::string& status) {
    const auto at = noon + seconds{3'600 * crawls_ + 2};
    auto c = entry_change(download, status == "200" ? event::body_stored : event::failed_for_good, at);
    fetch_outcome f;
    f.on = c.on;
    f.begun = f.ended = at;
    f.final_uri = uri;
    if (status == "200") {
      f.raw_path = "x+" + std::to_string(crawls_);
      f.wire = {newline_style::lf, 42, 40, 3, sha256("body")};
    } else {
      c.cause = f.cause = errc::http_status;
    }
    http_hop hop;
    hop.uri = uri;
    hop.status = status;
    hop.begun = at;
    hop.walltime = seconds{1};
    hop.wire_bytes = body_bytes_;
    f.hops = {hop};
    c.fact = f;
    return c;
  }
  std::uint64_t body_bytes_ = 1'000;
  std::vector<std::string> due(std::size_t limit = 100, const seed_set& live = {}) {
    std::vector<std::string> uris;
    const auto found = j().due_seeds(noon + seconds{7'200}, limit, {}, live).value();
    for (const auto& seed : found) uris.push_back(seed.uri);
    return uris;
  }
  host_row host(const std::string& name, timestamp at = noon + seconds{7'200}) {
    const auto list = hosts_in(j(), name, 10, at).value();
    return list.rows.empty() ? host_row{} : list.rows.front();
  }
};

TEST_F(journal_budgets, the_cost_of_all_requests_of_a_host_is_kept_over_a_restart) {
  crawl_at("a.example", "/1");
  crawl_at("a.example", "/2", "404");
  crawl_at("b.example", "/1");
  reopen();
  EXPECT_EQ(host("a.example").used, (crawl_use{2, 2'000, milliseconds{2'000}})) << "an error page costs, too";
  EXPECT_EQ(host("b.example").used, (crawl_use{1, 1'000, milliseconds{1'000}}));
  EXPECT_EQ(hosts_in(j(), "", 10, noon).value().used, (crawl_use{3, 3'000, milliseconds{3'000}}));
}

TEST_F(journal_budgets, count_error_pages_and_empty_documents_but_no_redirects_R223) {
  crawl_at("a.example", "/1", "404");
  crawl_at("a.example", "/2", "301");
  crawl_at("a.example", "/3", "503");
  EXPECT_EQ(host("a.example").used.documents, 2U);
  body_bytes_ = 0;
  crawl_at("a.example", "/4", "404");
  crawl_at("a.example", "/5", "304");
  crawl_at("a.example", "/6", "");
  EXPECT_EQ(host("a.example").used.documents, 2U) << "nothing was received";
  crawl_at("a.example", "/7", "204");
  EXPECT_EQ(host("a.example").used.documents, 3U);
}

TEST_F(journal_budgets, a_request_that_is_rolled_back_costs_nothing) {
  const auto uri = "http://a.example/1";
  use({}, {1});
  const auto seed = add(uri, 0, seconds{86'400}, "a.example:80");
  add("http://a.example/2", 0, seconds{86'400}, "a.example:80");
  const auto download = begin_crawl(seed);
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().apply(answer(download, uri, "200")));
  j().roll_back();
  EXPECT_EQ(host("a.example").used, crawl_use{});
  EXPECT_EQ(due(), std::vector<std::string>{"http://a.example/2"}) << "nor is its budget used";
}

TEST_F(journal_budgets, a_host_whose_budget_is_used_is_not_asked_and_holds_up_no_other) {
  use({}, {1});
  crawl_at("a.example", "/1");
  for (int n = 2; n < 500; ++n)
    add("http://a.example/" + std::to_string(n), 5, seconds{86'400}, "a.example:80");
  add("http://b.example/1", 0, seconds{86'400}, "b.example:80");
  EXPECT_EQ(due(), std::vector<std::string>{"http://b.example/1"});
  reopen();
  use({}, {1});
  EXPECT_EQ(due(), std::vector<std::string>{"http://b.example/1"}) << "after a restart";
  use({}, {2});
  EXPECT_EQ(due(2).front(), "http://a.example/2") << "the budget was raised";
}

TEST_F(journal_budgets, no_more_crawls_begin_at_a_host_than_its_budget_allows_R233) {
  crawl_at("a.example", "/1");
  for (int n = 2; n < 12; ++n)
    add("http://a.example/" + std::to_string(n), 0, seconds{86'400}, "a.example:80");
  for (int n = 0; n < 3; ++n)
    add("http://new.example/" + std::to_string(n), 0, seconds{86'400}, "new.example:80");
  const auto due_at = [&](const std::string& host) {
    const auto uris = due();
    return std::ranges::count_if(uris, [&](const auto& uri) { return uri.starts_with("http://" + host); });
  };
  j().note_loads({{"a.example:80", 1}});
  use({}, {4});
  EXPECT_EQ(due_at("a.example"), 2) << "one was answered, and one goes on";
  EXPECT_EQ(due_at("new.example"), 3);
  use({}, {0, 3'500});
  EXPECT_EQ(due_at("a.example"), 2) << "each may have a thousand bytes, as the first one";
  EXPECT_EQ(due_at("new.example"), 1) << "nobody knows yet how large they are";
  use({}, {0, 0, milliseconds{2'500}});
  EXPECT_EQ(due_at("a.example"), 1);
}

TEST_F(journal_budgets, bytes_and_time_are_budgets_as_documents_are) {
  crawl_at("a.example", "/1");
  add("http://a.example/2", 0, seconds{86'400}, "a.example:80");
  for (const auto& [budget, is_used] :
       {std::pair{crawl_budget{0, 1'000}, true}, std::pair{crawl_budget{0, 1'001}, false},
        std::pair{crawl_budget{0, 0, milliseconds{1'000}}, true},
        std::pair{crawl_budget{0, 0, milliseconds{1'001}}, false}}) {
    use({}, budget);
    EXPECT_EQ(due().empty(), is_used) << budget.bytes << ' ' << budget.busy.count();
    use(budget, {});
    EXPECT_EQ(due().empty(), is_used) << budget.bytes << ' ' << budget.busy.count();
  }
}

TEST_F(journal_budgets, an_attempt_that_waits_is_not_made_when_the_budget_is_used) {
  const auto seed = add("http://a.example/2", 0, seconds{86'400}, "a.example:80");
  const auto download = begin_crawl(seed);
  auto c = answer(download, "http://a.example/2", "503");
  c.on = event::retry_later;
  std::get<fetch_outcome>(c.fact).on = event::retry_later;
  std::get<fetch_outcome>(c.fact).not_before = noon;
  now(c);
  const auto waiting = [&] { return j().due_downloads(noon + seconds{7'200}, 10, {}).value().size(); };
  EXPECT_EQ(waiting(), 1U);
  use({}, {0, 1'000});
  EXPECT_EQ(waiting(), 0U) << "of the host";
  const auto left = reader().pending(noon).value();
  EXPECT_EQ(left.waiting, 1U);
  EXPECT_EQ(left.retries, 0U) << "nobody knows when";
  use({0, 1'000}, {});
  EXPECT_EQ(waiting(), 0U) << "of the campaign";
  use({}, {});
  EXPECT_EQ(waiting(), 1U);
}

TEST_F(journal_budgets, no_more_crawls_begin_than_the_campaign_may_have_documents) {
  use({3}, {});
  crawl_at("a.example", "/1");
  seed_set live;
  for (int n = 2; n < 8; ++n)
    live.insert(add("http://a.example/" + std::to_string(n), 0, seconds{86'400}, "a.example:80"));
  EXPECT_EQ(due().size(), 2U);
  live.erase(std::next(live.begin()), live.end());
  EXPECT_EQ(due(100, live).size(), 1U) << "one is live";
  crawl_at("b.example", "/1");
  EXPECT_EQ(*j().used_budget(), "");
  crawl_at("b.example", "/2");
  EXPECT_EQ(due().size(), 0U);
  EXPECT_EQ(*j().used_budget(), "3 of 3 documents");
}

TEST_F(journal_budgets, the_work_that_is_left_says_which_budget_is_used) {
  use({}, {1});
  crawl_at("a.example", "/1");
  add("http://a.example/2", 0, seconds{86'400}, "a.example:80");
  const auto left = reader().pending(noon + seconds{7'200}).value();
  EXPECT_EQ(left.waits_for.cause, errc::budget_used);
  EXPECT_EQ(left.waits_for.authority, "a.example:80");
  EXPECT_EQ(left.waits_for.until, no_end);
  add("http://b.example/1", 0, seconds{86'400}, "b.example:80");
  EXPECT_EQ(reader().pending(noon + seconds{7'200}).value().next, noon + seconds{7'200})
      << "another host has work";
  use({1}, {});
  const auto none = reader().pending(noon + seconds{7'200}).value();
  EXPECT_EQ(none.used_budget, "1 of 1 document");
  EXPECT_FALSE(none.next);
}

using host_list_test = journal_budgets;

TEST_F(host_list_test, has_the_longest_queue_first_and_counts_all) {
  for (int n = 0; n < 3; ++n)
    add("http://b.example/" + std::to_string(n), 0, seconds{86'400}, "b.example:80");
  add("http://a.example/1", 0, seconds{86'400}, "a.example:80");
  add("http://c.example/1", 0, seconds{86'400}, "c.example:8080");
  const auto list = hosts_in(j(), "", 2, noon).value();
  EXPECT_EQ(list.all, 3U);
  ASSERT_EQ(list.rows.size(), 2U);
  EXPECT_EQ(list.rows[0].authority, "b.example:80");
  EXPECT_EQ(list.rows[0].queued, 3U);
  EXPECT_EQ(list.rows[1].authority, "a.example:80");
}

TEST_F(host_list_test, pages_of_the_order_found_have_each_host_once_whatever_the_queues) {
  for (const auto* host : {"b.example", "a.example", "c.example"})
    add("http://" + std::string{host} + "/1", 0, seconds{86'400}, std::string{host} + ":80");
  const auto page = [this](const std::string& after) {
    std::vector<std::string> names;
    const auto found = hosts_in(j(), "", 2, noon, {true, after});
    if (found)
      for (const auto& row : found->rows) names.push_back(row.authority);
    return names;
  };
  EXPECT_EQ(page(""), (std::vector<std::string>{"b.example:80", "a.example:80"}));
  add("http://c.example/2", 0, seconds{86'400}, "c.example:80");
  add("http://d.example/1", 0, seconds{86'400}, "d.example:80");
  EXPECT_EQ(page("a.example:80"), (std::vector<std::string>{"c.example:80", "d.example:80"}));
  EXPECT_EQ(page("d.example:80"), std::vector<std::string>{});
  const auto unknown = hosts_in(j(), "", 2, noon, {true, "e.example:80"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, errc::not_found);
}

TEST_F(host_list_test, finds_a_host_with_any_port_or_with_one) {
  add("http://a.example/1", 0, seconds{86'400}, "a.example:80");
  add("https://a.example/1", 0, seconds{86'400}, "a.example:443");
  add("http://a.example.org/1", 0, seconds{86'400}, "a.example.org:80");
  EXPECT_EQ(hosts_in(j(), "a.example", 10, noon).value().rows.size(), 2U);
  EXPECT_EQ(hosts_in(j(), "a.example:443", 10, noon).value().rows.size(), 1U);
  EXPECT_EQ(hosts_in(j(), "example", 10, noon).value().rows.size(), 0U);
}

TEST_F(host_list_test, has_live_crawls_the_rate_the_rule_the_slot_and_robots) {
  crawl_at("a.example", "/1");
  crawl_at("a.example", "/2");
  begin_crawl(add("http://a.example/3", 0, seconds{86'400}, "a.example:80"));
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().save_host({"a.example:80", noon + seconds{60}, noon + seconds{90}, 3}));
  ASSERT_TRUE(j().crawl_as("socks"));
  ASSERT_TRUE(j().save_robots({"a.example:80", noon, noon + seconds{3'600}, "200", "Crawl-delay: 7"}));
  ASSERT_TRUE(j().commit());
  ASSERT_TRUE(
      steering_store{j()}.add(make_rule(steering_kind::pause_host, "a.example", "asked", noon).value()));
  const auto row = host("a.example");
  EXPECT_EQ(row.live, 1U);
  EXPECT_NEAR(row.an_hour, 2.0 / 24, 0.001);
  EXPECT_EQ(row.state.suspended_until, noon + seconds{90});
  EXPECT_EQ(row.state.failures, 3U);
  EXPECT_EQ(row.robots.status, "200");
  EXPECT_EQ(hosts_in(j(), "", 1, noon).value().product, "socks");
  EXPECT_EQ(row.steering, "pause host: asked");
  EXPECT_EQ(host("a.example", noon + std::chrono::days{3}).an_hour, 0.0);
}

}  // namespace
}  // namespace laundromat
