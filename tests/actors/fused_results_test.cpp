// Tests of fused results, the results of later stages that a worker returns with its own, under virtual time.
// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <stdexcept>

#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/actors/engine_fixture.hpp"
#include "tests/actors/journal_writer_fixture.hpp"

namespace laundromat {

using crawl = laundry_test;

namespace {

/// The outcome of a download with the fused results of all later stages, and with `staged`, a file of the clean store.
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

}  // namespace

TEST_F(crawl, a_fused_result_is_stored_in_its_turn_without_another_worker) {
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
  EXPECT_TRUE(open_documents_to_read(folder.path())->open(sha256("a")));
  const auto attempts = journal_reader{life->db()}.attempts(root.hash).value();
  EXPECT_EQ(attempts.size(), 4U);
}

TEST_F(crawl, the_files_of_a_fused_result_that_is_not_used_are_removed) {
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
  for (const auto& name : staged) EXPECT_FALSE(clean.staged().open(name));
}

TEST_F(crawl, the_files_of_a_fused_result_are_removed_with_its_entry) {
  seed("http://own.example/a.nt");
  const auto clean = clean_store::at(folder.path() / "clean").value();
  std::string staged;
  web.fetch = [&](const fetch_job& job) {
    staged = stage_text(clean, "a");
    auto found = washed_already(job, sha256("a"), staged);
    found.fused->on = event::format_found;  // not an event of unpacking: the journal refuses it
    return found;
  };
  auto life = start();
  life->pass(seconds{2});
  EXPECT_FALSE(staged.empty());
  EXPECT_FALSE(clean.staged().open(staged));
}

TEST_F(crawl, an_attempt_that_is_lost_with_its_node_is_never_the_last) {
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

TEST_F(crawl, a_download_with_fused_results_of_all_stages_needs_no_other_worker) {
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
      << "the body is at the node, so the result is used although it has no delta";
}

TEST_F(crawl, a_small_document_waits_for_one_commit_from_due_to_rest) {
  serve("http://own.example/a.nt");
  seed("http://own.example/a.nt");
  const auto clean = clean_store::at(folder.path() / "clean").value();
  const auto commits = [&] { return commits_in(folder.path() / "journal.sqlite-wal"); };
  std::size_t when_washed = 0;
  engine_life* running = nullptr;
  washers.unpack = [&](const unpack_job& job) {
    when_washed = commits();
    EXPECT_EQ(running->db().seed(seed_hash("http://own.example/a.nt"))->current, status::added);
    auto found = *washed_already({}, sha256("a"), stage_text(clean, "a")).fused;
    found.content = job.content;
    return std::optional{found};
  };
  engine_life life{folder.path(), settings, web, washers, clock};
  running = &life;
  life.pass(seconds{5});
  EXPECT_EQ(root_of(life, "http://own.example/a.nt").clean, sha256("a"));
  EXPECT_EQ(life.db().seed(seed_hash("http://own.example/a.nt"))->crawls, 1U);
  EXPECT_EQ(commits() - when_washed, 1U) << "the begin of the crawl, all outcomes, and its end";
}

TEST_F(crawl, a_fused_parse_without_the_previous_document_is_done_again) {
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
  EXPECT_FALSE(clean.staged().open(staged[1]));
  const auto published = open_documents_to_read(folder.path()).value();
  EXPECT_TRUE(published.open(sha256("document 1")));
  EXPECT_TRUE(published.open_delta(sha256("document 1"), sha256("document 0")));
}

}  // namespace laundromat
