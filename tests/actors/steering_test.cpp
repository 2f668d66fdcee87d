// Tests that a running engine obeys its operator within a second, and that what hosts and documents announce is crawled.
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {
namespace {

class steering : public laundry_test {
 protected:
  void seeds_at(const std::string& host, int count) {
    for (int n = 0; n < count; ++n) {
      const auto uri = "http://" + host + "/" + std::to_string(n);
      seed(uri);
      serve(uri);
    }
  }
  void steer(engine_life& life, steering_kind kind, const std::string& what) {
    ASSERT_TRUE(steering_store{life.db()}.add(make_rule(kind, what, "", clock).value()));
  }
  /// Requests of documents at a host so far.
  [[nodiscard]] std::size_t requests_to(const std::string& host) const {
    std::size_t count = 0;
    for (const auto& [uri, at] : web.requests)
      count += uri.starts_with("http://" + host + "/") && !uri.ends_with("/robots.txt") ? 1 : 0;
    return count;
  }
};

TEST_F(steering, a_pause_of_a_host_is_obeyed_within_a_second_and_holds_up_no_other) {
  seeds_at("a.example", 8);
  seeds_at("b.example", 8);
  auto life = start();
  life->pass(seconds{2});
  steer(*life, steering_kind::pause_host, "a.example");
  life->pass(seconds{1});
  const auto before = requests_to("a.example");
  EXPECT_LT(before, 8U);
  life->pass(seconds{60});
  EXPECT_EQ(requests_to("a.example"), before);
  EXPECT_EQ(requests_to("b.example"), 8U);
  ASSERT_TRUE(*steering_store{life->db()}.lift(steering_kind::pause_host, "a.example"));
  life->pass(seconds{90});
  EXPECT_EQ(requests_to("a.example"), 8U);
}

TEST_F(steering, a_pause_after_a_lost_robots_txt_that_is_ended_is_over_within_seconds_R222) {
  seeds_at("a.example", 1);
  const auto readable = web.robots;
  web.robots = [](const robots_job&) {
    robots_outcome lost;
    lost.status = "500";
    return lost;
  };
  auto life = start();
  life->pass(seconds{60});
  ASSERT_EQ(requests_to("a.example"), 0U);
  web.robots = readable;
  life->pass(seconds{60});
  ASSERT_EQ(requests_to("a.example"), 0U) << "it is read again after five minutes";
  steering_store store{life->db()};
  ASSERT_TRUE(*store.end_own_wait("a.example:80", life->time()));
  ASSERT_TRUE(store.make_due(seed_hash("http://a.example/0"), life->time()));
  life->pass(seconds{5});
  EXPECT_EQ(requests_to("a.example"), 1U);
}

TEST_F(steering, a_retry_after_costs_no_attempt_however_often_a_download_is_made_due_R222) {
  seeds_at("a.example", 1);
  const auto readable = web.robots;
  int reads = 0;
  web.robots = [&](const robots_job&) {
    ++reads;
    return robots_outcome{errc::ok, "503", 0, "", "", "", false, "120"};
  };
  auto life = start();
  life->pass(seconds{2});
  ASSERT_EQ(reads, 1);
  const auto before = root_of(*life, "http://a.example/0");
  steering_store store{life->db()};
  for (int n = 0; n < 4; ++n) {
    ASSERT_TRUE(store.end_own_wait("a.example:80", life->time()));
    ASSERT_TRUE(*store.make_due(seed_hash("http://a.example/0"), life->time()));
    life->pass(seconds{5});
    steer(*life, steering_kind::pause_host, "other.example");
    life->pass(seconds{1});
    ASSERT_TRUE(*store.lift(steering_kind::pause_host, "other.example"));
    life->pass(seconds{1});
  }
  EXPECT_EQ(reads, 1) << "the host has asked for two minutes";
  const auto after = root_of(*life, "http://a.example/0");
  EXPECT_EQ(after.hash, before.hash) << "this crawl has not failed";
  EXPECT_EQ(after.attempt, before.attempt);
  web.robots = readable;
  life->pass(seconds{100});
  EXPECT_EQ(requests_to("a.example"), 1U) << "when they are over, and not after five minutes";
}

TEST_F(steering, a_pause_after_a_503_without_a_time_that_is_ended_is_over_within_seconds_R222) {
  seeds_at("a.example", 2);
  const auto fetch = web.fetch;
  bool is_busy = true;
  web.fetch = [&](const fetch_job& job) {
    if (!is_busy) return fetch(job);
    is_busy = false;
    fetch_outcome busy;
    busy.on = event::failed_for_good;
    busy.cause = errc::http_status;
    busy.hops.push_back({job.uri, "503", 1, 1, {}, clock, {}, 0, 0, "", errc::ok, ""});
    return busy;
  };
  auto life = start();
  life->pass(seconds{10});
  ASSERT_EQ(requests_to("a.example"), 1U) << "the other one waits a minute";
  ASSERT_TRUE(*steering_store{life->db()}.end_own_wait("a.example:80", life->time()));
  life->pass(seconds{5});
  EXPECT_EQ(requests_to("a.example"), 2U);
}

TEST_F(steering, the_end_of_a_wait_is_not_logged_as_a_change_of_rules_R222) {
  seeds_at("a.example", 1);
  web.robots = [](const robots_job&) { return robots_outcome{errc::ok, "500", 0, ""}; };
  auto life = start();
  steer(*life, steering_kind::pause_host, "b.example");
  life->pass(seconds{5});
  ASSERT_TRUE(*steering_store{life->db()}.end_own_wait("a.example:80", life->time()));
  testing::internal::CaptureStdout();
  life->pass(seconds{5});
  const auto silent = testing::internal::GetCapturedStdout();
  testing::internal::CaptureStdout();
  steer(*life, steering_kind::pause_host, "c.example");
  life->pass(seconds{5});
  const auto told = testing::internal::GetCapturedStdout();
  EXPECT_EQ(silent.find("rules of the operator"), silent.npos) << silent;
  EXPECT_NE(told.find("rules of the operator in force: 2"), told.npos) << told;
}

TEST_F(steering, what_a_pause_has_put_off_is_due_when_it_is_over_R218) {
  seeds_at("a.example", 4);
  auto life = start();
  life->pass(seconds{1});
  steer(*life, steering_kind::pause_host, "a.example");
  life->pass(seconds{3});
  const auto before = requests_to("a.example");
  ASSERT_LT(before, 4U);
  ASSERT_GT(journal_reader{life->db()}.pending(life->time())->waiting, 0U);
  ASSERT_TRUE(life->db().due_downloads(life->time(), 10)->empty()) << "they are put off";
  ASSERT_TRUE(*steering_store{life->db()}.lift(steering_kind::pause_host, "a.example"));
  life->pass(seconds{10});
  EXPECT_EQ(requests_to("a.example"), 4U);
}

TEST_F(steering, a_pause_survives_a_restart) {
  seeds_at("a.example", 3);
  {
    auto life = start();
    steer(*life, steering_kind::pause_campaign, "");
    life->pass(seconds{1});
  }
  const auto before = requests_to("a.example");
  EXPECT_EQ(before, 0U) << "it is in force before the first crawl begins";
  auto life = start();
  life->pass(seconds{30});
  EXPECT_EQ(requests_to("a.example"), before);
  ASSERT_TRUE(*steering_store{life->db()}.lift(steering_kind::pause_campaign, ""));
  life->pass(seconds{90});  // what was put off comes back after a minute
  EXPECT_EQ(requests_to("a.example"), 3U);
}

TEST_F(steering, a_run_once_ends_although_all_is_paused) {
  seeds_at("a.example", 3);
  {
    auto life = start();
    steer(*life, steering_kind::pause_campaign, "");
  }
  auto life = start(true);
  EXPECT_TRUE(life->run_until_end());
}

TEST_F(steering, no_crawl_begins_below_the_watermark_of_the_disk) {
  settings.disk.intake_mib = 2'048;
  std::uint64_t free_bytes = std::uint64_t{1} << 30;
  washers.machine = [&](bool) {
    machine_reading seen;
    seen.least_free_bytes = free_bytes;
    seen.room = "free: some";
    return seen;
  };
  auto life = start();
  life->pass(seconds{2});
  EXPECT_EQ(life->facts().counts.intake,
            "less free space than disk.intake_mib, which is 2048 MiB; free: some; free disk space, or lower "
            "disk.intake_mib in the campaign");
  ASSERT_TRUE(life->db().begin());
  ASSERT_TRUE(life->db().add_seed(
      {{"http://a.example/1", seconds{86'400}, 0}, seed_hash("http://a.example/1"), "a.example:80", false},
      clock));
  ASSERT_TRUE(life->db().commit());
  serve("http://a.example/1");
  life->pass(seconds{20});
  EXPECT_EQ(requests_to("a.example"), 0U);
  free_bytes = std::uint64_t{3} << 30;
  life->pass(seconds{20});
  EXPECT_EQ(requests_to("a.example"), 1U);
  EXPECT_EQ(life->facts().counts.intake, "");
}

TEST_F(steering, a_paused_seed_waits_alone) {
  seeds_at("a.example", 3);
  settings.seeds.clear();
  auto life = start();
  steer(*life, steering_kind::pause_seed, seed_hash("http://a.example/1").hex());
  life->pass(seconds{1});
  ASSERT_TRUE(life->db().begin());
  for (int n = 0; n < 3; ++n) {
    const auto uri = "http://a.example/" + std::to_string(n);
    ASSERT_TRUE(
        life->db().add_seed({{uri, seconds{86'400}, 0}, seed_hash(uri), "a.example:80", false}, clock));
  }
  ASSERT_TRUE(life->db().commit());
  life->pass(seconds{20});
  EXPECT_EQ(requests_to("a.example"), 2U);
  EXPECT_FALSE(documents.empty());
}

TEST_F(steering, an_excluded_host_is_never_asked_again) {
  seeds_at("a.example", 8);
  auto life = start();
  life->pass(seconds{2});
  steer(*life, steering_kind::exclude_host, "a.example");
  life->pass(seconds{1});
  const auto before = requests_to("a.example");
  EXPECT_LT(before, 8U);
  life->pass(seconds{200});
  EXPECT_EQ(requests_to("a.example"), before);
}

TEST_F(steering, seeds_that_are_taken_off_the_list_while_they_are_crawled_end_quietly_and_come_back) {
  seeds_at("a.example", 8);
  web.takes["http://a.example/0"] = seconds{3};
  auto life = start();
  life->pass(seconds{1});
  steer(*life, steering_kind::exclude_host, "a.example");
  steering_store store{life->db()};
  const auto walk_all = [&](auto step) {
    const steering_rules rules{store.rules().value()};
    for (seed_walk walk; !walk.is_over;) ASSERT_TRUE((store.*step)(rules, walk, 100, clock));
  };
  walk_all(&steering_store::refuse_excluded);
  life->pass(seconds{30});
  const auto before = requests_to("a.example");
  EXPECT_LT(before, 8U);
  ASSERT_TRUE(*store.lift(steering_kind::exclude_host, "a.example"));
  walk_all(&steering_store::readmit);
  life->pass(seconds{60});
  for (int n = 0; n < 8; ++n)
    EXPECT_GE(life->db().seed(seed_hash("http://a.example/" + std::to_string(n)))->crawls, 1U)
        << n << " is parked";
}

TEST_F(steering, nothing_is_refused_by_a_rule_that_was_lifted_R230) {
  seeds_at("a.example", 30);
  auto life = start();
  steering_store store{life->db()};
  const auto walk_all = [&](auto step) {
    const steering_rules rules{store.rules().value()};
    for (seed_walk walk; !walk.is_over;) ASSERT_TRUE((store.*step)(rules, walk, 100, clock));
  };
  for (int round = 0; round < 3; ++round) {
    life->pass(seconds{1});
    steer(*life, steering_kind::exclude_host, "a.example");
    walk_all(&steering_store::refuse_excluded);
    life->pass(milliseconds{1'700});
    ASSERT_TRUE(*store.lift(steering_kind::exclude_host, "a.example"));
    walk_all(&steering_store::readmit);
  }
  life->pass(seconds{200});
  std::set<std::string> requested;
  for (const auto& [uri, at] : web.requests) requested.insert(uri);
  for (int n = 0; n < 30; ++n) EXPECT_TRUE(requested.contains("http://a.example/" + std::to_string(n))) << n;
}

TEST_F(steering, a_body_whose_uri_was_excluded_meanwhile_is_not_washed_R231) {
  seeds_at("a.example", 1);
  web.takes["http://a.example/0"] = seconds{3};
  auto life = start();
  life->pass(seconds{1});
  steer(*life, steering_kind::exclude_host, "a.example");
  life->pass(seconds{20});
  const auto counts = journal_reader{life->db()}.counts().value();
  EXPECT_TRUE(std::ranges::any_of(
      counts, [](const auto& one) { return one.current == status::failed && one.cause == errc::excluded; }));
  EXPECT_TRUE(std::ranges::none_of(counts, [](const auto& one) { return one.current == status::parsed; }));
}

TEST_F(steering, an_exclusion_takes_precedence_over_a_pause_that_has_put_a_download_off) {
  seeds_at("a.example", 4);
  auto life = start();
  life->pass(seconds{1});
  steer(*life, steering_kind::pause_host, "a.example");
  life->pass(seconds{10});
  ASSERT_TRUE(*steering_store{life->db()}.lift(steering_kind::pause_host, "a.example"));
  steer(*life, steering_kind::exclude_host, "a.example");
  life->pass(seconds{100});
  const auto counts = journal_reader{life->db()}.counts().value();
  for (const auto& one : counts) EXPECT_NE(one.cause, errc::paused) << to_string(one.current);
}

TEST_F(steering, what_is_excluded_becomes_no_seed_again) {
  auto life = start();
  steer(*life, steering_kind::exclude_domain, "example.net");
  life->pass(seconds{1});
  announcements found;
  found.uris = {{"http://x.example.net/1", announced_as::dump},
                {"http://y.example.org/1", announced_as::dump}};
  ASSERT_TRUE(life->db().begin());
  ASSERT_TRUE(life->db().announce(found, clock));
  ASSERT_TRUE(life->db().commit());
  EXPECT_FALSE(*journal_reader{life->db()}.has_seed(seed_hash("http://x.example.net/1")));
  EXPECT_TRUE(*journal_reader{life->db()}.has_seed(seed_hash("http://y.example.org/1")));
}

TEST_F(steering, a_lifted_exclusion_reads_a_list_again_that_has_not_changed_R214) {
  const std::string list = "http://own.example/list", excluded = "http://own.example/1";
  std::vector<bool> had_condition;
  web.fetch = [&](const fetch_job& job) {
    fetch_outcome found;
    found.final_uri = job.uri;
    found.begun = found.ended = clock;
    found.on = job.kept.is_there() ? event::not_modified : event::body_stored;
    found.compared_with = job.kept.download;
    found.raw_path = job.kept.is_there() ? "" : job.uri + std::to_string(had_condition.size());
    if (!job.kept.is_there()) found.wire = {newline_style::lf, 10, 10, 1, sha256(job.uri)};
    if (job.uri == list) had_condition.push_back(job.kept.is_there());
    return found;
  };
  washers.guess = [&](const guess_job& job) {
    guess_outcome found;
    found.on = event::announcements_found;
    if (job.content.raw_path.starts_with(list))
      found.announced.uris = {{"http://own.example/0", announced_as::page}, {excluded, announced_as::page}};
    return std::optional{found};
  };
  {
    auto life = start();
    steer(*life, steering_kind::exclude_uri, excluded);
  }
  settings.seeds.push_back({list, 60, 0});
  auto life = start();
  life->pass(seconds{130});
  ASSERT_GE(had_condition.size(), 2U);
  EXPECT_FALSE(had_condition.front());
  EXPECT_TRUE(had_condition.back());
  EXPECT_FALSE(*journal_reader{life->db()}.has_seed(seed_hash(excluded)));
  ASSERT_TRUE(*steering_store{life->db()}.lift(steering_kind::exclude_uri, excluded));
  had_condition.clear();
  life->pass(seconds{130});
  ASSERT_GE(had_condition.size(), 2U);
  EXPECT_FALSE(had_condition.front()) << "it is read again";
  EXPECT_TRUE(had_condition.back()) << "once";
  EXPECT_TRUE(*journal_reader{life->db()}.has_seed(seed_hash(excluded)));
}

TEST_F(steering, sitemaps_of_a_robots_txt_and_the_usual_place_are_crawled_when_the_campaign_says_so) {
  settings.discovery.robots_sitemaps = settings.discovery.well_known = true;
  web.robots = [](const robots_job&) {
    robots_outcome found;
    found.status = "200";
    found.body = "User-agent: *\nDisallow: /private\nSitemap: http://a.example/map.xml\n";
    return found;
  };
  seeds_at("a.example", 1);
  serve("http://a.example/map.xml");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(requests_to("a.example"), 3U);
  const auto path = announcement_reader{life->db()}.path_to(seed_hash("http://a.example/map.xml"));
  ASSERT_EQ(path->size(), 1U);
  EXPECT_EQ(path->front().via, "Sitemap in http://a.example/robots.txt");
  EXPECT_TRUE(*journal_reader{life->db()}.has_seed(seed_hash("http://a.example/.well-known/void")));
}

TEST_F(steering, a_list_leads_to_its_documents_in_the_same_run) {
  seed("http://own.example/list");
  serve("http://own.example/list");
  for (int n = 0; n < 20; ++n) serve("http://own.example/" + std::to_string(n));
  washers.guess = [](const guess_job& job) {
    guess_outcome found;
    if (!job.content.raw_path.ends_with("/list")) {
      found.on = event::format_found;
      found.format = rdf_format::n_triples;
      return std::optional{found};
    }
    found.on = event::announcements_found;
    for (int n = 0; n < 20; ++n)
      found.announced.uris.push_back({"http://own.example/" + std::to_string(n), announced_as::page});
    return std::optional{found};
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(life->facts().counts.cleaned, 20U);
  EXPECT_EQ(life->facts().counts.lists, 1U);
  EXPECT_EQ(walk_of(*life, root_of(*life, "http://own.example/list").hash).back(), status::depleted);
}

}  // namespace
}  // namespace laundromat
