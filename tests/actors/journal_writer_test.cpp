// Tests of the journal writer, under virtual time: groups, answers after COMMIT, and a full disk.
// SPDX-License-Identifier: Apache-2.0
#include "tests/actors/journal_writer_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

TEST_F(journal_writer_test, changes_that_arrive_together_are_one_commit_and_are_answered_in_their_order) {
  std::vector<record_hash> seeds;
  for (int i = 0; i < 50; ++i) seeds.push_back(enlist("http://own.example/" + std::to_string(i)));
  run();  // the writer has begun, and noted with what documents are washed
  const auto before = commits();
  for (const auto& seed : seeds) ask(came_due(seed));
  run();
  EXPECT_EQ(commits(), before + 1);
  ASSERT_EQ(answers_.size(), 50U);
  for (std::size_t i = 0; i < 50; ++i) EXPECT_EQ(answers_[i].record, seeds[i]);
  EXPECT_EQ(facts_, 50U);
}

TEST_F(journal_writer_test, changes_that_arrive_one_by_one_are_stored_one_by_one) {
  run();  // the writer has begun, and noted with what documents are washed
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
  run();  // the writer has begun, and noted with what documents are washed
  const auto before = commits();
  caf::anon_send(client_, chain);
  run();
  EXPECT_EQ(commits(), before + 1);
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].row.current, status::parsing);
  EXPECT_TRUE(answers_[0].was_visible);
  EXPECT_EQ(facts_, chain.size()) << "each change is reported";
}

TEST_F(journal_writer_test, each_group_is_metered_with_its_transitions) {
  const auto chain = way_to_parsing("http://own.example/a");
  run();
  const auto before = env->meters.commits.read();
  caf::anon_send(client_, chain);
  run();
  const auto after = env->meters.commits.read();
  EXPECT_EQ(after.durations.count(), before.durations.count() + 1);
  EXPECT_EQ(after.transitions, before.transitions + chain.size());
  EXPECT_EQ(after.failed, 0U);
}

TEST_F(journal_writer_test, what_is_answered_is_visible_to_every_other_connection) {
  for (int i = 0; i < 8; ++i) {
    ask(came_due(enlist("http://own.example/" + std::to_string(i))));
    run();
  }
  ASSERT_EQ(answers_.size(), 8U);
  for (const auto& answer : answers_) EXPECT_TRUE(answer.was_visible);
}

TEST_F(journal_writer_test, seeds_are_answered_after_their_commit_R59) {
  bool was_stored = false;
  const auto asking = keep(system().spawn([&](caf::event_based_actor* self) {
    const std::vector<seed_request> seeds{{"http://own.example/a", seconds{86'400}, 0}};
    self->request(writer_, caf::infinite, add_atom::value, seeds).then([&](const seeds_added& sum) {
      auto other = journal::open(file(), journal_mode::read_only).value();
      was_stored = sum.added == 1 && other.seed(seed_hash("http://own.example/a")).has_value();
    });
  }));
  run();
  EXPECT_TRUE(was_stored);
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
  EXPECT_EQ(generation(), 0U) << "there was no change";
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
  EXPECT_EQ(facts_, 2U) << "a change that is not stored is not reported";
}

TEST_F(journal_writer_test,
       no_change_is_answered_before_its_commit_and_a_full_disk_makes_all_wait_until_there_is_space) {
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
  EXPECT_TRUE(answers_.empty()) << "the whole group waits, also changes for which there is space";
  EXPECT_EQ(db_->entry(download)->current, status::parsing);
  ASSERT_TRUE(db_->limit_size(0));
  pass(seconds{2});
  ASSERT_EQ(answers_.size(), 2U);
  for (const auto& answer : answers_) EXPECT_EQ(answer.code, errc::ok);
  EXPECT_EQ(db_->entry(download)->current, status::parsed);
}

TEST_F(journal_writer_test, an_attempt_waits_for_space_like_a_change_and_no_worker_is_granted_meanwhile) {
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
  EXPECT_FALSE(counted) << "the request waits";
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
  ASSERT_FALSE(clean_.open(found.clean.hash));
  ask(of(download, found));
  run();
  ASSERT_EQ(answers_.size(), 1U);
  EXPECT_EQ(answers_[0].code, errc::ok);
  EXPECT_EQ(read_all(*clean_.open(found.clean.hash).value(), 100), "clean");
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

TEST_F(journal_writer_test, a_torn_body_is_removed_when_a_later_crawl_has_stored_one) {
  const auto seed = enlist("http://own.example/a");
  const auto torn = download_hash(seed, time());
  ASSERT_TRUE(raw_.stage("a").value()->commit());
  for (const auto& step : {came_due(seed), stored_body(torn)}) {
    ask(step);
    run();
  }
  ASSERT_TRUE(db_->lose_body(torn, "torn", time()));
  EXPECT_TRUE(std::filesystem::exists(body_at("a"))) << "the torn body may be the only one";
  crawl(seed, "whole", "whole");
  EXPECT_FALSE(std::filesystem::exists(body_at("a")));
  EXPECT_TRUE(std::filesystem::exists(body_at("whole")));
  EXPECT_EQ(db_->entry(torn)->content.raw_path, "");
}

TEST_F(journal_writer_test, a_body_that_cannot_be_written_is_not_committed) {
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

TEST_F(journal_writer_test, a_sync_that_failed_for_want_of_space_is_not_trusted_when_it_is_tried_again) {
  const auto seed = enlist("http://own.example/a");
  const auto download = download_hash(seed, time());
  ask(came_due(seed));
  run();
  int calls = 0;  // the kernel reports a lost page only once
  disk_.answer = [&]() -> result<void> {
    return calls++ == 0 ? fail(errc::no_space, "sync a: no space left") : result<void>{};
  };
  ask(stored_body(download));
  pass(seconds{10});
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(db_->entry(download)->current, status::downloading);
}

TEST_F(journal_writer_test, a_commit_waits_for_bodies_that_cannot_be_examined) {
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

TEST_F(journal_writer_test, a_commit_that_names_a_clean_file_never_exists_without_the_file) {
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

TEST_F(journal_writer_test, after_a_full_disk_of_the_clean_store_the_file_is_published_and_committed) {
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
  ASSERT_EQ(answers_.size(), 1U) << "publishing a published file again changes nothing";
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
  run();  // the writer has begun, and noted with what documents are washed
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
      << "a later group keeps it, too";

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

TEST_F(journal_writer_test, a_stop_stores_waiting_changes_before_it_is_answered) {
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

TEST_F(journal_writer_test, segments_are_rewritten_while_nothing_is_to_be_committed) {
  const auto root = safe_folder::named(folder_.path()).value();
  env->folder = &root;
  env->settings.wardrobe.versions = 1;
  publisher_.emplace(clean_publisher::open(root, clean_, *db_, {100}).value());
  writer_ = keep(system().spawn(journal_writer, env, db_, recording_reporter()));
  const auto seed = enlist("http://own.example/a");
  const auto crawl_to = [&](const std::string& text) {
    pass(seconds{1});
    const auto download = download_hash(seed, time());
    unpack_outcome leaf;
    leaf.on = event::leaf_found;
    leaf.content.raw_path = "a";
    guess_outcome format;
    format.on = event::format_found;
    format.format = rdf_format::n_triples;
    parse_outcome found;
    found.on = event::statements_stored;
    found.clean.hash = sha256(text);
    found.clean.statements = 1;
    found.clean.content.bytes = text.size();
    found.staged = stage_clean(text);
    const change claim{record_kind::entry, download, event::claimed, time(), errc::ok, "", "", {}};
    for (const auto& step :
         {came_due(seed), stored_body(download), claim, of(download, leaf), claim, of(download, format),
          claim, of(download, found),
          change{record_kind::seed, seed, event::crawl_ended, time(), errc::ok, "", "", {}}}) {
      ask(step);
      run();
    }
  };
  const auto segments = [&] { return db_->segments(segment_kind::clean).value().size(); };
  std::string text;
  for (int i = 0; i < 20; ++i)
    crawl_to(text = "a document of about fifty characters, number " + std::to_string(i));
  for (const auto& answer : answers_) EXPECT_EQ(answer.code, errc::ok);
  pass(seconds{10});
  EXPECT_LE(segments(), 3U);
  EXPECT_EQ(files_below(folder_.path() / "clean/segments"), segments());
  EXPECT_EQ(read_all(*clean_.open(sha256(text)).value(), 100), text);
  env->settings.wardrobe.compact = false;
  writer_ = keep(system().spawn(journal_writer, env, db_, recording_reporter()));
  for (int i = 20; i < 40; ++i) crawl_to("a document of about fifty characters, number " + std::to_string(i));
  EXPECT_GE(segments(), 7U) << "the campaign does not want it";
}

TEST_F(journal_writer_test, what_is_kept_of_bodies_is_bounded_while_they_come_R206) {
  env->settings.raw.keep_mib = 1;
  caf::anon_send(writer_, reload_atom::value);
  run();
  const auto stored = [&] {
    std::uint64_t sum = 0;
    for (const auto& one : std::filesystem::recursive_directory_iterator{folder_.path() / "raw"})
      if (one.is_regular_file()) sum += one.file_size();
    return sum;
  };
  std::uint64_t most = 0;
  for (int i = 0; i < 80; ++i) {
    const auto name = std::to_string(i);
    crawl(enlist("http://own.example/" + name), "b" + name, std::string(std::size_t{100} << 10, 'b') + name);
    most = std::max(most, stored());
  }
  EXPECT_LT(most, std::uint64_t{3} << 20) << "of 8 MiB that came in a minute";
  EXPECT_GT(stored(), std::uint64_t{1} << 19);
}

TEST_F(journal_writer_test, a_step_of_retention_waits_a_second_at_most_under_load_R206) {
  const auto old = crawl(enlist("http://own.example/old"), "old", "an old body");
  env->settings.raw.keep_days = 1;
  env->wall_epoch += std::chrono::days{3};
  caf::anon_send(writer_, reload_atom::value);
  run();
  host_record busy;  // each tick finds a change that waits to be committed
  busy.authority = "h:80";
  int quarters = 0;
  for (; quarters < 60 && std::filesystem::exists(body_at("old")); ++quarters) {
    caf::anon_send(writer_, save_atom::value, busy);
    pass(milliseconds{250});
  }
  EXPECT_LE(quarters, 4) << "a second for the only step";
  EXPECT_EQ(db_->entry(old)->current, status::failed);
}

}  // namespace laundromat
