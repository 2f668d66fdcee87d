// Tests of bodies after an unclean stop: damaged ones are fetched again, intact ones are used.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/body_check.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/raw_store.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace fs = std::filesystem;

class bodies : public journal_test {
 protected:
  /// A download whose body is in the raw store and committed.
  record_hash stored_crawl(const record_hash& seed, const std::string& name, const std::string& text,
                           timestamp at = noon) {
    const auto download = start(seed, at);
    auto file = raw_.stage(name).value();
    EXPECT_TRUE(file->write(text) && file->commit());
    auto c = entry_change(download, event::body_stored, at);
    fetch_outcome f;
    f.on = event::body_stored;
    f.raw_path = name;
    content_meter meter;
    meter.update(text);
    f.wire = meter.finish();
    c.fact = f;
    now(c);
    return download;
  }
  record_hash fetched(const std::string& name, const std::string& text) {
    return stored_crawl(add("http://example.org/" + name), name, text);
  }
  [[nodiscard]] fs::path path_of(const std::string& name) const { return folder_.path() / "raw" / name; }
  void cut(const std::string& name, std::uintmax_t bytes) { fs::resize_file(path_of(name), bytes); }
  bodies_checked check() { return check_bodies(j(), raw_, noon + seconds{60}).value(); }
  [[nodiscard]] status seed_status(const std::string& name) {
    return j().seed(md5("http://example.org/" + name))->current;
  }

  raw_store raw_ = raw_store::at(folder_.path() / "raw").value();
};

TEST_F(bodies, truncated_bodies_are_fetched_again) {
  const auto whole = fetched("whole", "<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n");
  const auto torn = fetched("torn", "<a:a> <a:b> <a:c> .\n<a:a> <a:b> <a:d> .\n");
  cut("torn", 20);
  const auto found = check();
  EXPECT_EQ(found.bodies, 2U);
  EXPECT_EQ(found.lost, 1U);
  EXPECT_EQ(current(whole), status::filed);
  EXPECT_EQ(current(torn), status::failed);
  EXPECT_EQ(j().entry(torn)->cause, errc::digest_mismatch);
  EXPECT_NE(j().entry(torn)->detail.find("has 20 bytes instead of 40"), std::string::npos)
      << j().entry(torn)->detail;
  EXPECT_EQ(seed_status("torn"), status::added);
  EXPECT_EQ(seed_status("whole"), status::downloading);
  const auto due = j().due_seeds(noon + seconds{60}, 10).value();
  ASSERT_EQ(due.size(), 1U) << "at once: no crawl has ended";
  EXPECT_EQ(due[0].uri, "http://example.org/torn");
  EXPECT_EQ(due[0].crawls, 0U);
  const auto again = start(due[0].hash, noon + seconds{61});
  EXPECT_NE(again, torn) << "the next download has a row of its own";
}

TEST_F(bodies, changed_and_missing_bodies_are_fetched_again) {
  const auto changed = fetched("changed", "<a:a> <a:b> <a:c> .\n");
  const auto gone = fetched("gone", "<a:a> <a:b> <a:c> .\n");
  const auto zeros = fetched("zeros", "<a:a> <a:b> <a:c> .\n");
  const auto hole = fetched("hole", "<a:a> <a:b> <a:c> .\n");
  std::ofstream{path_of("changed")} << "<a:a> <a:b> <a:x> .\n";
  std::ofstream{path_of("zeros")} << std::string(20, '\0');
  fs::remove(path_of("gone"));
  fs::remove(path_of("hole"));
  fs::create_directory(path_of("hole"));
  EXPECT_EQ(check().lost, 4U);
  for (const auto& one : {changed, gone, zeros, hole}) EXPECT_EQ(current(one), status::failed);
}

TEST_F(bodies, every_waiting_status_loses_its_body) {
  const auto filed = fetched("filed", "x"), unarchived = fetched("unarchived", "x"),
             guessed = fetched("guessed", "x"), parsed = fetched("parsed", "x");
  leaf(unarchived);
  for (const auto& one : {guessed, parsed}) {
    leaf(one);
    guess(one);
  }
  parse(parsed, sha256("clean"));
  for (const auto* name : {"filed", "unarchived", "guessed", "parsed"}) cut(name, 0);
  const auto found = check();
  EXPECT_EQ(found.bodies, 3U) << "what rests needs its body no more";
  for (const auto& one : {filed, unarchived, guessed}) EXPECT_EQ(current(one), status::failed);
  EXPECT_EQ(current(parsed), status::parsed);
}

TEST_F(bodies, finished_members_of_a_damaged_archive_are_kept_and_the_others_are_crawled_again) {
  const auto root = fetched("archive", "PK and so on");
  children(root, {member(0, "done"), member(1, "waits"), member(2, "also")});
  const auto members = j().open_children(root, std::nullopt, 10).value();
  ASSERT_EQ(members.size(), 3U);
  leaf(members[0].hash);
  guess(members[0].hash);
  parse(members[0].hash, sha256("clean"));
  leaf(members[2].hash);
  cut("archive", 3);
  const auto found = check();
  EXPECT_EQ(found.lost, 1U);
  EXPECT_EQ(found.given_up, 2U);
  EXPECT_EQ(current(root), status::depleted);
  EXPECT_EQ(current(members[0].hash), status::parsed);
  EXPECT_EQ(current(members[1].hash), status::failed);
  EXPECT_EQ(current(members[2].hash), status::failed);
  EXPECT_EQ(seed_status("archive"), status::added);
  EXPECT_TRUE(j().seeds_crawling()->empty());
}

TEST_F(bodies, a_lost_body_is_forgotten_after_a_later_crawl_has_one) {
  const auto seed = md5("http://example.org/torn");
  const auto torn = fetched("torn", "12345");
  cut("torn", 1);
  EXPECT_EQ(check().lost, 1U);
  EXPECT_EQ(j().entry(torn)->content.raw_path, "torn") << "it may be all that there is";
  const auto again = start(seed, noon + std::chrono::hours{1});
  EXPECT_EQ(j().forget_lost_bodies(again), std::vector<std::string>{"torn"});
  EXPECT_EQ(j().entry(torn)->content.raw_path, "");
  EXPECT_EQ(j().forget_lost_bodies(again), std::vector<std::string>{});
}

TEST_F(bodies, a_stopped_check_is_reported_and_the_next_one_is_complete) {
  const auto whole = fetched("whole", "12345");
  const auto torn = fetched("torn", "12345"), large = fetched("large", std::string(3 << 20, 'x'));
  cut("torn", 1);
  const auto stopped =
      check_bodies(j(), raw_, noon + seconds{60}, {}, [&, n = 0]() mutable { return ++n > 2; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, errc::cancelled);
  for (const auto& one : {whole, large}) EXPECT_EQ(current(one), status::filed) << "it says nothing of them";
  check();
  EXPECT_EQ(current(torn), status::failed);
  for (const auto& one : {whole, large}) EXPECT_EQ(current(one), status::filed);
}

TEST_F(bodies, a_second_check_changes_nothing) {
  const auto torn = fetched("torn", "12345");
  cut("torn", 1);
  EXPECT_EQ(check().lost, 1U);
  const auto rows = journal_reader{j()}.history({record_kind::entry, torn, {}})->size();
  EXPECT_EQ(check().bodies, 0U);
  EXPECT_EQ(journal_reader{j()}.history({record_kind::entry, torn, {}})->size(), rows);
}

TEST_F(bodies, bodies_in_progress_are_checked_after_recovery) {
  const auto torn = fetched("torn", "12345");
  claim(torn);
  cut("torn", 1);
  ASSERT_TRUE(j().recover(noon + seconds{50}));
  EXPECT_EQ(check().lost, 1U);
  EXPECT_EQ(current(torn), status::failed);
}

TEST_F(bodies, more_than_a_page_of_them_is_compared) {
  for (int i = 0; i < 300; ++i) fetched("many-" + std::to_string(i), std::to_string(i));
  for (int i = 0; i < 300; i += 2) cut("many-" + std::to_string(i), 0);
  const auto found = check();
  EXPECT_EQ(found.bodies, 300U);
  EXPECT_EQ(found.lost, 150U);
}

TEST_F(bodies, the_same_bytes_of_a_later_crawl_are_stored_once) {
  const auto seed = md5("http://example.org/page");
  add("http://example.org/page");
  const auto crawl = [&](const std::string& name, const std::string& text, timestamp at) {
    const auto download = stored_crawl(seed, name, text, at);
    fail_it(download);
    now(seed_change(seed, event::crawl_ended, at));
    return download;
  };
  const auto one = crawl("a", "same", noon), two = crawl("b", "same", noon + std::chrono::hours{48}),
             three = crawl("c", "other", noon + std::chrono::hours{96});
  using paths = std::vector<std::string>;
  EXPECT_EQ(j().same_bodies_before(one), paths{});
  EXPECT_EQ(j().same_bodies_before(two), paths{"a"});
  EXPECT_EQ(j().same_bodies_before(three), paths{}) << "other bytes";
  const auto four = crawl("d", "same", noon + std::chrono::hours{144});
  EXPECT_EQ(j().same_bodies_before(four), (paths{"b", "a"})) << "also with another body in between";
  EXPECT_TRUE(raw_.share("b", paths{"a"}));
  EXPECT_TRUE(fs::equivalent(path_of("a"), path_of("b")));
  EXPECT_TRUE(raw_.share("b", paths{"a"})) << "doing it again changes nothing";
  EXPECT_FALSE(raw_.share("b", paths{"nowhere"}));
  EXPECT_FALSE(raw_.share("nowhere", paths{"a"}));
  EXPECT_TRUE(raw_.share("d", (paths{"b", "a"})));
  EXPECT_EQ(fs::hard_link_count(path_of("d")), 3U);
  raw_.remove("a");
  EXPECT_EQ(content(raw_.open("b")), "same") << "one name less, and the body is still there";
}

TEST_F(bodies, that_changed_on_disk_are_replaced_by_the_newest_one) {
  for (const auto& [name, text] :
       std::map<std::string, std::string>{{"a", "same"}, {"b", "sbme"}, {"c", "same"}}) {
    const auto file = raw_.stage(name).value();
    ASSERT_TRUE(file->write(text) && file->commit());
  }
  EXPECT_TRUE(raw_.share("c", std::vector<std::string>{"b", "a"}));
  for (const auto* name : {"a", "b", "c"}) EXPECT_EQ(content(raw_.open(name)), "same") << name;
  EXPECT_EQ(fs::hard_link_count(path_of("c")), 3U);
}

TEST_F(bodies, that_are_large_are_also_stored_once) {
  const std::string text(large_file_bytes + 1, 'x');
  for (const auto* name : {"a", "b", "c"}) {
    const auto file = raw_.stage(name).value();
    ASSERT_TRUE(file->write(text) && file->commit());
  }
  EXPECT_TRUE(raw_.share("b", std::vector<std::string>{"a"}));
  EXPECT_TRUE(raw_.share("c", std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(fs::hard_link_count(path_of("c")), 3U);
}

}  // namespace laundromat
