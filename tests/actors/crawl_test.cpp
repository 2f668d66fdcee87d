// Whole crawls under virtual time: what the supervision tree promises.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <set>
#include <stdexcept>

#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

using crawl = laundry_test;

namespace {

std::vector<status> walk_of(engine_life& life, const record_hash& entry) {
  std::vector<status> out;
  const auto rows = journal_reader{life.db()}.history({record_kind::entry, entry, {}}).value();
  for (const auto& row : rows) out.push_back(row.change.to);
  return out;
}

std::uint64_t count_of(engine_life& life, record_kind kind, status s) {
  std::uint64_t n = 0;
  const auto rows = journal_reader{life.db()}.counts().value();
  for (const auto& row : rows)
    if (row.kind == kind && row.current == s) n += row.count;
  return n;
}

/// A body that comes with everything that its washing would say, and with `staged`, a file of the clean store.
fetch_outcome washed_already(const fetch_job& job, const content_digest& clean, const std::string& staged) {
  parse_outcome parsed;
  parsed.on = event::statements_stored;
  parsed.clean.hash = clean;
  parsed.clean.statements = 1;
  parsed.staged = staged;
  guess_outcome guessed;
  guessed.on = event::format_found;
  guessed.format = rdf_format::turtle;
  guessed.fused = parsed;
  unpack_outcome unpacked;
  unpacked.on = event::leaf_found;
  unpacked.content = {job.uri, {}};
  unpacked.encoding = "UTF-8";
  unpacked.fused = guessed;
  fetch_outcome fetched;
  fetched.on = event::body_stored;
  fetched.raw_path = fetched.final_uri = job.uri;
  fetched.fused = unpacked;
  return fetched;
}

std::string stage_text(const clean_store& clean, const std::string& text) {
  auto file = clean.stage().value();
  EXPECT_TRUE(file->write(text));
  return file->finish({}).value();
}

std::vector<std::string> names(int n) {
  std::vector<std::string> out;
  for (int i = 0; i < n; ++i) out.push_back("m" + std::to_string(i) + ".nt");
  return out;
}

}  // namespace

TEST_F(crawl, a_document_walks_through_every_status_and_its_seed_comes_back_to_added) {
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

TEST_F(crawl, with_once_the_engine_ends_by_itself_when_nothing_is_due) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  seed("http://own.example/missing.nt");
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_FALSE(life->reason());
  EXPECT_EQ(count_of(*life, record_kind::entry, status::parsed), 1U);
  EXPECT_EQ(count_of(*life, record_kind::entry, status::failed), 1U);
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

TEST_F(crawl, each_crawl_keeps_what_changed_and_old_versions_go_after_their_turn) {
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
  EXPECT_FALSE(clean.open(made[0]));
  EXPECT_FALSE(clean.open(made[1]));
  EXPECT_TRUE(clean.open(made[2]));
  EXPECT_TRUE(std::filesystem::exists(clean.delta_path(made[1], made[0])));
  EXPECT_TRUE(std::filesystem::exists(clean.delta_path(made[2], made[1])));
  journal_reader reader{life->db()};
  EXPECT_GT(reader.clean(made[0])->removed, clock);
  EXPECT_EQ(reader.clean(made[2])->removed, timestamp{});
  EXPECT_EQ(reader.delta_from(root_of(*life, "http://own.example/a.nt").hash), made[1]);
}

TEST_F(crawl, what_a_worker_fused_is_stored_in_its_turn_and_nobody_is_asked_for_it) {
  seed("http://own.example/a.nt");
  const auto clean = clean_store::at(folder.path() / "clean").value();
  web.fetch = [&](const fetch_job& job) { return washed_already(job, sha256("a"), stage_text(clean, "a")); };
  washers.unpack = [](const unpack_job&) -> std::optional<unpack_outcome> {
    throw std::runtime_error("asked");
  };
  washers.guess = [](const guess_job&) -> std::optional<guess_outcome> { throw std::runtime_error("asked"); };
  washers.parse = [](const parse_job&) -> std::optional<parse_outcome> { throw std::runtime_error("asked"); };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  using enum status;
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(walk_of(*life, root.hash),
            (std::vector{downloading, filed, unarchiving, unarchived, guessing, guessed, parsing, parsed}));
  EXPECT_EQ(root.format, rdf_format::turtle);
  EXPECT_EQ(root.clean, sha256("a"));
  EXPECT_TRUE(clean.open(sha256("a")));
  const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
  EXPECT_EQ(attempts.size(), 4U);
}

TEST_F(crawl, what_was_done_early_for_another_end_leaves_no_file) {
  seed("http://own.example/refused.nt");
  seed("http://own.example/archive.zip");
  const auto clean = clean_store::at(folder.path() / "clean").value();
  std::vector<std::string> staged;
  web.fetch = [&](const fetch_job& job) {
    auto found = washed_already(job, sha256(job.uri), staged.emplace_back(stage_text(clean, job.uri)));
    if (job.uri.ends_with("refused.nt")) {
      found.on = event::refused;
      found.cause = errc::robots_refused;
    } else {
      found.fused->on = event::children_found;
      found.fused->archive = layer_kind::zip_member;
    }
    return found;
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(root_of(*life, "http://own.example/refused.nt").current, status::refused);
  EXPECT_EQ(root_of(*life, "http://own.example/archive.zip").current, status::depleted);
  ASSERT_EQ(staged.size(), 2U);
  for (const auto& name : staged) EXPECT_FALSE(clean.open_staged(name));
}

TEST_F(crawl, what_was_done_early_goes_with_the_entry_that_holds_it) {
  seed("http://own.example/a.nt");
  const auto clean = clean_store::at(folder.path() / "clean").value();
  std::string staged;
  web.fetch = [&](const fetch_job& job) {
    staged = stage_text(clean, "a");
    auto found = washed_already(job, sha256("a"), staged);
    found.fused->on = event::format_found;  // which no unpacker says: the journal refuses it
    return found;
  };
  auto life = start();
  life->pass(seconds{2});
  EXPECT_FALSE(staged.empty());
  EXPECT_FALSE(clean.open_staged(staged));
}

TEST_F(crawl, an_attempt_that_is_lost_with_its_machine_is_never_the_last) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  int tries = 0;
  const auto parse = washers.parse;
  washers.parse = [&](const parse_job& job) {
    if (++tries <= 20) throw failure{errc::machine_lost, "its connection ended"};
    return parse(job);
  };
  auto life = start(true);
  ASSERT_TRUE(life->run_until_end());
  EXPECT_EQ(tries, 21);
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").current, status::parsed);
}

TEST_F(crawl, a_download_that_was_washed_on_the_way_is_nobodys_work_any_more) {
  settings.seeds.push_back({"http://own.example/a.nt", 100, 0});
  const auto clean = clean_store::at(folder.path() / "clean").value();
  int crawls = 0;
  web.fetch = [&](const fetch_job& job) {
    const auto text = "document " + std::to_string(crawls++);
    return washed_already(job, sha256(text), stage_text(clean, text));
  };
  washers.parse = [](const parse_job&) -> std::optional<parse_outcome> { throw std::runtime_error("asked"); };
  auto life = start();
  life->pass(seconds{150});
  EXPECT_EQ(crawls, 2);
  EXPECT_EQ(root_of(*life, "http://own.example/a.nt").clean, sha256("document 1"))
      << "its body is elsewhere, also when what changed could not be told";
}

TEST_F(crawl, who_parsed_early_without_the_crawl_before_did_it_in_vain) {
  serve("http://own.example/a.nt");
  settings.seeds.push_back({"http://own.example/a.nt", 100, 0});
  const auto clean = clean_store::at(folder.path() / "clean").value();
  std::vector<std::string> staged;
  washers.unpack = [&](const unpack_job& job) {
    const auto text = "document " + std::to_string(staged.size());
    staged.push_back(stage_text(clean, text));
    auto found = *washed_already({}, sha256(text), staged.back()).fused;
    found.content = job.content;
    return std::optional{found};
  };
  std::vector<content_digest> previous;
  washers.parse = [&](const parse_job& job) {
    previous.push_back(job.previous);
    parse_outcome found;
    found.on = event::statements_stored;
    found.clean.hash = sha256("document 1");
    found.clean.statements = 1;
    found.staged = stage_text(clean, "document 1");
    found.delta = {job.previous, stage_text(clean, "delta")};
    return std::optional{found};
  };
  auto life = start();
  life->pass(seconds{150});
  ASSERT_EQ(staged.size(), 2U);
  EXPECT_EQ(previous, std::vector{sha256("document 0")});
  EXPECT_FALSE(clean.open_staged(staged[1]));
  EXPECT_TRUE(clean.open(sha256("document 1")));
  EXPECT_TRUE(std::filesystem::exists(clean.delta_path(sha256("document 1"), sha256("document 0"))));
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

TEST_F(crawl, an_archive_rests_when_all_its_members_do_and_then_the_seed) {
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

TEST_F(crawl, nothing_acts_on_a_transition_that_is_not_committed) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  engine_life* running = nullptr;
  std::vector<status> seen;
  const auto look = [&](const record_hash& entry) { seen.push_back(running->db().entry(entry)->current); };
  const auto fetch = web.fetch;
  web.fetch = [&](const fetch_job& job) { return look(job.entry), fetch(job); };
  const auto unpack = washers.unpack;
  washers.unpack = [&](const unpack_job& job) { return look(job.entry), unpack(job); };
  const auto guess = washers.guess;
  washers.guess = [&](const guess_job& job) { return look(job.entry), guess(job); };
  const auto parse = washers.parse;
  washers.parse = [&](const parse_job& job) { return look(job.entry), parse(job); };
  engine_life life{folder.path(), settings, web, washers, clock, true};
  running = &life;
  ASSERT_TRUE(life.run_until_end());
  using enum status;
  EXPECT_EQ(seen, (std::vector{downloading, unarchiving, guessing, parsing}));
}

TEST_F(crawl, a_document_that_kills_its_worker_three_times_is_poison_and_the_others_are_washed) {
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
  life->pass(seconds{20});  // the last answer comes when nobody is left to hear it
  const auto root = root_of(*life, "http://own.example/a.nt");
  EXPECT_EQ(root.current, status::failed);
  EXPECT_EQ(root.cause, errc::attempts_exhausted);
  EXPECT_EQ(root.attempt, lease_attempts);
}

TEST_F(crawl, a_holder_hears_of_its_lost_lease_at_once) {
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
  EXPECT_EQ(life->env().live_entries.load(), 0U) << "it passivates";
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

TEST_F(crawl, after_a_kill_everything_goes_on_from_its_last_committed_status) {
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
  EXPECT_LE(web.requests.size(), 2 * requests) << "what was stored is not fetched again";
  std::set<std::string> fetched;
  for (const auto& request : web.requests) EXPECT_TRUE(fetched.insert(request.first).second) << request.first;
}

TEST_F(crawl, a_drain_finishes_what_is_in_progress_takes_nothing_new_and_the_next_start_completes) {
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

TEST_F(crawl, a_pool_that_keeps_dying_stops_the_engine_in_order) {
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

TEST_F(crawl, a_clean_document_has_the_time_of_its_making) {
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

TEST_F(crawl, an_address_that_is_refused_is_refused_for_good_row_14) {
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

TEST_F(crawl, documents_that_wait_for_a_suspended_host_lose_no_try) {
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

TEST_F(crawl, what_is_no_rdf_keeps_its_first_characters_D11) {
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
