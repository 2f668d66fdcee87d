// Tests of unsafe data folders: links, other owners, a missing journal or one of another folder.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/data_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/context_cache.hpp"
#include "storage/stores/crash_mark.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/storage/few_files.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace fs = std::filesystem;

class unsafe_folder : public testing::Test {
 protected:
  unsafe_folder() {
    fs::create_directories(root());
    fs::create_directories(elsewhere());
    std::ofstream{elsewhere() / "treasure"} << "kept";
  }
  [[nodiscard]] fs::path root() const { return folder_.path() / "laundry"; }
  [[nodiscard]] fs::path elsewhere() const { return folder_.path() / "elsewhere"; }
  [[nodiscard]] bool is_untouched() const {
    return files_below(elsewhere()) == 1 && content(open_file_source(elsewhere() / "treasure")) == "kept";
  }
  temporary_folder folder_;
};

TEST_F(unsafe_folder, no_folder_of_a_data_folder_may_be_a_link) {
  for (const auto* name : {"scratch", "raw", "clean"}) {
    fs::remove_all(root() / name);
    fs::create_directory_symlink(elsewhere(), root() / name);
    const auto opened = data_folder::open(root());
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(opened.error().code, errc::unsafe_data_folder) << to_string(opened.error());
    EXPECT_NE(opened.error().detail.find((root() / name).string()), std::string::npos);
    fs::remove(root() / name);
  }
  EXPECT_TRUE(is_untouched());
}

TEST_F(unsafe_folder, no_file_of_a_data_folder_may_be_a_link) {
  for (const auto* name : {"engine.lock", "engine.running", "engine.crashed", "journal.sqlite",
                           "journal.sqlite-wal", "journal.sqlite-shm"}) {
    fs::create_symlink(elsewhere() / "treasure", root() / name);
    const auto opened = data_folder::open(root());
    ASSERT_FALSE(opened) << name;
    EXPECT_EQ(opened.error().code, errc::unsafe_data_folder) << name;
    EXPECT_TRUE(is_untouched()) << name;
    fs::remove(root() / name);
  }
}

TEST_F(unsafe_folder, an_unclean_stop_is_always_detected) {
  ASSERT_TRUE(data_folder::open(root()).value().begin_work());
  int refused = 0;
  for (int more = 0; more < 8; ++more) {
    const few_files limited{more};
    const auto opened = data_folder::open(root());
    if (opened) {
      EXPECT_TRUE(opened->was_unclean()) << more;
    } else {
      EXPECT_EQ(opened.error().code, errc::no_descriptors) << more;
      ++refused;
    }
  }
  EXPECT_GE(refused, 3) << "folder, lock, and what is looked at";
}

TEST_F(unsafe_folder, no_journal_is_created_when_documents_cannot_be_examined) {
  fs::create_directories(root() / "raw" / "deep");
  std::ofstream{root() / "raw" / "deep" / "body"} << "x";
  const auto folder = safe_folder::named(root()).value();
  for (int more = 0; more < 12; ++more) {
    const few_files limited{more};
    EXPECT_FALSE(open_journal_of(folder)) << more;
    EXPECT_FALSE(fs::exists(root() / "journal.sqlite")) << more;
  }
}

TEST_F(unsafe_folder, asking_for_the_holder_takes_no_lock) {
  { ASSERT_TRUE(data_folder::open(root())); }
  std::atomic<bool> ends = false;
  std::jthread asks([&] {
    while (!ends) (void)data_folder::holder(root());
  });
  int refused = 0;
  for (int i = 0; i < 300; ++i) refused += data_folder::open(root()) ? 0 : 1;
  ends = true;
  EXPECT_EQ(refused, 0);
}

TEST_F(unsafe_folder, stores_follow_no_link_in_a_path) {
  auto raw = raw_store::at(root() / "raw");
  fs::create_directory_symlink(elsewhere(), root() / "raw" / "_org");
  fs::create_symlink(elsewhere() / "treasure", root() / "raw" / "body");
  EXPECT_EQ(raw->open("_org/treasure").error().code, errc::unsafe_data_folder);
  EXPECT_EQ(raw->open("body").error().code, errc::unsafe_data_folder);
  auto file = raw->stage("_org/new").value();
  EXPECT_TRUE(file->write("x"));
  EXPECT_EQ(file->commit().error().code, errc::unsafe_data_folder);
  raw->remove("_org/treasure");
  auto in_its_place = raw->stage("body").value();
  EXPECT_TRUE(in_its_place->write("new") && in_its_place->commit()) << "a link is replaced, not followed";
  EXPECT_EQ(content(raw->open("body")), "new");

  auto clean = clean_store::at(root() / "clean");
  const auto digest = sha256("x");
  fs::create_directory_symlink(elsewhere(), root() / "clean" / digest.hex().substr(0, 2));
  auto staged = clean->stage().value();
  EXPECT_TRUE(staged->write("x"));
  const auto published = clean->publish(std::array{publication{staged->finish("").value(), digest}});
  EXPECT_EQ(published.error().code, errc::unsafe_data_folder);
  EXPECT_TRUE(is_untouched());
}

TEST_F(unsafe_folder, emptying_a_store_keeps_the_targets_of_links) {
  fs::create_directories(root() / "scratch" / "deep" / "er");
  fs::create_directory_symlink(elsewhere(), root() / "scratch" / "deep" / "link");
  fs::create_symlink(elsewhere() / "treasure", root() / "scratch" / "file");
  ASSERT_TRUE(scratch_store::at(root() / "scratch"));
  EXPECT_TRUE(fs::is_empty(root() / "scratch"));
  EXPECT_TRUE(is_untouched());
  fs::remove(root() / "scratch");
  fs::create_directory_symlink(elsewhere(), root() / "scratch");
  EXPECT_EQ(scratch_store::at(root() / "scratch").error().code, errc::unsafe_data_folder);
  EXPECT_TRUE(is_untouched());
}

TEST_F(unsafe_folder, the_path_of_the_folder_may_contain_links) {
  fs::create_directory_symlink(root(), folder_.path() / "link");
  const auto opened = data_folder::open(folder_.path() / "link");
  ASSERT_TRUE(opened) << to_string(opened.error());
  EXPECT_TRUE(data_stores::open(opened->layout()));
  EXPECT_TRUE(open_journal_of(opened->folder()));
  EXPECT_TRUE(fs::is_directory(root() / "raw"));
}

TEST_F(unsafe_folder, a_folder_of_another_user_is_refused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give folders away";
  ASSERT_EQ(::chown(root().c_str(), 65'534, 65'534), 0);
  EXPECT_EQ(data_folder::open(root()).error().code, errc::unsafe_data_folder);
  ASSERT_EQ(::chown(root().c_str(), 0, 0), 0);
  { EXPECT_TRUE(data_folder::open(root())); }
  ASSERT_EQ(::chown((root() / "raw").c_str(), 65'534, 65'534), 0);
  EXPECT_EQ(data_folder::open(root()).error().code, errc::unsafe_data_folder);
}

TEST_F(unsafe_folder, no_path_leaves_its_folder) {
  const auto folder = safe_folder::named(root()).value();
  for (const auto* path : {"../elsewhere/treasure", "/etc/passwd", "a/../../elsewhere/treasure"}) {
    EXPECT_FALSE(folder.open_to_read(path)) << path;
    EXPECT_FALSE(folder.create(path)) << path;
    EXPECT_FALSE(folder.remove(path).has_value() && !is_untouched()) << path;
  }
  EXPECT_TRUE(is_untouched());
}

TEST_F(unsafe_folder, contexts_of_a_data_folder_are_neither_read_nor_written_through_a_link) {
  const auto open = [&](bool is_of_data_folder) {
    return context_cache::open(
        {.folder = root() / "contexts", .is_of_data_folder = is_of_data_folder, .now = [] { return noon; }});
  };
  fs::create_directory_symlink(elsewhere(), root() / "contexts");
  EXPECT_EQ(open(true).error().code, errc::unsafe_data_folder);
  EXPECT_TRUE(open(false)) << "a folder that the user named is the user's";
  fs::remove(root() / "contexts");
  fs::create_directory(root() / "contexts");
  fs::create_symlink(elsewhere() / "treasure", root() / "contexts" / "named.json");
  std::ofstream{root() / "contexts" / "contexts.tsv"} << "https://c.example/named\tnamed.json\n";
  EXPECT_EQ(open(true)->load("https://c.example/named").error().code, errc::unsafe_data_folder);
  EXPECT_EQ(open(false)->load("https://c.example/named").value_or(""), "kept");
  fs::remove(root() / "contexts" / "contexts.tsv");
  fs::create_symlink(elsewhere() / "treasure", root() / "contexts" / "contexts.tsv");
  EXPECT_FALSE(open(true)) << "nor is its index";
  EXPECT_TRUE(is_untouched());
}

TEST_F(unsafe_folder, the_crash_mark_is_written_into_the_opened_folder_and_through_no_link) {
  const auto victim = md5("in progress");
  const auto crash = [&](auto before) {
    const auto child = ::fork();
    if (child == 0) {
      const auto folder = safe_folder::named(root()).value();
      if (!install_crash_mark(folder, "engine.crashed")) ::_exit(9);
      before();
      const entry_in_progress held{victim};
      std::abort();
    }
    int code = 0;
    ::waitpid(child, &code, 0);
    return WIFSIGNALED(code);
  };
  EXPECT_TRUE(crash([&] { fs::create_symlink(elsewhere() / "treasure", root() / "engine.crashed"); }));
  EXPECT_TRUE(is_untouched());
  fs::remove(root() / "engine.crashed");
  // The folder is moved away and replaced by a link.
  const auto moved = folder_.path() / "moved";
  EXPECT_TRUE(crash([&] {
    fs::rename(root(), moved);
    fs::create_directory_symlink(elsewhere(), root());
  }));
  EXPECT_TRUE(is_untouched());
  EXPECT_EQ(content(open_file_source(moved / "engine.crashed")), victim.hex());
}

class lost_journal : public unsafe_folder {
 protected:
  [[nodiscard]] safe_folder folder() const { return safe_folder::named(root()).value(); }
  void put_document() {
    fs::create_directories(root() / "clean" / "ab" / "abcd");
    std::ofstream{root() / "clean" / "ab" / "abcd" / "data.nq.gz"} << "x";
  }
  /// A journal with a download.
  void crawl(journal& db) {
    new_seed s;
    s.request = {"http://example.org/", seconds{60}, 0};
    s.hash = md5("seed");
    ASSERT_TRUE(db.begin() && db.add_seed(s, noon));
    auto c = seed_change(s.hash, event::came_due);
    c.fact = download_fact{download_hash(s.hash, noon)};
    ASSERT_TRUE(db.apply(c) && db.commit());
  }
  [[nodiscard]] errc refusal() const {
    const auto opened = open_journal_of(folder());
    return opened ? errc::ok : opened.error().code;
  }
};

TEST_F(lost_journal, documents_without_their_journal_are_refused_and_nothing_is_created) {
  put_document();
  const auto opened = open_journal_of(folder());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, errc::journal_missing);
  EXPECT_NE(opened.error().detail.find("backup"), std::string::npos) << opened.error().detail;
  EXPECT_FALSE(fs::exists(root() / "journal.sqlite"));
  std::ofstream{root() / "journal.sqlite"};
  EXPECT_EQ(refusal(), errc::journal_missing) << "an empty one is as good as none";
  EXPECT_EQ(fs::file_size(root() / "journal.sqlite"), 0U);
}

TEST_F(lost_journal, a_body_counts_as_a_document_and_staged_files_do_not) {
  fs::create_directories(root() / "raw" / ".staged");
  fs::create_directories(root() / "raw" / "_org" / "empty");
  std::ofstream{root() / "raw" / ".staged" / "half"} << "x";
  EXPECT_EQ(refusal(), errc::ok);
  std::ofstream{root() / "raw" / "_org" / "body"} << "x";
  EXPECT_EQ(refusal(), errc::journal_missing) << "also a journal that knows of nothing";
}

TEST_F(lost_journal, a_write_ahead_log_without_its_journal_is_kept) {
  std::ofstream{root() / "journal.sqlite-wal"} << "frames";
  EXPECT_EQ(refusal(), errc::journal_missing);
  EXPECT_EQ(fs::file_size(root() / "journal.sqlite-wal"), 6U);
}

TEST_F(lost_journal, a_journal_that_names_the_documents_is_opened) {
  auto db = open_journal_of(folder()).value();
  crawl(db);
  put_document();
  EXPECT_EQ(refusal(), errc::ok);
  EXPECT_TRUE(check_belongs(folder(), db));
}

TEST_F(lost_journal, a_journal_that_has_started_seeds_may_have_files_without_rows) {
  auto db = journal::open(root() / "journal.sqlite", journal_mode::read_write).value();
  ASSERT_TRUE(db.begin() && db.save_live_seeds({md5("a seed")}) && db.commit());
  put_document();
  EXPECT_TRUE(check_belongs(folder(), db)) << "a kill in the first crawl";
  EXPECT_EQ(refusal(), errc::ok);
  ASSERT_TRUE(db.begin() && db.save_live_seeds({}) && db.commit());
  EXPECT_TRUE(check_belongs(folder(), db)) << "a stop in the first crawl";
}

TEST_F(lost_journal, with_a_new_journal_old_documents_may_not_be_removed) {
  put_document();
  auto db = journal::open(root() / "journal.sqlite", journal_mode::read_write).value();
  EXPECT_EQ(check_belongs(folder(), db).error().code, errc::journal_missing);
}

TEST_F(lost_journal, a_journal_of_another_folder_is_reported) {
  {
    auto db = open_journal_of(folder()).value();
    crawl(db);
    ASSERT_TRUE(db.checkpoint());
  }
  const auto other = folder_.path() / "other";
  {
    auto db = open_journal_of(safe_folder::named(other).value()).value();
    ASSERT_TRUE(db.checkpoint());
  }
  fs::copy_file(root() / "journal.sqlite", other / "journal.sqlite", fs::copy_options::overwrite_existing);
  const auto opened = open_journal_of(safe_folder::named(other).value());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, errc::journal_foreign) << to_string(opened.error());
  EXPECT_EQ(open_journal_to_read(other).error().code, errc::journal_foreign) << "to read, too";
  auto foreign = journal::open(other / "journal.sqlite", journal_mode::read_only).value();
  EXPECT_EQ(check_acceptable(safe_folder::named(other).value(), foreign).error().code, errc::journal_foreign);
}

TEST_F(lost_journal, a_journal_with_an_identity_is_refused_in_a_folder_without_one) {
  {
    auto db = open_journal_of(folder()).value();
    crawl(db);
  }
  EXPECT_TRUE(fs::remove(root() / "data.id"));
  EXPECT_EQ(refusal(), errc::ok) << "there is nothing to lose";
  put_document();
  EXPECT_EQ(refusal(), errc::ok);
  EXPECT_TRUE(fs::remove(root() / "data.id"));
  EXPECT_EQ(refusal(), errc::journal_foreign);
  auto db = open_journal_to_read(root());
  ASSERT_TRUE(db) << "to read it does no harm";
  EXPECT_EQ(check_belongs(folder(), *db).error().code, errc::journal_foreign);
  EXPECT_TRUE(check_acceptable(folder(), *db)) << "the user may say that it is his";
  for (const auto* text :
       {"neither an id nor a number\n", "", "0123456789abcdef0123456789abcdef 18446744073709551615 0\n"}) {
    std::ofstream{root() / "data.id"} << text;
    for (const auto& refused : {open_journal_of(folder()), open_journal_to_read(root())}) {
      ASSERT_FALSE(refused) << text;
      EXPECT_NE(refused.error().detail.find("data.id is damaged"), std::string::npos) << text;
    }
    EXPECT_TRUE(check_acceptable(folder(), *db));
  }
}

/// A journal that was copied and restored later.
class older_journal : public lost_journal {
 protected:
  void SetUp() override {
    auto db = open_journal_of(folder()).value();
    crawl(db);
    put_document();
    ASSERT_TRUE(db.checkpoint());
    fs::copy_file(root() / "journal.sqlite", folder_.path() / "copy");
  }
  void put_back() const {
    for (const auto* rest : {"-wal", "-shm"}) fs::remove(root() / ("journal.sqlite" + std::string{rest}));
    fs::copy_file(folder_.path() / "copy", root() / "journal.sqlite", fs::copy_options::overwrite_existing);
  }
};

TEST_F(older_journal, is_accepted_while_nothing_was_written_since) {
  put_back();
  EXPECT_EQ(refusal(), errc::ok);
}

TEST_F(older_journal, is_reported_once_the_newer_one_was_opened) {
  EXPECT_EQ(refusal(), errc::ok);
  put_back();
  const auto opened = open_journal_of(folder());
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, errc::journal_outdated);
  EXPECT_NE(opened.error().detail.find("verify --accept-journal"), std::string::npos);
  EXPECT_EQ(open_journal_to_read(root()).error().code, errc::journal_outdated);
  auto older = journal::open(root() / "journal.sqlite", journal_mode::read_only).value();
  EXPECT_EQ(check_belongs(folder(), older).error().code, errc::journal_outdated);
  EXPECT_TRUE(check_acceptable(folder(), older));
}

TEST_F(older_journal, is_reported_when_the_newer_one_was_changed_after_the_copy) {
  {
    auto db = journal::open(root() / "journal.sqlite", journal_mode::read_write).value();
    ASSERT_TRUE(begin_generation(folder(), db));
  }
  EXPECT_EQ(refusal(), errc::ok) << "this one is the newest";
  put_back();
  EXPECT_EQ(refusal(), errc::journal_outdated);
}

TEST_F(older_journal, is_reported_before_the_log_of_the_newer_one_is_applied) {
  const auto log = root() / "journal.sqlite-wal";
  {
    auto db = open_journal_of(folder()).value();
    new_seed s;
    s.request = {"http://example.org/later", seconds{60}, 0};
    s.hash = md5("later");
    ASSERT_TRUE(db.begin() && db.add_seed(s, noon) && db.commit());
    fs::copy_file(log, folder_.path() / "log");
  }
  put_back();
  fs::copy_file(folder_.path() / "log", log);
  for (const auto& refused : {open_journal_of(folder()), open_journal_to_read(root())}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::journal_outdated);
    EXPECT_NE(refused.error().detail.find("remove journal.sqlite-wal"), std::string::npos);
  }
  fs::remove(log);
  EXPECT_EQ(refusal(), errc::journal_outdated);
}

TEST_F(older_journal, is_one_without_an_identity) {
  fs::remove(root() / "journal.sqlite");
  {
    auto db = journal::open(root() / "journal.sqlite", journal_mode::read_write).value();
    crawl(db);
  }
  EXPECT_EQ(refusal(), errc::journal_outdated);
}

TEST_F(older_journal, never_results_from_a_stop_between_two_writes) {
  auto db = journal::open(root() / "journal.sqlite", journal_mode::read_write).value();
  const auto stored = db.identity().value();
  ASSERT_TRUE(db.begin() && db.set_identity({stored.id, stored.generation + 1, 0}) && db.commit());
  EXPECT_EQ(refusal(), errc::ok) << "the journal is written first";
  const auto ours = read_identity(folder()).value().value();
  EXPECT_EQ(ours.generation, db.identity().value().generation);
  EXPECT_EQ(ours.in_file, ours.generation) << "nobody reads";
}

}  // namespace laundromat
