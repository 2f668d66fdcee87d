// The journal's actor under virtual time: groups, answers after COMMIT, and what a full disk does to those who wait.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal_writer.hpp"

#include <filesystem>
#include <optional>

#include "core/web/seed_hash.hpp"
#include "messages/errors.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/raw_store.hpp"
#include "tests/actors/engine_fixture.hpp"
#include "tests/actors/virtual_time.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/few_files.hpp"
#include "tests/storage/sync_log.hpp"

namespace laundromat {

namespace {

struct stored_change {
  record_hash record;
  errc code = errc::ok;
  committed row;
  bool was_visible = false;  ///< to another connection, at the moment of the answer
};

/// Counts the commits of a write-ahead log: frames whose header tells the size of the database (file format, section 4.1).
std::size_t commits_in(const std::filesystem::path& wal) {
  constexpr std::size_t file_header = 32, frame_header = 24;
  const std::string bytes = read_file(wal);
  const auto number = [&](std::size_t at) {
    std::uint32_t n = 0;
    for (std::size_t i = 0; i < 4; ++i) n = n << 8 | static_cast<unsigned char>(bytes[at + i]);
    return n;
  };
  if (bytes.size() < file_header) return 0;
  const auto frame = frame_header + number(8);
  const auto salt = bytes.substr(16, 8);
  std::size_t found = 0;
  for (auto at = file_header; at + frame <= bytes.size() && bytes.substr(at + 8, 8) == salt; at += frame)
    if (number(at + 4) != 0) ++found;
  return found;
}

}  // namespace

class journal_writer_test : public virtual_time_test {
 protected:
  journal_writer_test()
      : raw_(raw_store::at(folder_.path() / "raw", disk_).value()),
        clean_(clean_store::at(folder_.path() / "clean").value()),
        db_(std::make_shared<journal>(journal::open(file(), journal_mode::read_write).value())) {
    (void)raw_.stage("a").value()->commit();
    env->raw = &raw_;
    env->clean = &clean_;
    writer_ = keep(system().spawn(journal_writer, env, db_, reporter_that_listens()));
    client_ = keep(system().spawn([this](caf::event_based_actor* self) {
      const auto commit = [this, self](const record_hash& hash, const auto& what) {
        self->request(writer_, caf::infinite, commit_atom::value, what)
            .then([this, hash](const committed& row) { note(hash, errc::ok, row); },
                  [this, hash](const caf::error& e) { note(hash, to_failure(e, errc::internal).code, {}); });
      };
      return caf::behavior{[=](const change& c) { commit(c.hash, c); },
                           [=](const std::vector<change>& all) { commit(all.back().hash, all); }};
    }));
  }
  ~journal_writer_test() override { db_.reset(); }
  void forget() override {
    writer_ = nullptr;
    client_ = nullptr;
  }

  reporter_actor reporter_that_listens() {
    return scripted<reporter_actor>(
        {[this](fact_atom, const std::vector<reported_transition>& facts) { facts_ += facts.size(); },
         [](gauge_atom, const stage_gauge&) {}, [](tick_atom) {}, [](stop_atom) { return true; }});
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "journal.sqlite"; }
  [[nodiscard]] std::size_t commits() const { return commits_in(file().string() + "-wal"); }

  void note(const record_hash& hash, errc code, const committed& row) {
    if (!observer_) observer_.emplace(journal::open(file(), journal_mode::read_only).value());
    const auto entry = observer_->entry(hash);
    const auto seed = observer_->seed(hash);
    const bool visible = (entry && entry->current == row.current) || (seed && seed->current == row.current);
    answers_.push_back({hash, code, row, visible});
  }
  /// Puts seeds on the list, without the writer.
  record_hash enlist(const std::string& uri) {
    new_seed row;
    row.request = {uri, seconds{86'400}, 0};
    row.hash = seed_hash(uri);
    row.authority = "own.example:80";
    (void)db_->begin();
    (void)db_->add_seed(row, time());
    (void)db_->commit();
    return row.hash;
  }
  change came_due(const record_hash& seed) {
    change c{record_kind::seed, seed, event::came_due, time(), errc::ok, "", "", {}};
    c.fact = download_fact{download_hash(seed, time())};
    return c;
  }
  change stored_body(const record_hash& download) {
    fetch_outcome found;
    found.on = event::body_stored;
    found.raw_path = "a";
    found.final_uri = "http://own.example/a";
    return of(download, std::move(found));
  }
  template <class Outcome>
  change of(const record_hash& entry, Outcome found) {
    change c{record_kind::entry, entry, found.on, time(), found.cause, found.detail, "", {}};
    c.fact = std::move(found);
    return c;
  }
  void ask(const change& c) { caf::anon_send(client_, c); }
  /// All that happens to a new entry until somebody parses it.
  std::vector<change> way_to_parsing(const std::string& uri) {
    const auto seed = enlist(uri);
    const auto download = download_hash(seed, time());
    unpack_outcome leaf;
    leaf.on = event::leaf_found;
    leaf.content.raw_path = "a";
    leaf.encoding = "UTF-8";
    guess_outcome format;
    format.on = event::format_found;
    format.format = rdf_format::n_triples;
    const change claim{record_kind::entry, download, event::claimed, time(), errc::ok, "", "", {}};
    return {came_due(seed), stored_body(download), claim, of(download, leaf),
            claim,          of(download, format),  claim};
  }
  /// Brings a new entry to `parsing`.
  record_hash entry_in_parsing(const std::string& uri) {
    const auto steps = way_to_parsing(uri);
    for (const auto& step : steps) {
      ask(step);
      run();
    }
    answers_.clear();
    return steps.back().hash;
  }
  /// A crawl that brings a body, which nothing becomes of.
  record_hash crawl(const record_hash& seed, const std::string& path, const std::string& text) {
    pass(seconds{1});
    const auto download = download_hash(seed, time());
    const auto body = raw_.stage(path).value();
    EXPECT_TRUE(body->write(text) && body->commit());
    auto stored = stored_body(download);
    auto& found = std::get<fetch_outcome>(stored.fact);
    found.raw_path = path;
    content_meter meter;
    meter.update(text);
    found.wire = meter.finish();
    const change claim{record_kind::entry, download, event::claimed, time(), errc::ok, "", "", {}};
    const change failed{
        record_kind::entry, download, event::failed_for_good, time(), errc::archive_damaged, "", "", {}};
    const change ended{record_kind::seed, seed, event::crawl_ended, time(), errc::ok, "", "", {}};
    for (const auto& step : {came_due(seed), stored, claim, failed, ended}) {
      ask(step);
      run();
    }
    return download;
  }
  [[nodiscard]] std::filesystem::path body_at(const std::string& name) const {
    return folder_.path() / "raw" / name;
  }
  std::string stage_clean(const std::string& text) {
    auto out = clean_.stage().value();
    (void)out->write(text);
    return out->finish("").value();
  }

  temporary_folder folder_;
  sync_log disk_;
  raw_store raw_;
  clean_store clean_;
  std::shared_ptr<journal> db_;
  std::optional<journal> observer_;  ///< another connection
  journal_actor writer_;
  caf::actor client_;
  std::vector<stored_change> answers_;
  std::size_t facts_ = 0;
};

TEST_F(journal_writer_test, changes_that_arrive_together_are_one_commit_and_are_answered_in_their_order) {
  std::vector<record_hash> seeds;
  for (int i = 0; i < 50; ++i) seeds.push_back(enlist("http://own.example/" + std::to_string(i)));
  const auto before = commits();
  for (const auto& seed : seeds) ask(came_due(seed));
  run();
  EXPECT_EQ(commits(), before + 1);
  ASSERT_EQ(answers_.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(answers_[i].record, seeds[i]);
  EXPECT_EQ(facts_, 50U);
}

TEST_F(journal_writer_test, changes_that_arrive_one_by_one_are_stored_one_by_one) {
  const auto before = commits();
  for (int i = 0; i < 3; ++i) {
    ask(came_due(enlist("http://own.example/" + std::to_string(i))));
    run();
  }
  EXPECT_EQ(commits(), before + 6) << "three new seeds and three changes";
  EXPECT_EQ(answers_.size(), 3U);
}

TEST_F(journal_writer_test, a_chain_of_changes_is_one_commit_and_one_answer) {
  const auto chain = way_to_parsing("http://own.example/a");
  const auto before = commits();
  caf::anon_send(client_, chain);
  run();
  EXPECT_EQ(commits(), before + 1);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].row.current, status::parsing);
  EXPECT_TRUE(answers_[0].was_visible);
  EXPECT_EQ(facts_, chain.size()) << "each is told";
}

TEST_F(journal_writer_test, what_is_answered_is_visible_to_every_other_connection) {
  for (int i = 0; i < 8; ++i) {
    ask(came_due(enlist("http://own.example/" + std::to_string(i))));
    run();
  }
  ASSERT_EQ(answers_.size(), 8U);
  for (const auto& answer : answers_) EXPECT_TRUE(answer.was_visible);
}

TEST_F(journal_writer_test, the_journal_begins_a_generation_every_ten_minutes_of_work) {
  const auto data = safe_folder::named(folder_.path()).value();
  env->folder = &data;
  const auto generation = [&] { return db_->identity().value().generation; };
  auto work = [&, n = 0]() mutable {
    ask(came_due(enlist("http://own.example/" + std::to_string(n++))));
    run();
  };
  work();
  EXPECT_EQ(generation(), 0U);
  pass(seconds{601});
  EXPECT_EQ(generation(), 0U) << "nothing was written";
  work();
  work();
  EXPECT_EQ(generation(), 1U);
  pass(seconds{601});
  work();
  EXPECT_EQ(generation(), 2U);
  EXPECT_EQ(read_identity(data).value().value().generation, 2U);
}

TEST_F(journal_writer_test, an_illegal_change_fails_alone) {
  const auto one = enlist("http://own.example/1");
  const auto two = enlist("http://own.example/2");
  ask(came_due(one));
  ask(stored_body(md5("nobody")));
  ask(change{record_kind::seed, two, event::crawl_ended, time(), errc::ok, "", "", {}});
  ask(came_due(two));
  run();
  ASSERT_EQ(answers_.size(), 4U);
  EXPECT_EQ(answers_[0].code, errc::ok);
  EXPECT_EQ(answers_[1].code, errc::not_found);
  EXPECT_EQ(answers_[2].code, errc::illegal_transition);
  EXPECT_EQ(answers_[3].code, errc::ok);
  EXPECT_EQ(facts_, 2U) << "what was not stored is not reported";
}

TEST_F(journal_writer_test,
       nobody_is_answered_before_the_commit_and_a_full_disk_makes_everybody_wait_until_there_is_room) {
  const auto download = entry_in_parsing("http://own.example/large");
  const auto other = enlist("http://own.example/other");
  ASSERT_TRUE(db_->checkpoint());
  ASSERT_TRUE(db_->limit_size(std::filesystem::file_size(file())));
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256("x");
  for (int i = 0; i < 500; ++i)
    found.defects.push_back({errc::syntax_error, 0, 0, 1, 1, std::string(400, 'x')});
  ask(of(download, found));
  ask(came_due(other));
  pass(seconds{10});
  EXPECT_TRUE(answers_.empty()) << "also those whose change would have fitted: the group is one";
  EXPECT_EQ(db_->entry(download)->current, status::parsing);
  ASSERT_TRUE(db_->limit_size(0));
  pass(seconds{2});
  ASSERT_EQ(answers_.size(), 2U);
  for (const auto& answer : answers_) EXPECT_EQ(answer.code, errc::ok);
  EXPECT_EQ(db_->entry(download)->current, status::parsed);
}

TEST_F(journal_writer_test, a_try_waits_for_room_as_a_change_does_and_no_worker_is_granted_meanwhile) {
  const auto download = entry_in_parsing("http://own.example/large");
  ASSERT_TRUE(db_->checkpoint());
  ASSERT_TRUE(db_->limit_size(std::filesystem::file_size(file())));
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256("x");
  for (int i = 0; i < 500; ++i)
    found.defects.push_back({errc::syntax_error, 0, 0, 1, 1, std::string(400, 'x')});
  ask(of(download, found));
  std::optional<bool> counted;
  const auto asker = keep(system().spawn([&](caf::event_based_actor* self) {
    self->request(writer_, caf::infinite, attempt_atom::value, download)
        .then([&](const committed&) { counted = true; }, [&](const caf::error&) { counted = false; });
    return caf::behavior{[](tick_atom) {}};
  }));
  EXPECT_TRUE(may_work(*env));
  pass(seconds{10});
  EXPECT_FALSE(counted) << "neither counted nor refused";
  EXPECT_FALSE(may_work(*env));
  ASSERT_TRUE(db_->limit_size(0));
  pass(seconds{2});
  EXPECT_EQ(counted, true);
  EXPECT_TRUE(may_work(*env));
}

TEST_F(journal_writer_test, a_clean_file_is_published_before_the_commit_that_names_it) {
  const auto download = entry_in_parsing("http://own.example/a");
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256("clean");
  found.clean.statements = 1;
  found.staged = stage_clean("clean");
  ASSERT_FALSE(std::filesystem::exists(clean_.path_of(found.clean.hash)));
  ask(of(download, found));
  run();
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].code, errc::ok);
  EXPECT_TRUE(std::filesystem::exists(clean_.path_of(found.clean.hash)));
}

TEST_F(journal_writer_test, a_body_is_durable_before_the_commit_that_names_it) {
  const auto body = raw_.stage("a").value();
  ASSERT_TRUE(body->write("body") && body->commit());
  const auto seed = enlist("http://own.example/a");
  const auto download = download_hash(seed, time());
  ask(came_due(seed));
  run();
  std::vector<status> seen;
  disk_.answer = [&]() -> result<void> {
    seen.push_back(db_->entry(download)->current);
    return {};
  };
  ask(stored_body(download));
  run();
  EXPECT_EQ(disk_.calls, (std::vector<std::string>{"file a", "folder raw"}));
  EXPECT_EQ(seen, (std::vector<status>{status::downloading, status::downloading}));
  EXPECT_EQ(db_->entry(download)->current, status::filed);
}

TEST_F(journal_writer_test, the_same_body_of_any_crawl_of_a_seed_is_stored_once) {
  const auto seed = enlist("http://own.example/a");
  for (const auto* body : {"a1 same", "b1 other", "a2 same", "a3 same", "b2 other"})
    crawl(seed, std::string{body, 2}, body + 3);
  EXPECT_TRUE(std::filesystem::equivalent(body_at("a1"), body_at("a3")));
  EXPECT_TRUE(std::filesystem::equivalent(body_at("a2"), body_at("a3")));
  EXPECT_TRUE(std::filesystem::equivalent(body_at("b1"), body_at("b2")));
  EXPECT_FALSE(std::filesystem::equivalent(body_at("a1"), body_at("b1")));
  EXPECT_EQ(std::filesystem::hard_link_count(body_at("a1")), 3U);
}

TEST_F(journal_writer_test, a_torn_body_goes_when_a_later_crawl_has_brought_one) {
  const auto seed = enlist("http://own.example/a");
  const auto torn = download_hash(seed, time());
  ASSERT_TRUE(raw_.stage("a").value()->commit());
  for (const auto& step : {came_due(seed), stored_body(torn)}) {
    ask(step);
    run();
  }
  ASSERT_TRUE(db_->lose_body(torn, "torn", time()));
  EXPECT_TRUE(std::filesystem::exists(body_at("a"))) << "it may be all that there is";
  crawl(seed, "whole", "whole");
  EXPECT_FALSE(std::filesystem::exists(body_at("a")));
  EXPECT_TRUE(std::filesystem::exists(body_at("whole")));
  EXPECT_EQ(db_->entry(torn)->content.raw_path, "");
}

TEST_F(journal_writer_test, a_body_that_a_broken_disk_does_not_take_is_not_committed) {
  const auto body = raw_.stage("a").value();
  ASSERT_TRUE(body->write("body") && body->commit());
  const auto seed = enlist("http://own.example/a");
  const auto download = download_hash(seed, time());
  ask(came_due(seed));
  run();
  disk_.answer = []() -> result<void> { return fail(errc::io_failed, "sync: the disk is broken"); };
  ask(stored_body(download));
  run();
  EXPECT_EQ(db_->entry(download)->current, status::downloading);
}

TEST_F(journal_writer_test, a_sync_that_failed_for_want_of_room_is_not_believed_when_it_is_tried_again) {
  const auto seed = enlist("http://own.example/a");
  const auto download = download_hash(seed, time());
  ask(came_due(seed));
  run();
  int calls = 0;  // the kernel tells a lost page once
  disk_.answer = [&]() -> result<void> {
    return calls++ == 0 ? fail(errc::no_space, "sync a: no space left") : result<void>{};
  };
  ask(stored_body(download));
  pass(seconds{10});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(db_->entry(download)->current, status::downloading);
}

TEST_F(journal_writer_test, bodies_that_cannot_be_examined_are_waited_for) {
  const auto seed = enlist("http://own.example/a");
  const auto download = download_hash(seed, time());
  ask(came_due(seed));
  run();
  answers_.clear();
  {
    const few_files none;
    ask(stored_body(download));
    pass(seconds{3});
    EXPECT_TRUE(answers_.empty());
    EXPECT_TRUE(disk_.calls.empty());
    EXPECT_FALSE(may_work(*env));
  }
  pass(seconds{2});
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].code, errc::ok);
  EXPECT_EQ(disk_.calls, (std::vector<std::string>{"file a", "folder raw"}));
}

TEST_F(journal_writer_test, a_commit_that_names_a_clean_file_never_stands_without_the_file) {
  const auto download = entry_in_parsing("http://own.example/a");
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256("clean");
  found.clean.statements = 1;
  found.staged = "no-such-file";
  ask(of(download, found));
  run();
  EXPECT_EQ(db_->entry(download)->current, status::parsing);
  for (const auto& answer : answers_) EXPECT_NE(answer.code, errc::ok);
}

TEST_F(journal_writer_test,
       a_full_disk_below_the_clean_store_publishes_and_commits_when_there_is_room_again) {
  const auto download = entry_in_parsing("http://own.example/a");
  ASSERT_TRUE(db_->checkpoint());
  ASSERT_TRUE(db_->limit_size(std::filesystem::file_size(file())));
  parse_outcome found;
  found.on = event::statements_stored;
  found.clean.hash = sha256("clean");
  found.clean.statements = 1;
  found.staged = stage_clean("clean");
  for (int i = 0; i < 500; ++i)
    found.defects.push_back({errc::syntax_error, 0, 0, 1, 1, std::string(400, 'x')});
  ask(of(download, found));
  pass(seconds{5});
  EXPECT_TRUE(answers_.empty());
  ASSERT_TRUE(db_->limit_size(0));
  pass(seconds{2});
  ASSERT_EQ(answers_.size(), 1U) << "publishing what is published already changes nothing";
  EXPECT_EQ(answers_[0].code, errc::ok);
}

TEST_F(journal_writer_test, states_of_one_host_become_one_row_that_keeps_its_robots_txt) {
  host_record with_robots;
  with_robots.authority = "own.example:80";
  with_robots.next_allowed = time() + seconds{1};
  with_robots.robots.fetched = time();
  with_robots.robots.expires = time() + std::chrono::hours{24};
  with_robots.robots.status = "200";
  with_robots.robots.body = "User-agent: *\nDisallow: /attic\n";
  auto later = host_record{};
  later.authority = with_robots.authority;
  later.next_allowed = time() + seconds{7};
  later.failures = 2;
  const auto before = commits();
  caf::anon_send(writer_, save_atom::value, with_robots);
  caf::anon_send(writer_, save_atom::value, later);
  run();
  EXPECT_EQ(commits(), before + 1);
  const auto host = db_->host("own.example:80").value();
  ASSERT_TRUE(host);
  EXPECT_EQ(host->next_allowed, later.next_allowed);
  EXPECT_EQ(host->failures, 2U);
  const auto robots = db_->robots("own.example:80").value();
  ASSERT_TRUE(robots);
  EXPECT_EQ(robots->body, with_robots.robots.body);
  EXPECT_EQ(robots->expires, with_robots.robots.expires);

  later.failures = 3;
  caf::anon_send(writer_, save_atom::value, later);
  run();
  EXPECT_EQ(db_->host("own.example:80").value()->failures, 3U);
  EXPECT_EQ(db_->robots("own.example:80").value()->body, with_robots.robots.body)
      << "a later group keeps it too";

  auto again = with_robots, failing = later;
  again.robots.body = "User-agent: *\nDisallow: /cellar\n";
  failing.robots.fetched = failing.robots.failing_since = time() + seconds{1};
  failing.robots.status = "503";
  failing.robots.failures = 1;
  caf::anon_send(writer_, save_atom::value, again);
  caf::anon_send(writer_, save_atom::value, failing);
  run();
  const auto kept = db_->robots("own.example:80").value();
  EXPECT_EQ(kept->status, "503");
  EXPECT_EQ(kept->body, again.robots.body) << "a failure keeps the file that the same group has read";
  EXPECT_EQ(kept->failures, 1U);
}

TEST_F(journal_writer_test, a_stop_stores_what_waits_before_it_is_answered) {
  const auto seed = enlist("http://own.example/a");
  ask(came_due(seed));
  bool stored = false;
  const auto asks = keep(system().spawn([&](caf::event_based_actor* self) {
    return caf::behavior{[&, self](stop_atom) {
      self->request(writer_, caf::infinite, stop_atom::value).then([&](bool done) { stored = done; });
    }};
  }));
  caf::anon_send(asks, stop_atom::value);
  run();
  EXPECT_TRUE(stored);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(db_->seed(seed)->current, status::downloading);
}

}  // namespace laundromat
