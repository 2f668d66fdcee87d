// Tests of the journal as a file: groups, full disks, other programs, other processes, restarts.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal.hpp"

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <fstream>

#include "storage/journal/journal_pages.hpp"
#include "storage/journal/journal_schema.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

using journal_file = journal_test;

namespace {

/// Runs SQL on a separate connection and returns the result code.
int run_sql(const std::filesystem::path& file, const std::string& sql) {
  sqlite3* db = nullptr;
  int code =
      sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, checksum_file_system());
  if (code == SQLITE_OK) code = sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr);
  sqlite3_close(db);
  return code;
}

errc open_error(const std::filesystem::path& file, journal_mode mode) {
  auto opened = journal::open(file, mode);
  return opened ? errc::ok : opened.error().code;
}

}  // namespace

TEST_F(journal_file, history_cannot_be_changed_or_deleted) {
  file_body(start(add("http://example.org/a")));
  EXPECT_NE(run_sql(file(), "UPDATE entries SET history = ''"), SQLITE_OK);
  EXPECT_NE(run_sql(file(), "UPDATE entries SET begun_ms = 0"), SQLITE_OK);
  EXPECT_NE(run_sql(file(), "DELETE FROM entries"), SQLITE_OK);
  EXPECT_EQ(run_sql(file(), "UPDATE entries SET history = history || ',[11,7]'"), SQLITE_OK);
  EXPECT_EQ(run_sql(file(), "SELECT count(*) FROM transitions"), SQLITE_OK);
}

TEST_F(journal_file, an_uncommitted_group_is_lost_and_committed_groups_are_kept) {
  const auto kept = add("http://example.org/kept");
  new_seed lost;
  lost.request.uri = "http://example.org/lost";
  lost.hash = md5(lost.request.uri);
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().add_seed(lost, noon));
  reopen();
  EXPECT_TRUE(j().seed(kept));
  EXPECT_EQ(j().seed(lost.hash).error().code, errc::not_found);
}

TEST_F(journal_file, a_crash_in_a_group_loses_nothing_committed) {
  const auto seed = add("http://example.org/a");
  journal_.reset();
  const auto child = ::fork();
  if (child == 0) {
    auto opened = journal::open(file(), journal_mode::read_write);
    auto c = seed_change(seed, event::came_due);
    c.fact = download_fact{md5("first")};
    bool good = opened && opened->begin() && opened->apply(c) && opened->commit() && opened->begin();
    good = good && opened->apply(entry_change(md5("first"), event::failed_for_good));
    ::_exit(good ? 0 : 1);
  }
  int code = 0;
  ASSERT_EQ(::waitpid(child, &code, 0), child);
  ASSERT_EQ(code, 0);
  reopen();
  EXPECT_EQ(current(md5("first")), status::downloading);
  EXPECT_TRUE(j().check());
}

TEST_F(journal_file, no_acknowledged_commit_is_lost_by_sigkill) {
  journal_.reset();
  int answers[2] = {};
  ASSERT_EQ(::pipe(answers), 0);
  const auto child = ::fork();
  if (child == 0) {
    auto opened = journal::open(file(), journal_mode::read_write);
    for (std::uint32_t i = 0; opened; ++i) {
      new_seed s;
      s.request.uri = std::to_string(i);
      s.hash = md5(s.request.uri);
      if (!opened->begin() || !opened->add_seed(s, noon) || !opened->commit()) break;
      if (::write(answers[1], &i, sizeof i) != sizeof i) break;
    }
    ::_exit(1);
  }
  ::close(answers[1]);
  std::uint32_t last = 0, answered = 0;
  while (answered < 20 && ::read(answers[0], &last, sizeof last) == sizeof last) ++answered;
  ::kill(child, SIGKILL);
  while (::read(answers[0], &last, sizeof last) == sizeof last) ++answered;
  ::close(answers[0]);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_GE(answered, 20U);
  reopen();
  for (std::uint32_t i = 0; i <= last; ++i) EXPECT_TRUE(j().seed(md5(std::to_string(i)))) << i;
  EXPECT_TRUE(j().check());
}

TEST_F(journal_file, a_reader_sees_commits_of_another_connection_and_never_half_a_group) {
  auto reader = journal::open(file(), journal_mode::read_only);
  ASSERT_TRUE(reader);
  const auto seed = add("http://example.org/a");
  EXPECT_TRUE(reader->seed(seed));
  auto c = seed_change(seed, event::came_due);
  c.fact = download_fact{md5("d")};
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().apply(c));
  EXPECT_FALSE(reader->entry(md5("d")));
  ASSERT_TRUE(j().commit());
  EXPECT_TRUE(reader->entry(md5("d")));
  EXPECT_EQ(reader->begin().error().code, errc::journal_failed) << "a reader cannot write";
}

TEST_F(journal_file, another_process_reads_while_this_one_writes) {
  const auto seed = add("http://example.org/a");
  ASSERT_TRUE(j().begin());
  const auto child = ::fork();
  if (child == 0) {
    auto reader = journal::open(file(), journal_mode::read_only);
    ::_exit(reader && reader->seed(seed) ? 0 : 1);
  }
  int code = 0;
  ASSERT_EQ(::waitpid(child, &code, 0), child);
  EXPECT_EQ(code, 0);
  EXPECT_TRUE(j().commit());
}

TEST_F(journal_file, a_reader_needs_no_engine_and_no_other_files) {
  const auto seed = add("http://example.org/a");
  journal_.reset();
  EXPECT_FALSE(std::filesystem::exists(file().string() + "-wal"));
  auto reader = journal::open(file(), journal_mode::read_only);
  ASSERT_TRUE(reader) << to_string(reader.error());
  EXPECT_TRUE(reader->seed(seed));
}

TEST_F(journal_file, a_reader_without_write_permission_reads_the_journal_of_a_stopped_engine) {
  const auto seed = add("http://example.org/a");
  journal_.reset();
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
  const auto child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65'534) != 0) ::_exit(2);
    auto reader = journal::open(file(), journal_mode::read_only);
    ::_exit(reader && reader->seed(seed) ? 0 : 1);
  }
  int code = 0;
  EXPECT_EQ(::waitpid(child, &code, 0), child);
  std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755});
  EXPECT_EQ(code, 0);
}

TEST_F(journal_file, an_archive_of_twenty_thousand_members_is_one_change) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  std::vector<archive_member> members;
  for (std::uint64_t i = 0; i < 20'000; ++i) members.push_back(member(i, "dir/" + std::to_string(i) + ".nt"));
  EXPECT_FALSE(children(root, members).tree_is_finished);
  EXPECT_EQ(j().budget_spent(root)->entries, 20'000U);
  EXPECT_EQ(j().open_children(root, 19'997, 10)->size(), 2U);
}

TEST_F(journal_file, a_reader_creates_no_journal) {
  const auto other = folder_.path() / "other.sqlite";
  EXPECT_EQ(open_error(other, journal_mode::read_only), errc::not_found);
  EXPECT_FALSE(std::filesystem::exists(other));
}

TEST_F(journal_file, a_database_of_another_program_is_not_changed) {
  const auto other = folder_.path() / "other.sqlite";
  ASSERT_EQ(run_sql(other, "CREATE TABLE mine (a)"), SQLITE_OK);
  EXPECT_EQ(open_error(other, journal_mode::read_write), errc::journal_foreign);
  EXPECT_EQ(open_error(other, journal_mode::read_only), errc::journal_foreign);
  const auto text = folder_.path() / "text.sqlite";
  std::ofstream{text} << std::string(5'000, 'x');
  EXPECT_EQ(open_error(text, journal_mode::read_write), errc::journal_foreign);
  EXPECT_EQ(open_error(text, journal_mode::read_only), errc::journal_foreign);
}

TEST_F(journal_file, a_newer_journal_is_not_changed) {
  journal_.reset();
  ASSERT_EQ(run_sql(file(), "PRAGMA user_version = 99"), SQLITE_OK);
  EXPECT_EQ(open_error(file(), journal_mode::read_write), errc::journal_newer);
  EXPECT_EQ(open_error(file(), journal_mode::read_only), errc::journal_newer);
}

TEST_F(journal_file, each_version_is_reached_in_one_transaction) {
  const auto path = folder_.path() / "steps.sqlite";
  constexpr std::array<const char*, 3> steps = {"CREATE TABLE a (x)", "CREATE TABLE b (x)",
                                                "CREATE TABLE c (x); broken"};
  auto db = database::open(path, database_access::read_write);
  EXPECT_THROW(migrate(db, steps, folder_.path() / "backup"), storage_fault);
  EXPECT_EQ(db.number("PRAGMA user_version"), 0) << "a new journal has all of its tables or none";
  EXPECT_EQ(db.number("SELECT count(*) FROM sqlite_schema"), 0);
  migrate(db, std::span{steps}.first(1), folder_.path() / "backup");
  EXPECT_THROW(migrate(db, steps, folder_.path() / "backup"), storage_fault);
  EXPECT_EQ(db.number("PRAGMA user_version"), 2);
  EXPECT_EQ(db.number("SELECT count(*) FROM sqlite_schema"), 2) << "the broken step left nothing";
  constexpr std::array<const char*, 3> mended = {steps[0], steps[1], "CREATE TABLE c (x)"};
  auto again = database::open(path, database_access::read_write);
  migrate(again, mended, folder_.path() / "backup");
  EXPECT_EQ(again.number("PRAGMA user_version"), 3);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "backup"));
}

TEST_F(journal_file, defects_of_the_first_version_are_kept_as_skipped) {
  const auto path = folder_.path() / "first.sqlite";
  auto db = database::open(path, database_access::read_write);
  migrate(db, journal_steps().first(1), folder_.path() / "none");
  db.execute(
      "PRAGMA foreign_keys = OFF; INSERT INTO defects (entry, stage, rule, offset_bytes, length_bytes, line, "
      "in_line, message) VALUES (1, 4, 92, 0, 3, 1, 1, 'old')");
  migrate(db, journal_steps(), folder_.path() / "backup");
  EXPECT_EQ(db.number("SELECT done FROM defects"), static_cast<std::int64_t>(treatment::skip));
  EXPECT_EQ(db.number("SELECT length(before) + length(after) FROM defects"), 0);
}

TEST_F(journal_file, a_full_disk_loses_only_one_group) {
  const auto kept = add("http://example.org/kept");
  ASSERT_TRUE(j().limit_size(std::filesystem::file_size(file()) + 65'536));
  ASSERT_TRUE(j().begin());
  errc seen = errc::ok;
  for (int i = 0; i < 10'000 && seen == errc::ok; ++i) {
    new_seed s;
    s.request.uri = "http://example.org/" + std::string(500, 'a') + std::to_string(i);
    s.hash = md5(s.request.uri);
    const auto added = j().add_seed(s, noon);
    if (!added) seen = added.error().code;
  }
  EXPECT_EQ(seen, errc::journal_full);
  EXPECT_EQ(j().apply(seed_change(kept, event::refused)).error().code, errc::journal_full)
      << "the group is lost";
  EXPECT_EQ(j().commit().error().code, errc::journal_full);
  EXPECT_EQ(j().due_seeds(noon, 10'000)->size(), 1U);
  ASSERT_TRUE(j().limit_size(0));
  EXPECT_EQ(now(seed_change(kept, event::refused)).current, status::refused);
}

TEST_F(journal_file, recover_returns_work_to_waiting_and_is_idempotent) {
  const auto filed = start(add("http://example.org/1")), guessing = start(add("http://example.org/2")),
             parsing = start(add("http://example.org/3")), fetching = start(add("http://example.org/4")),
             killer = start(add("http://example.org/5"));
  for (const auto& root : {filed, guessing, parsing, killer}) file_body(root);
  claim(filed);
  leaf(guessing);
  claim(guessing);
  leaf(parsing);
  guess(parsing);
  claim(parsing);
  claim(killer);
  reopen();
  const auto counts = j().recover(noon + seconds{100}, killer);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->downloading, 1U);
  EXPECT_EQ(counts->unarchiving, 2U);
  EXPECT_EQ(counts->guessing, 1U);
  EXPECT_EQ(counts->parsing, 1U);
  EXPECT_EQ(current(filed), status::filed);
  EXPECT_EQ(current(guessing), status::unarchived);
  EXPECT_EQ(current(parsing), status::guessed);
  EXPECT_EQ(j().entry(filed)->crashes, 0U);
  EXPECT_EQ(j().entry(filed)->cause, errc::unclean_stop);
  EXPECT_EQ(j().entry(killer)->crashes, 1U);
  EXPECT_EQ(j().due_downloads(noon + seconds{100}, 10)->size(), 1U);
  EXPECT_EQ(j().recover(noon + seconds{100}, killer)->total(), 0U);
  EXPECT_EQ(j().entry(fetching)->attempt, 2U);
}

TEST_F(journal_file, an_entry_that_crashes_the_program_three_times_is_poison) {
  const auto killer = start(add("http://example.org/5"));
  file_body(killer);
  for (int i = 0; i < 3; ++i) {
    claim(killer);
    ASSERT_TRUE(j().recover(noon, killer));
  }
  EXPECT_EQ(current(killer), status::failed);
  EXPECT_EQ(j().entry(killer)->cause, errc::poison);
  EXPECT_EQ(j().seeds_crawling()->size(), 1U);
}

TEST_F(journal_file, due_seeds_are_ordered_by_priority_then_longest_unprocessed_L17) {
  const auto low = add("http://a/1", 0), high = add("http://b/1", 9, seconds{10}, "b:80"),
             other = add("http://a/2", 0);
  auto due = j().due_seeds(noon, 10);
  ASSERT_TRUE(due);
  ASSERT_EQ(due->size(), 3U);
  EXPECT_EQ((*due)[0].hash, high);
  EXPECT_EQ((*due)[1].hash, low);
  EXPECT_EQ((*due)[2].hash, other);
  EXPECT_EQ(j().due_seeds(noon, 10, {"b:80"})->size(), 2U);
  EXPECT_EQ(j().due_seeds(noon, 1)->size(), 1U);
  EXPECT_EQ(j().next_due(noon), noon);
  for (const auto& seed : {low, high, other}) {
    now(entry_change(start(seed), event::failed_for_good));
    now(seed_change(seed, event::crawl_ended));
  }
  EXPECT_TRUE(j().due_seeds(noon + seconds{10}, 10)->empty()) << "the rule is strict";
  EXPECT_EQ(j().due_seeds(noon + seconds{10} + milliseconds{1}, 10)->size(), 1U);
  EXPECT_EQ(j().next_due(noon), noon + seconds{10} + milliseconds{1});
  const auto later = noon + seconds{100};
  EXPECT_TRUE(j().due_seeds(later, 10, {}, {}, 10, {}, noon)->empty()) << "they were crawled since then";
  EXPECT_EQ(j().due_seeds(later, 10, {}, {}, 10, {}, noon + seconds{1})->size(), 1U);
}

/// The number of other hosts: with few, and with many.
class excluded_host : public journal_file, public ::testing::WithParamInterface<int> {};

TEST_P(excluded_host, with_most_seeds_does_not_hide_others) {
  for (int i = 0; i < GetParam(); ++i)
    add("http://x/" + std::to_string(i), -9, seconds{86'400}, "x" + std::to_string(i));
  ASSERT_TRUE(j().begin());
  for (int i = 0; i < 45'000; ++i) {
    const bool rare = i % 1'000 == 999;
    new_seed s;
    s.request.uri = (i == 0              ? "http://odd/"
                     : rare && i < 5'000 ? "http://rare/"
                                         : "http://big/") +
                    std::to_string(i);
    s.request.priority = i == 0 ? -1 : rare ? 0 : 1;
    s.hash = md5(s.request.uri);
    s.authority = s.request.uri.substr(7, 3);
    ASSERT_TRUE(j().add_seed(s, noon));
  }
  ASSERT_TRUE(j().commit());
  const auto due = j().due_seeds(noon, 6, {"big"});
  ASSERT_TRUE(due);
  ASSERT_EQ(due->size(), 6U);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ((*due)[static_cast<std::size_t>(i)].uri, "http://rare/" + std::to_string(1'000 * i + 999));
  EXPECT_EQ(due->back().uri, "http://odd/0") << "added first, but of the lowest priority";
  EXPECT_EQ(j().due_seeds(noon, 5, {"big"})->back().uri, "http://rare/4999");
  std::size_t others = 0;
  seed_set live{record_hash{}};
  for (auto more = j().due_seeds(noon, 999, {"big", "rar", "odd"}, live); !more->empty();
       more = j().due_seeds(noon, 999, {"big", "rar", "odd"}, live)) {
    others += more->size();
    for (const auto& one : *more) live.insert(one.hash);
  }
  EXPECT_EQ(others, static_cast<std::size_t>(GetParam()));
  EXPECT_EQ(j().due_seeds(noon, 4)->front().uri, "http://big/1");
  EXPECT_EQ(j().due_seeds(noon, 30'000, {"rar"})->size(), 30'000U);
}

INSTANTIATE_TEST_SUITE_P(numbers, excluded_host, ::testing::Values(0, 300));

TEST_F(journal_file, politeness_survives_a_restart) {
  const stored_host host{
      "example.org:80",   noon, noon + seconds{60}, 3, noon, errc::asked_to_wait, "http_status 503",
      "address 192.0.2.7"};
  const stored_robots robots{"example.org:80",
                             noon,
                             noon + seconds{86'400},
                             "200",
                             std::string{"User-agent: *\n\0\xff", 16},
                             noon,
                             {},
                             0};
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().save_host({"example.org:80", {}, {}, 0, {}}));
  ASSERT_TRUE(j().save_host(host));
  ASSERT_TRUE(j().save_robots(robots));
  EXPECT_EQ(j().save_robots({"x:80", {}, {}, "200", std::string(512 * 1024 + 1, 'x')}).error().code,
            errc::limit_exceeded);
  ASSERT_TRUE(j().commit());
  reopen();
  EXPECT_EQ(*j().host("example.org:80"), host);
  EXPECT_EQ(j().hosts()->size(), 1U);
  EXPECT_EQ(*j().robots("example.org:80"), robots);
  EXPECT_EQ(*j().robots("other:80"), std::nullopt);
  auto failing = robots;
  failing.status = "503";
  failing.body = std::nullopt;
  failing.failing_since = noon + seconds{5};
  failing.failures = 2;
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().save_robots(failing));
  ASSERT_TRUE(j().commit());
  failing.body = robots.body;
  EXPECT_EQ(*j().robots("example.org:80"), failing) << "the last file that could be read is kept";
}

TEST_F(journal_file, transitions_per_second_are_printed) {
  constexpr int seeds = 3'000, group = 100;
  const auto rate = [](auto from, double count) {
    return count / std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  auto begun = std::chrono::steady_clock::now();
  ASSERT_TRUE(j().begin());
  for (int i = 0; i < seeds; ++i) {
    new_seed s;
    s.request.uri = "http://example.org/dataset/" + std::to_string(i);
    s.hash = md5(s.request.uri);
    s.authority = "example.org:80";
    ASSERT_TRUE(j().add_seed(s, noon));
  }
  ASSERT_TRUE(j().commit());
  std::printf("seeds added per second: %.0f\n", rate(begun, seeds));
  std::vector<record_hash> roots;
  begun = std::chrono::steady_clock::now();
  const auto in_groups = [&](auto make) {
    for (int i = 0; i < seeds; ++i) {
      if (i % group == 0) {
        EXPECT_TRUE(j().begin());
      }
      ASSERT_TRUE(j().apply(make(i)));
      if (i % group == group - 1) {
        EXPECT_TRUE(j().commit());
      }
    }
  };
  in_groups([&](int i) {
    const auto seed = md5("http://example.org/dataset/" + std::to_string(i));
    auto c = seed_change(seed, event::came_due);
    roots.push_back(download_hash(seed, noon));
    c.fact = download_fact{roots.back()};
    return c;
  });
  in_groups([&](int i) {
    auto c = entry_change(roots[static_cast<std::size_t>(i)], event::body_stored);
    fetch_outcome f;
    f.raw_path = "_org/org.example/dataset/x.nt+" + std::to_string(i);
    f.hops.resize(1);
    f.hops[0].headers = {{"Content-Type", "text/turtle"}, {"Server", "x"}};
    c.fact = f;
    return c;
  });
  in_groups([&](int i) { return entry_change(roots[static_cast<std::size_t>(i)], event::claimed); });
  in_groups([&](int i) {
    auto c = entry_change(roots[static_cast<std::size_t>(i)], event::leaf_found);
    unpack_outcome u;
    u.encoding = "UTF-8";
    u.encodings.resize(2);
    c.fact = u;
    return c;
  });
  std::printf("transitions per second in groups of %d: %.0f\n", group, rate(begun, 4.0 * seeds));
}

}  // namespace laundromat
