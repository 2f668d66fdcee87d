// Tests of whole crawls with a real engine, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "core/records/jobs.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

using crawl = laundry_test;

namespace {

std::uint64_t count_of(engine_life& life, record_kind kind, status s) {
  std::uint64_t n = 0;
  const auto rows = journal_reader{life.db()}.counts().value();
  for (const auto& row : rows)
    if (row.kind == kind && row.current == s) n += row.count;
  return n;
}

/// Lists seeds, one in each step, and never says that more is to be done.
class seeds_in_steps final : public background_work {
 public:
  seeds_in_steps(journal db, int most) : db_(std::move(db)), left_(most) {}

  result<void> step(timestamp now) override {
    if (left_ == 0) return {};
    return seed_crawls{db_}.enlist("http://own.example/" + std::to_string(left_--) + ".nt", now);
  }
  [[nodiscard]] bool has_work() const override { return false; }

 private:
  journal db_;
  int left_;
};

std::vector<std::string> names(int n) {
  std::vector<std::string> out;
  for (int i = 0; i < n; ++i) out.push_back("m" + std::to_string(i) + ".nt");
  return out;
}

}  // namespace

TEST_F(crawl, a_document_passes_every_status_and_its_seed_is_added_again) {
  serve("http://own.example/a.nt", 7);
  seed("http://own.example/a.nt");
  auto life = start();
  life->pass(seconds{2});
  using enum status;
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(walk_of(*life, root.hash),
            (std::vector{downloading, filed, unarchiving, unarchived, guessing, guessed, parsing, parsed}));
  const auto row = life->db().seed(seed_hash("http://own.example/a.nt")).value();
  EXPECT_EQ(row.current, added);
  EXPECT_GE(row.processed, clock);
  EXPECT_EQ(life->facts().counts.cleaned, 1U);
  EXPECT_EQ(life->facts().counts.statements, 7U);
}

TEST_F(crawl, with_once_the_engine_ends_when_no_seed_is_due) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  seed("http://own.example/missing.nt");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_FALSE(life->reason());
  EXPECT_EQ(count_of(*life, record_kind::entry, status::parsed), 1U);
  EXPECT_EQ(count_of(*life, record_kind::entry, status::failed), 1U);
}

TEST_F(crawl, with_once_a_seed_that_is_listed_while_the_engine_asks_whether_it_may_end_is_crawled) {
  static constexpr int seeds = 5;
  for (int n = 1; n <= seeds; ++n) serve("http://own.example/" + std::to_string(n) + ".nt");
  web.background = {{"the work", [this](const environment_ptr&) -> result<std::unique_ptr<background_work>> {
                       auto own = journal::open(folder.path() / "journal.sqlite", journal_mode::read_write);
                       if (!own) return tl::unexpected(own.error());
                       return std::make_unique<seeds_in_steps>(*std::move(own), seeds);
                     }}};
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(count_of(*life, record_kind::entry, status::parsed), static_cast<std::uint64_t>(seeds));
}

TEST_F(crawl, with_once_a_seed_that_is_due_again_is_left_to_the_next_run_R226) {
  settings.politeness.delay_s = 5;
  settings.politeness.own_hosts.clear();
  for (int n = 0; n < 3; ++n) {
    const auto uri = "http://own.example/" + std::to_string(n) + ".nt";
    serve(uri);
    settings.seeds.push_back({uri, 3, 0});
  }
  {
    auto life = start(true);
    ASSERT_TRUE(life->run_until_end(seconds{600}));
    EXPECT_EQ(count_of(*life, record_kind::entry, status::parsed), 3U) << "each was crawled once";
    clock = life->time() + seconds{60};
  }
  auto again = start(true);
  ASSERT_TRUE(again->run_until_end(seconds{600}));
  EXPECT_EQ(again->facts().counts.ended_crawls, 3U);
}

TEST_F(crawl, a_seed_is_crawled_again_when_its_interval_is_over_and_not_before_L17) {
  serve("http://own.example/a.nt");
  settings.seeds.push_back({"http://own.example/a.nt", 100, 0});
  auto life = start();
  life->pass(seconds{99});
  EXPECT_EQ(life->db().seed(seed_hash("http://own.example/a.nt"))->crawls, 1U);
  life->pass(seconds{5});
  EXPECT_EQ(life->db().seed(seed_hash("http://own.example/a.nt"))->crawls, 2U);
}

TEST_F(crawl, each_crawl_keeps_the_changes_and_removes_versions_above_the_limit) {
  serve("http://own.example/a.nt");
  settings.seeds.push_back({"http://own.example/a.nt", 100, 0});
  settings.wardrobe.versions = 1;
  const auto clean = clean_store::at(folder.path() / "clean").value();
  std::vector<content_digest> previous, made;
  const auto stage = [&](const std::string& text) { return stage_text(clean, text); };
  washers.parse = [&](const parse_job& job) {
    previous.push_back(job.previous);
    const auto text = "document " + std::to_string(made.size());
    made.push_back(sha256(text));
    parse_outcome found;
    found.on = event::statements_stored;
    found.clean.hash = made.back();
    found.clean.statements = 1;
    found.staged = stage(text);
    if (!job.previous.is_null()) found.delta = {job.previous, stage("delta")};
    return std::optional{found};
  };
  const auto life = start();
  life->pass(seconds{240});
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(previous, (std::vector{content_digest{}, made[0], made[1]}));
  const auto published = open_documents_to_read(folder.path()).value();
  EXPECT_FALSE(published.open(made[0]));
  EXPECT_FALSE(published.open(made[1]));
  EXPECT_TRUE(published.open(made[2]));
  EXPECT_TRUE(published.open_delta(made[1], made[0]));
  EXPECT_TRUE(published.open_delta(made[2], made[1]));
  journal_reader reader{life->db()};
  EXPECT_GT(reader.clean(made[0])->removed, clock);
  EXPECT_EQ(reader.clean(made[2])->removed, timestamp{});
  EXPECT_EQ(reader.delta_from(root_of(*life, "http://own.example/a.nt").hash), made[1]);
}

TEST_F(crawl, relative_seeds_are_counted_and_never_fetched_L18) {
  seed("data/a.nt");
  seed("//own.example/a.nt");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_TRUE(web.requests.empty());
  EXPECT_EQ(journal_reader{life->db()}.relative_seeds().value(), 2U);
  EXPECT_EQ(count_of(*life, record_kind::seed, status::refused), 2U);
}

TEST_F(crawl, an_archive_is_finished_after_all_its_members_and_then_the_seed_is) {
  serve_archive("http://own.example/a.zip", names(3));
  seed("http://own.example/a.zip");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto root = root_of(*life, "http://own.example/a.zip");
  EXPECT_EQ(root.current, status::depleted);
  EXPECT_EQ(count_of(*life, record_kind::entry, status::parsed), 3U);
  const auto members = journal_reader{life->db()}.children(root.hash, std::nullopt, 10).value();
  ASSERT_EQ(members.size(), 3U);
  const auto last_member_row =
      journal_reader{life->db()}.history({record_kind::entry, members[2].hash, {}})->back();
  EXPECT_GE(life->db().seed(root.seed)->processed, last_member_row.at);
}

TEST_F(crawl, a_large_archive_keeps_a_bounded_number_of_members_alive) {
  settings.live.entries = 4;
  serve_archive("http://own.example/a.zip", names(300));
  seed("http://own.example/a.zip");
  std::uint32_t most = 0;
  engine_life* running = nullptr;
  const auto plain = washers.guess;
  washers.guess = [&](const guess_job& job) {
    most = std::max(most, running->env().live_entries.load());
    return plain(job);
  };
  engine_life life{folder.path(), settings, web, washers, clock, true};
  running = &life;
  ASSERT_TRUE(life.run_until_end());
  EXPECT_EQ(count_of(life, record_kind::entry, status::parsed), 300U);
  EXPECT_LE(most, 5U);
  EXPECT_EQ(life.env().live_entries.load(), 0U);
}

TEST_F(crawl, many_seeds_keep_a_bounded_number_of_actors_alive) {
  settings.live.seeds = 8;
  for (int i = 0; i < 200; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i) + ".nt";
    serve(uri);
    seed(uri);
  }
  std::uint32_t most = 0;
  engine_life* running = nullptr;
  const auto plain = washers.guess;
  washers.guess = [&](const guess_job& job) {
    most = std::max(most, running->env().live_entries.load());
    return plain(job);
  };
  engine_life life{folder.path(), settings, web, washers, clock, true};
  running = &life;
  ASSERT_TRUE(life.run_until_end());
  EXPECT_EQ(count_of(life, record_kind::entry, status::parsed), 200U);
  EXPECT_LE(most, 8U);
}

/// The stored status of a small document, or of a large one, whenever a worker begins a stage of it; none before its crawl is stored.
class stored_statuses : public crawl {
 protected:
  std::vector<status> seen_of(std::uint64_t size_bytes) {
    serve("http://own.example/a.nt");
    seed("http://own.example/a.nt");
    const auto plain_web = web;
    const auto plain_washers = washers;
    engine_life* running = nullptr;
    std::vector<status> seen;
    const auto look = [&](const record_hash& entry) {
      const auto row = running->db().entry(entry);
      seen.push_back(row ? row->current : status::none);
    };
    const auto fetch = web.fetch;
    web.fetch = [&](const fetch_job& job) {
      look(job.entry);
      auto found = fetch(job);
      found.wire.bytes = size_bytes;
      return found;
    };
    const auto unpack = washers.unpack;
    washers.unpack = [&](const unpack_job& job) { return look(job.entry), unpack(job); };
    const auto guess = washers.guess;
    washers.guess = [&](const guess_job& job) { return look(job.entry), guess(job); };
    const auto parse = washers.parse;
    washers.parse = [&](const parse_job& job) { return look(job.entry), parse(job); };
    engine_life life{folder.path(), settings, web, washers, clock, true};
    running = &life;
    EXPECT_TRUE(life.run_until_end());
    web = plain_web;
    washers = plain_washers;
    return seen;
  }
};

TEST_F(stored_statuses, nothing_acts_on_a_large_body_that_is_not_committed) {
  using enum status;
  EXPECT_EQ(seen_of(most_fused_bytes + 1), (std::vector{none, unarchiving, guessing, parsing}));
}

TEST_F(stored_statuses, a_document_that_may_stop_the_engine_is_claimed_before) {
  using enum status;
  settings.isolation = "none";
  EXPECT_EQ(seen_of(1), (std::vector{downloading, unarchiving, guessing, parsing}));
}

TEST_F(stored_statuses, the_body_of_a_small_document_is_stored_with_its_outcome) {
  using enum status;
  EXPECT_EQ(seen_of(1), (std::vector{none, none, unarchived, guessed}));
}

TEST_F(crawl, that_takes_long_is_stored_as_begun) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  web.takes["http://own.example/a.nt"] = seconds{30};
  auto life = start();
  life->pass(milliseconds{600});
  const auto stored = [&] { return life->db().seed(seed_hash("http://own.example/a.nt"))->current; };
  EXPECT_EQ(stored(), status::added);
  life->pass(seconds{2});
  EXPECT_EQ(stored(), status::downloading);
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").current, status::downloading);
  life->pass(seconds{60});
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").current, status::parsed);
  EXPECT_EQ(stored(), status::added);
}

/// After a crash nothing tells which document caused it, so all that were live are stored before they are tried again, and attempts count.
TEST_F(crawl, that_a_crash_cut_off_is_stored_before_it_is_tried_again) {
  for (const auto* uri : {"http://own.example/a.nt", "http://own.example/b.nt"}) {
    serve(uri);
    seed(uri);
  }
  const auto fetch = web.fetch;
  std::vector<status> seen;
  engine_life* running = nullptr;
  web.fetch = [&](const fetch_job& job) {
    seen.push_back(running->db().seed(seed_hash(job.uri))->current);
    return fetch(job);
  };
  const auto unpack = washers.unpack;
  washers.unpack = [](const unpack_job&) { return std::optional<unpack_outcome>{}; };  // never answered
  {
    engine_life first{folder.path(), settings, web, washers, clock};
    running = &first;
    first.pass(milliseconds{600});  // and ends as by kill -9
    EXPECT_EQ(seen, std::vector(2, status::added));
  }
  washers.unpack = unpack;
  seen.clear();
  engine_life second{folder.path(), settings, web, washers, clock + seconds{60}, true};
  running = &second;
  ASSERT_TRUE(second.run_until_end(seconds{100}));
  EXPECT_EQ(seen, std::vector(2, status::downloading));
}

TEST_F(stored_statuses, in_a_later_crawl_the_body_of_a_small_document_is_stored_first) {
  using enum status;
  seen_of(1);
  clock += seconds{10 * 86'400};
  EXPECT_EQ(seen_of(1), (std::vector{downloading, filed, unarchived, guessed}));
}

TEST_F(crawl, a_body_that_is_not_stored_yet_is_stored_before_the_engine_stops) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  engine_life* running = nullptr;
  const auto fetch = web.fetch;
  web.fetch = [&](const fetch_job& job) {
    running->drain();
    return fetch(job);
  };
  engine_life life{folder.path(), settings, web, washers, clock};
  running = &life;
  ASSERT_TRUE(life.run_until_end());
  EXPECT_EQ(root_of(life, "http://own.example/a.nt").current, status::filed);
}

TEST_F(crawl, a_document_that_crashes_its_worker_three_times_is_poison_and_the_others_are_washed) {
  for (const auto* uri : {"http://own.example/good.nt", "http://own.example/evil.nt"}) {
    serve(uri);
    seed(uri);
  }
  int crashes = 0;
  const auto plain = washers.parse;
  washers.parse = [&](const parse_job& job) {
    if (job.content.raw_path.ends_with("evil.nt")) {
      ++crashes;
      throw std::runtime_error("crash");
    }
    return plain(job);
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto evil = root_of(*life, "http://own.example/evil.nt");
  EXPECT_EQ(evil.current, status::failed);
  EXPECT_EQ(evil.cause, errc::poison);
  EXPECT_EQ(crashes, 3);
  EXPECT_EQ(root_of(*life, "http://own.example/good.nt").current, status::parsed);
}

TEST_F(crawl, a_worker_that_hangs_loses_its_lease_and_the_document_is_tried_again) {
  settings.limits.lease_s = 30;
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  int calls = 0;
  const auto plain = washers.guess;
  washers.guess = [&](const guess_job& job) {
    return ++calls == 1 ? std::optional<guess_outcome>{} : plain(job);
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(root.current, status::parsed);
  const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
  EXPECT_EQ(
      std::count_if(attempts.begin(), attempts.end(), [](const auto& a) { return a.of == stage::guess; }), 2);
}

TEST_F(crawl, a_late_result_of_a_lost_lease_is_rejected) {
  settings.limits.lease_s = 30;
  washers.guess_takes = seconds{40};
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  life->pass(seconds{20});  // until the last late answer
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(root.current, status::failed);
  EXPECT_EQ(root.cause, errc::attempts_exhausted);
  EXPECT_EQ(root.attempt, lease_attempts);
}

TEST_F(crawl, an_entry_is_notified_of_its_lost_lease_at_once) {
  settings.limits.lease_s = 30;
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  int calls = 0;
  const auto plain = washers.guess;
  washers.guess = [&](const guess_job& job) {
    return ++calls == 1 ? std::optional<guess_outcome>{} : plain(job);
  };
  auto life = start();
  life->pass(seconds{33});
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").current, status::parsed);
}

TEST_F(crawl, a_seed_that_waits_behind_a_long_transfer_is_fetched_after_it) {
  settings.politeness.own_hosts[0].connections = 1;
  serve("http://own.example/long.nt");
  serve("http://own.example/short.nt");
  settings.seeds.push_back({"http://own.example/long.nt", 86'400, 1});
  seed("http://own.example/short.nt");
  web.takes["http://own.example/long.nt"] = std::chrono::minutes{25};
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(root_of(*life, "http://own.example/long.nt").current, status::parsed);
  EXPECT_EQ(root_of(*life, "http://own.example/short.nt").current, status::parsed);
}

TEST_F(crawl, a_download_that_may_succeed_later_waits_in_the_journal_and_every_attempt_is_kept_T04) {
  seed("http://own.example/a.nt");
  int calls = 0;
  const auto plain = web.fetch;
  web.fetch = [&](const fetch_job& job) {
    if (++calls == 3) serve(job.uri);
    if (calls >= 3) return plain(job);
    fetch_outcome later;
    later.on = event::retry_later;
    later.cause = errc::connection_reset;
    later.detail = "cut";
    later.not_before = clock + seconds{60 * calls * calls};
    return later;
  };
  auto life = start();
  life->pass(seconds{50});
  EXPECT_EQ(life->env().live_entries.load(), 0U) << "the entry waits in the journal, without an actor";
  EXPECT_EQ(calls, 1);
  life->pass(seconds{300});
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(root.current, status::parsed);
  EXPECT_EQ(calls, 3);
  const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
  ASSERT_GE(attempts.size(), 3U);
  EXPECT_EQ(attempts[0].code, errc::connection_reset);
  EXPECT_EQ(attempts[1].attempt, 2U);
  EXPECT_EQ(attempts[2].code, errc::ok);
}

TEST_F(crawl, after_a_kill_every_record_continues_from_its_last_committed_status) {
  serve_archive("http://own.example/a.zip", names(20));
  seed("http://own.example/a.zip");
  for (int i = 0; i < 20; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i) + ".nt";
    serve(uri);
    seed(uri);
  }
  int left = 17;
  const auto plain = washers.guess;
  washers.guess = [&](const guess_job& job) {
    return left-- > 0 ? plain(job) : std::optional<guess_outcome>{};
  };
  {
    auto first = start();
    first->pass(seconds{5});
    EXPECT_LT(count_of(*first, record_kind::entry, status::parsed), 40U);
  }
  const auto requests = web.requests.size();
  washers.guess = plain;
  clock += seconds{60};
  auto second = start(true);
  ASSERT_TRUE(second->run_until_end());
  EXPECT_EQ(count_of(*second, record_kind::entry, status::parsed), 40U);
  EXPECT_EQ(count_of(*second, record_kind::seed, status::added), 21U);
  EXPECT_LE(web.requests.size(), 2 * requests) << "stored bodies are not fetched again";
  std::set<std::string> fetched;
  for (const auto& request : web.requests) EXPECT_TRUE(fetched.insert(request.first).second) << request.first;
}

TEST_F(crawl, a_drain_finishes_work_in_progress_starts_nothing_and_the_next_run_does_the_rest) {
  settings.live.seeds = 4;
  for (int i = 0; i < 50; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i) + ".nt";
    serve(uri);
    seed(uri);
  }
  auto first = start();
  first->drain();
  ASSERT_TRUE(first->run_until_end(seconds{40}));
  EXPECT_FALSE(first->reason());
  const auto done = count_of(*first, record_kind::entry, status::parsed);
  first.reset();
  clock += seconds{60};
  auto second = start(true);
  ASSERT_TRUE(second->run_until_end());
  EXPECT_LE(done, 50U);
  EXPECT_EQ(count_of(*second, record_kind::entry, status::parsed), 50U);
}

TEST_F(crawl, a_pool_whose_workers_keep_crashing_stops_the_engine_in_order) {
  for (int i = 0; i < 40; ++i) {
    const auto uri = "http://own.example/" + std::to_string(i) + ".nt";
    serve(uri);
    seed(uri);
  }
  washers.unpack = [](const unpack_job&) -> std::optional<unpack_outcome> {
    throw std::runtime_error("broken build");
  };
  auto life = start();
  ASSERT_TRUE(life->run_until_end());
  EXPECT_TRUE(static_cast<bool>(life->reason()));
}

TEST_F(crawl, a_clean_document_has_the_time_at_which_it_was_written) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto root = root_of(*life, "http://own.example/a.nt");
  journal_reader reader{life->db()};
  EXPECT_GE(reader.clean(root.clean)->written, clock);
  const auto rows = reader.history({record_kind::clean, {}, root.clean}).value();
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_GE(rows[0].at, clock);
}

TEST_F(crawl, an_address_that_is_refused_is_not_tried_again_R14) {
  seed("http://own.example/a.nt");
  web.robots = [](const robots_job&) {
    robots_outcome none;
    none.cause = errc::address_refused;
    return none;
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(root.current, status::refused);
  EXPECT_EQ(root.cause, errc::address_refused);
}

TEST_F(crawl, documents_that_wait_for_a_suspended_host_lose_no_attempt) {
  settings.network.retries_s = {1};
  for (int i = 0; i < 30; ++i) seed("http://own.example/" + std::to_string(i) + ".nt");
  const auto plain = web.fetch;
  const auto well_again = clock + seconds{3'000};
  web.fetch = [&](const fetch_job& job) {
    serve(job.uri);
    if (web.requests.back().second >= well_again) return plain(job);
    fetch_outcome cut;
    cut.on = job.attempt > 1 ? event::failed_for_good : event::retry_later;
    cut.cause = errc::connection_refused;
    cut.not_before = web.requests.back().second + seconds{1};
    cut.hops.push_back({job.uri, "", 0, 0, {}, {}, {}, 0, 0, "", errc::connection_refused, ""});
    return cut;
  };
  auto life = start();
  life->pass(seconds{8'000});
  std::uint64_t waited_in_vain = 0;
  const auto rows = journal_reader{life->db()}.counts(crawl_scope::all).value();
  for (const auto& row : rows)
    if (row.kind == record_kind::entry && row.current == status::failed &&
        row.cause != errc::connection_refused)
      waited_in_vain += row.count;
  EXPECT_EQ(waited_in_vain, 0U);
  EXPECT_GT(count_of(*life, record_kind::entry, status::parsed), 0U);
}

TEST_F(crawl, of_a_body_that_is_no_rdf_the_first_characters_are_kept_D11) {
  serve("http://own.example/a.html");
  seed("http://own.example/a.html");
  washers.guess = [](const guess_job&) {
    guess_outcome found;
    found.on = event::not_rdf;
    found.cause = errc::non_rdf_format;
    found.head = "<html>not found";
    return std::optional{found};
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  const auto root = root_of(*life, "http://own.example/a.html");
  EXPECT_EQ(root.cause, errc::non_rdf_format);
  EXPECT_EQ(journal_reader{life->db()}.head(root.hash).value(), "<html>not found");
}

}  // namespace laundromat
