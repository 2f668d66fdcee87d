// A first crawl that is stored in one change leaves the same rows as its steps one by one.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "storage/journal/journal_pages.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

namespace {

/// All rows of all tables, without counts of zero. Repeated texts are in place of their numbers, which depend on the order in which they came.
std::vector<std::string> rows_of(const std::filesystem::path& file) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, checksum_file_system()), SQLITE_OK);
  std::vector<std::string> rows;
  const auto read = [&](const std::string& sql, const std::function<void(sqlite3_stmt*)>& take) {
    sqlite3_stmt* statement = nullptr;
    EXPECT_EQ(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr), SQLITE_OK) << sql;
    while (sqlite3_step(statement) == SQLITE_ROW) take(statement);
    sqlite3_finalize(statement);
  };
  const auto bytes_of = [](sqlite3_stmt* row, int i) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, i));
    return std::string(bytes ? bytes : "",
                       bytes ? static_cast<std::size_t>(sqlite3_column_bytes(row, i)) : 0);
  };
  std::map<std::string, std::string> texts;
  read("SELECT id, text FROM texts", [&](sqlite3_stmt* row) { texts[bytes_of(row, 0)] = bytes_of(row, 1); });
  const std::set<std::string> numbered{"encoding",  "media_type", "charset",
                                       "encodings", "formats",    "address"};
  std::vector<std::string> tables;
  read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'texts' "
      "ORDER BY name",
      [&](sqlite3_stmt* row) { tables.push_back(bytes_of(row, 0)); });
  for (const auto& table : tables)
    read("SELECT * FROM " + table + (table == "counts" ? " WHERE total <> 0 OR past <> 0" : ""),
         [&](sqlite3_stmt* row) {
           auto text = table + ":";
           for (int i = 0; i < sqlite3_column_count(row); ++i) {
             const std::string name = sqlite3_column_name(row, i);
             const auto value = bytes_of(row, i);
             text += " " + name + "=" + (numbered.contains(name) ? texts[value] : value);
           }
           rows.push_back(text);
         });
  sqlite3_close(db);
  return rows;
}

}  // namespace

class first_crawl : public journal_test {
 protected:
  const record_hash seed = md5("http://example.org/a");
  const record_hash root = download_hash(seed, noon);

  /// Runs `steps` one by one, and every beginning of the same changes at once in another journal.
  void compare(const std::function<void()>& steps) {
    add("http://example.org/a");
    applied_.clear();
    steps();
    const auto all = applied_;
    for (auto n = std::size_t{2}; n <= all.size(); ++n) {
      const std::vector<change> some{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)};
      const auto one_by_one = rows_after(some, false), at_once = rows_after(some, true);
      EXPECT_EQ(one_by_one, at_once) << "the first " << n << " of " << all.size() << " changes";
    }
  }

 private:
  std::vector<std::string> rows_after(const std::vector<change>& all, bool at_once) {
    temporary_folder folder;
    const auto path = folder.path() / "journal.sqlite";
    auto db = journal::open(path, journal_mode::read_write).value();
    new_seed s;
    s.request.uri = "http://example.org/a";
    s.hash = seed;
    s.authority = "example.org:80";
    EXPECT_TRUE(db.begin() && db.add_seed(s, noon) && db.commit());
    const auto apply = [&](const std::vector<change>& letter) {
      EXPECT_TRUE(db.begin());
      const auto done = db.apply(letter);
      EXPECT_TRUE(done) << (done ? "" : to_string(done.error()));
      EXPECT_TRUE(db.commit());
    };
    if (at_once) {
      apply(all);
    } else {
      for (const auto& one : all) apply({one});
    }
    return rows_of(path);
  }
};

TEST_F(first_crawl, of_a_document) {
  compare([&] {
    start(seed);
    file_body(root);
    leaf(root);
    guess(root);
    parse(root, sha256("clean"), sha256("ledger"));
    now(seed_change(seed, event::crawl_ended, noon + seconds{9}));
  });
}

TEST_F(first_crawl, of_a_download_that_fails) {
  compare([&] {
    start(seed);
    auto failed = entry_change(root, event::failed_for_good, noon + seconds{3});
    failed.cause = errc::http_status;
    failed.detail = "404";
    fetch_outcome f;
    f.begun = noon;
    f.ended = noon + seconds{1};
    failed.fact = f;
    now(failed);
    now(seed_change(seed, event::crawl_ended, noon + seconds{9}));
  });
}

TEST_F(first_crawl, of_a_damaged_archive_with_members) {
  compare([&] {
    start(seed);
    file_body(root);
    claim(root);
    auto c = entry_change(root, event::children_found);
    unpack_outcome u;
    u.archive = layer_kind::tar_member;
    u.content.chain = {{layer_kind::gzip, 0}};
    u.members = {member(1, "a.ttl"), member(2, "folder", member_kind::directory), member(3, "b.ttl")};
    u.stream_defects = {{errc::trailing_garbage, 3, 1, 0, 0, "garbage", treatment::skip}};
    u.spent_bytes = 100;
    c.fact = u;
    now(c);
  });
}

TEST_F(first_crawl, that_is_put_off) {
  compare([&] {
    start(seed);
    auto later = entry_change(root, event::put_off, noon + seconds{3});
    fetch_outcome f;
    f.not_before = noon + seconds{60};
    later.fact = f;
    now(later);
  });
}

TEST_F(first_crawl, is_refused_as_a_whole_when_one_step_is_not_possible) {
  add("http://example.org/a");
  auto due = seed_change(seed, event::came_due);
  due.fact = download_fact{root};
  ASSERT_TRUE(j().begin());
  const auto done = j().apply({due, entry_change(root, event::claimed), entry_change(root, event::claimed)});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::illegal_transition);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().seed(seed)->current, status::added);
  EXPECT_EQ(j().entry(root).error().code, errc::not_found);
}

TEST_F(first_crawl, that_follows_a_lost_one_and_is_refused_costs_no_other_change) {
  add("http://example.org/a");
  const auto other = add("http://example.org/b");
  file_body(start(seed));
  fail_it(root);
  now(seed_change(seed, event::crawl_lost));
  auto due = seed_change(seed, event::came_due, noon + seconds{1});
  const auto next = download_hash(seed, noon + seconds{1});
  due.fact = download_fact{next};
  auto other_due = seed_change(other, event::came_due);
  other_due.fact = download_fact{download_hash(other, noon)};
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().apply(other_due));
  EXPECT_EQ(j().apply({due, entry_change(next, event::claimed)}).error().code, errc::illegal_transition);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().seed(other)->current, status::downloading);
  EXPECT_EQ(j().seed(seed)->current, status::added);
}

TEST_F(first_crawl, live_seeds_are_not_due_and_are_remembered_until_others_are) {
  const auto other = add("http://example.org/b", 0, seconds{60}, "other.example:80");
  add("http://example.org/a");
  EXPECT_EQ(j().due_seeds(noon, 10, {}, {seed}).value().size(), 1U);
  EXPECT_EQ(j().due_seeds(noon, 10, {}, {seed}).value().front().hash, other);
  EXPECT_EQ(j().due_seeds(noon, 1, {"example.org:80"}, {other}).value().size(), 0U);
  EXPECT_TRUE(j().live_seeds().value().empty());
  for (const auto& live : {std::vector{seed, other}, std::vector{other}, std::vector<record_hash>{}}) {
    ASSERT_TRUE(j().begin() && j().save_live_seeds(live) && j().commit());
    reopen();
    EXPECT_EQ(j().live_seeds().value(), (seed_set{live.begin(), live.end()}));
  }
}

}  // namespace laundromat
