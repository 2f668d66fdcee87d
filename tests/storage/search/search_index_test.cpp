// Tests of the full-text index: what is found, how it follows the journal, and what damage, kills and full disks do to it.
// SPDX-License-Identifier: Apache-2.0
#include "storage/search/search_index.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <thread>

#include "storage/journal/sqlite.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/app/small_disk.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/announcing_fixture.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using lines = std::vector<std::string>;

constexpr std::array kind_names{"seed ", "document ", "dataset "};

/// What is found, each as kind and URI, the best first; an error as its name.
lines found_in(journal& from, const fs::path& root, const lines& words,
               crawl_scope crawls = crawl_scope::present, const search_index_options& options = {}) {
  auto source = search_source::open(from).value();
  auto index = search_index::open(root, source, options);
  if (!index) return {to_string(index.error())};
  lines all;
  const auto done = index->find(read_search_query(words).value(), [&](found_kind kind, std::int64_t row) {
    const auto found = source.look_up(kind, row, crawls).value();
    if (!found) return true;
    all.push_back(kind_names.at(static_cast<std::size_t>(kind)) + (kind == found_kind::seed ? found->seed_uri
                                                                   : kind == found_kind::document
                                                                       ? found->document.uri
                                                                       : found->dataset.dataset.key));
    return true;
  });
  return done ? all : lines{to_string(done.error())};
}

class search_index_test : public announcing_test {
 protected:
  lines find(const lines& words, crawl_scope crawls = crawl_scope::present,
             const search_index_options& options = {}) {
    return found_in(j(), folder_.path(), words, crawls, options);
  }
  lines sorted(const lines& words, const search_index_options& options = {}) {
    auto all = find(words, crawl_scope::present, options);
    std::ranges::sort(all);
    return all;
  }
  record_hash begin_crawl(const record_hash& seed) {
    const auto download = start(seed, noon + seconds{100'000 * ++crawls_});
    file_body(download);
    return download;
  }
  void end_crawl(const record_hash& seed) {
    now(seed_change(seed, event::crawl_ended, noon + seconds{100'000 * crawls_ + 9}));
  }
  void wash(const record_hash& entry, const std::string& text, rdf_format format = rdf_format::turtle) {
    leaf(entry);
    guess(entry, format);
    parse(entry, sha256(text));
  }
  record_hash crawl(const std::string& uri, const std::string& text, rdf_format format = rdf_format::turtle) {
    final_uri = uri;
    const auto seed = md5(uri);
    if (!journal_reader{j()}.has_seed(seed).value()) add(uri);
    wash(begin_crawl(seed), text, format);
    end_crawl(seed);
    return seed;
  }
  /// Crawls an archive with these members.
  void crawl_archive(const std::string& uri, const lines& paths) {
    final_uri = uri;
    const auto seed = md5(uri);
    if (!journal_reader{j()}.has_seed(seed).value()) add(uri);
    const auto root = begin_crawl(seed);
    std::vector<archive_member> members;
    for (const auto& path : paths) members.push_back(member(members.size(), path));
    children(root, members);
    const auto entries = j().open_children(root, std::nullopt, 99).value();
    for (const auto& entry : entries) wash(entry.hash, uri + entry.uri);
    end_crawl(seed);
  }
  void announce_dataset(const std::string& uri, announced_dataset dataset) {
    final_uri = uri;
    const auto seed = md5(uri);
    if (!journal_reader{j()}.has_seed(seed).value()) add(uri);
    announcements found;
    found.datasets = {std::move(dataset)};
    crawl_list(seed, std::move(found), noon + seconds{100'000 * ++crawls_});
  }
  void exclude(const std::string& what) {
    ASSERT_TRUE(
        steering_store{j()}.add(make_rule(exclusion_kind_of(what), what, "why", noon).value()).value());
  }
  [[nodiscard]] fs::path index_file() const { return folder_.path() / search_index::file_name; }

  /// Some documents, which `all_documents` finds.
  void crawl_some(int count = 5) {
    for (int n = 0; n < count; ++n) {
      const auto uri = "http://example.org/sock" + std::to_string(n) + ".ttl";
      crawl(uri, uri);
      documents_.push_back("document " + uri);
    }
    std::ranges::sort(documents_);
  }
  const lines all_documents{"sock*"};
  lines documents_;
  int crawls_ = 0;
};

TEST_F(search_index_test, finds_seeds_documents_members_and_datasets_C04) {
  add("http://example.org/never/crawled.ttl");
  add("relative/path.ttl");
  crawl("http://example.org/tables/socks.csv", "a", rdf_format::records);
  crawl_archive("http://example.org/attic.tar.gz", {"boxes/left.ttl", "boxes/right.nt"});
  announce_dataset("http://example.org/void.ttl", {.key = "http://example.org/#d",
                                                   .label = "Caf\xC3\xA9 Employees",
                                                   .dumps = {"http://example.org/all.nt"},
                                                   .licence = "http://creativecommons.org/licenses/by/4.0/",
                                                   .publisher = "ACME, Inc.",
                                                   .other_files = {"http://example.org/all.csv"}});
  EXPECT_EQ(find({"crawled"}), lines{"seed http://example.org/never/crawled.ttl"});
  EXPECT_EQ(find({"relative"}), lines{"seed relative/path.ttl"});
  EXPECT_EQ(find({"tables"}), lines{"document http://example.org/tables/socks.csv"}) << "and not its seed";
  EXPECT_EQ(find({"records", "socks"}), lines{"document http://example.org/tables/socks.csv"});
  EXPECT_EQ(find({"left"}), lines{"document http://example.org/attic.tar.gz!/boxes/left.ttl"});
  EXPECT_EQ(find({"attic", "right"}), lines{"document http://example.org/attic.tar.gz!/boxes/right.nt"});
  EXPECT_EQ(find({"attic"}).front(), "document http://example.org/attic.tar.gz") << "the shortest text first";
  for (const auto& words :
       {lines{"EMPLOYEES"}, {"cafe"}, {"acme"}, {"licenses", "employees"}, {"all", "csv"}})
    EXPECT_EQ(find(words), lines{"dataset http://example.org/#d"}) << words.front();
}

TEST_F(search_index_test, wants_all_words_and_phrases_in_their_order_C04) {
  crawl("http://example.org/open/data/socks%20left.ttl", "a");
  crawl("http://example.org/data/open/socks.ttl", "b");
  EXPECT_EQ(find({"open data"}), lines{"document http://example.org/open/data/socks%20left.ttl"});
  EXPECT_EQ(find({"open", "data"}).size(), 2U);
  EXPECT_EQ(find({"open", "nowhere"}), lines{});
  EXPECT_EQ(find({"lef*"}), lines{"document http://example.org/open/data/socks%20left.ttl"});
  EXPECT_EQ(find({"lef"}), lines{});
  EXPECT_EQ(find({"http://example.org/open/data/socks%20left.ttl"}),
            lines{"document http://example.org/open/data/socks%20left.ttl"});
}

TEST_F(search_index_test, takes_no_text_for_syntax_C04) {
  crawl("http://example.org/or/title.ttl", "a");
  EXPECT_EQ(find({"OR"}), lines{"document http://example.org/or/title.ttl"});
  for (const auto* text :
       {"title:x", "x' OR 1=1 --", "NEAR(a b)", "^^", "{a}: b", "a) OR (b", "\xE2\x80\x94", "a + b", "\xFF"})
    if (read_search_query(lines{text})) {
      EXPECT_EQ(find({text}), lines{}) << text;
    }
  EXPECT_EQ(find({"title", "\xE2\x80\x94"}), lines{"document http://example.org/or/title.ttl"})
      << "a dash is no word";
}

TEST_F(search_index_test, finds_what_was_added_and_finished_since_the_last_search_C04) {
  final_uri = "http://example.org/socks";
  const auto seed = add(final_uri);
  EXPECT_EQ(find({"socks"}), lines{"seed http://example.org/socks"});
  const auto download = begin_crawl(seed);
  EXPECT_EQ(find({"socks"}), lines{"seed http://example.org/socks"}) << "its document is not finished";
  EXPECT_EQ(find({"turtle"}), lines{});
  wash(download, "a");
  end_crawl(seed);
  EXPECT_EQ(find({"socks", "turtle"}), lines{"document http://example.org/socks"});
  EXPECT_EQ(find({"socks"}).size(), 1U);
  EXPECT_EQ(find({"more"}), lines{});
  crawl("http://example.org/more", "b");
  EXPECT_EQ(find({"more"}), lines{"document http://example.org/more"});
}

TEST_F(search_index_test, finds_a_changed_dataset_by_its_new_words_only_C06) {
  announce_dataset("http://example.org/void.ttl", {.key = "d", .label = "Socks"});
  announce_dataset("http://example.org/other.ttl", {.key = "other", .label = "Socks elsewhere"});
  EXPECT_EQ(sorted({"socks"}), (lines{"dataset d", "dataset other"}));
  announce_dataset("http://example.org/void.ttl", {.key = "d", .label = "Shoes"});
  EXPECT_EQ(find({"socks"}), lines{"dataset other"});
  EXPECT_EQ(find({"shoes"}), lines{"dataset d"});
  announce_dataset("http://example.org/void.ttl", {.key = "d", .label = "Shoes"});
  EXPECT_EQ(find({"shoes"}), lines{"dataset d"}) << "once";
}

TEST_F(search_index_test, finds_seeds_whose_rows_are_filled_later_C04) {
  const auto add_row = [&](int row) {
    const auto uri = "http://example.org/sock" + std::to_string(row);
    database::open(file(), database_access::read_write)
        .run(
            "INSERT INTO seeds (id, hash, uri, authority, relative, status, added_ms, interval_s, priority) "
            "VALUES (?1, ?2, ?3, 1, 0, 1, 0, 1, 0)",
            row, md5(uri), uri);
  };
  add_row(90);
  EXPECT_EQ(find({"sock*"}).size(), 1U);
  add_row(50);
  add_row(40);
  EXPECT_EQ(find({"sock*"}).size(), 3U);
  add_row(30);
  add_row(89);
  add_row(1);
  EXPECT_EQ(find({"sock*"}).size(), 6U);
  EXPECT_EQ(find({"sock*"}).size(), 6U) << "each once";
}

TEST_F(search_index_test, finds_documents_of_older_crawls_only_when_they_are_asked_for_C04) {
  crawl_archive("http://example.org/a.tar", {"left.ttl", "gone.ttl"});
  EXPECT_EQ(find({"gone"}).size(), 1U);
  crawl_archive("http://example.org/a.tar", {"left.ttl"});
  EXPECT_EQ(find({"gone"}), lines{});
  EXPECT_EQ(find({"left"}).size(), 1U);
  EXPECT_EQ(find({"gone"}, crawl_scope::all).size(), 1U);
  EXPECT_EQ(find({"left"}, crawl_scope::all).size(), 2U);
}

TEST_F(search_index_test, does_not_find_what_is_excluded_C04) {
  crawl("http://gone.example/socks", "a");
  crawl("http://stays.example/socks", "b");
  add("http://gone.example/other/socks");
  announce_dataset("http://gone.example/void", {.key = "d", .label = "Socks"});
  EXPECT_EQ(find({"socks"}).size(), 4U);
  exclude("gone.example");
  EXPECT_EQ(find({"socks"}), lines{"document http://stays.example/socks"});
}

TEST_F(search_index_test, does_not_find_what_was_taken_down_C04) {
  crawl("http://gone.example/socks", "a");
  EXPECT_EQ(find({"turtle"}).size(), 1U);
  ASSERT_TRUE(j().begin());
  ASSERT_EQ(j().take_down(
                   md5("http://gone.example/socks"), [](std::string_view) { return true; }, noon)
                ->documents,
            1U);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(find({"turtle"}), lines{});
  EXPECT_EQ(find({"socks"}), lines{"seed http://gone.example/socks"})
      << "no rule excludes it: it is crawled again";
}

TEST_F(search_index_test, gives_the_documents_of_a_dataset_that_may_be_found_C06) {
  crawl_archive("http://example.org/all.tar", {"left.ttl", "right.ttl"});
  crawl("http://gone.example/all.nt", "b");
  exclude("gone.example");
  auto source = search_source::open(j()).value();
  EXPECT_EQ(source.documents(md5("http://example.org/all.tar"), 9)->size(), 2U) << "without the archive";
  EXPECT_EQ(source.documents(md5("http://example.org/all.tar"), 1)->size(), 1U);
  EXPECT_TRUE(source.documents(md5("http://gone.example/all.nt"), 9)->empty());
  EXPECT_TRUE(source.documents(md5("http://example.org/no-seed"), 9)->empty());
}

TEST_F(search_index_test, batches_change_nothing_C04) {
  crawl_some();
  crawl_archive("http://example.org/a.tar", {"sock-left.ttl", "sock-right.ttl"});
  announce_dataset("http://example.org/void.ttl", {.key = "d", .label = "sock"});
  add("http://example.org/socks");
  search_index_options small;
  small.batch_rows = 1;
  const auto one_by_one = sorted(all_documents, small);
  fs::remove(index_file());
  EXPECT_EQ(one_by_one.size(), 9U);
  EXPECT_EQ(sorted(all_documents), one_by_one);
}

TEST_F(search_index_test, unfinished_entries_are_read_again_in_batches_C04) {
  std::vector<record_hash> downloads;
  for (int n = 0; n < 5; ++n) {
    final_uri = "http://example.org/sock" + std::to_string(n);
    downloads.push_back(begin_crawl(add(final_uri)));
  }
  search_index_options small;
  small.batch_rows = 2;
  EXPECT_EQ(sorted({"turtle"}, small), lines{});
  for (const auto& one : downloads) wash(one, one.hex());
  EXPECT_EQ(sorted({"turtle"}, small).size(), 5U);
  EXPECT_EQ(sorted({"turtle"}, small).size(), 5U);
}

TEST_F(search_index_test, a_damaged_page_is_noticed_and_the_index_made_again_C04) {
  crawl_some();
  ASSERT_EQ(sorted(all_documents), documents_);
  constexpr std::streamoff page = 4'096;
  const auto pages = static_cast<std::streamoff>(fs::file_size(index_file())) / page;
  ASSERT_GT(pages, 4);
  for (std::streamoff number = 0; number < pages; ++number) {
    {
      std::fstream damaged{index_file(), std::ios::in | std::ios::out | std::ios::binary};
      damaged.seekp(number * page + (number == 0 ? 30 : 50));
      damaged << "damage damage damage";
    }
    EXPECT_EQ(sorted(all_documents), documents_) << "page " << number;
  }
}

TEST_F(search_index_test, a_file_that_is_no_database_is_replaced_C04) {
  crawl_some();
  std::ofstream{index_file()} << std::string(9'000, 'x');
  EXPECT_EQ(sorted(all_documents), documents_);
  fs::resize_file(index_file(), fs::file_size(index_file()) / 2);
  EXPECT_EQ(sorted(all_documents), documents_);
  std::ofstream{index_file(), std::ios::trunc};
  EXPECT_EQ(sorted(all_documents), documents_);
}

TEST_F(search_index_test, an_index_of_another_version_is_replaced_C04) {
  crawl_some();
  EXPECT_EQ(sorted(all_documents), documents_);
  database::open(index_file(), database_access::read_write)
      .execute("PRAGMA user_version = 77; DELETE FROM datasets");
  EXPECT_EQ(sorted(all_documents), documents_);
}

TEST_F(search_index_test, a_database_of_another_program_is_not_changed_C04) {
  crawl_some();
  database::open(index_file(), database_access::read_write, page_check::unchecked)
      .execute("CREATE TABLE mine (a)");
  const auto before = read_file(index_file());
  const auto answer = find(all_documents);
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_NE(answer.front().find("another program"), std::string::npos) << answer.front();
  EXPECT_EQ(database::open(index_file(), database_access::read_only, page_check::unchecked)
                .number("SELECT count(*) FROM sqlite_schema"),
            1);
}

TEST_F(search_index_test, an_index_of_another_journal_is_replaced_C04) {
  crawl_some();
  EXPECT_EQ(sorted(all_documents), documents_);
  journal_.reset();
  for (const auto* ending : {"", "-wal", "-shm"}) fs::remove(file().string() + ending);
  crawls_ = 0;
  SetUp();
  for (int n = 0; n < 6; ++n) crawl("http://example.org/shoe" + std::to_string(n), std::to_string(n));
  EXPECT_EQ(find(all_documents), lines{});
  EXPECT_EQ(find({"shoe*"}).size(), 6U);
}

TEST_F(search_index_test, a_killed_search_leaves_a_sound_index_C04) {
  crawl_some();
  for (int kill = 0; kill < 3; ++kill) {
    const auto child = ::fork();
    if (child == 0) {
      auto from = journal::open(file(), journal_mode::read_only);
      search_index_options small;
      small.batch_rows = 1;
      small.on_wait = [](std::string_view) { ::raise(SIGKILL); };  // between two transactions
      (void)found_in(*from, folder_.path(), all_documents, crawl_scope::present, small);
      ::_exit(0);
    }
    int code = 0;
    ASSERT_EQ(::waitpid(child, &code, 0), child);
    EXPECT_TRUE(WIFSIGNALED(code));
  }
  EXPECT_EQ(sorted(all_documents), documents_);
}

TEST_F(search_index_test, searches_at_the_same_time_wait_for_each_other_and_find_all_C04) {
  crawl_some(20);
  std::vector<lines> answers(4);
  {
    std::vector<std::jthread> threads;
    for (auto& answer : answers)
      threads.emplace_back([&] {
        auto from = journal::open(file(), journal_mode::read_only).value();
        search_index_options small;
        small.batch_rows = 1;
        answer = found_in(from, folder_.path(), all_documents, crawl_scope::present, small);
        std::ranges::sort(answer);
      });
  }
  for (const auto& answer : answers) EXPECT_EQ(answer, documents_);
}

TEST_F(search_index_test, an_engine_writes_while_a_search_reads_C04) {
  crawl_some();
  auto from = journal::open(file(), journal_mode::read_only).value();
  auto source = search_source::open(from).value();
  auto index = search_index::open(folder_.path(), source).value();
  crawl("http://example.org/sock-later", "later");
  std::size_t rows = 0;
  ASSERT_TRUE(index.find(read_search_query(all_documents).value(), [&](found_kind kind, std::int64_t row) {
    rows += source.look_up(kind, row, crawl_scope::present).value() ? 1 : 0;
    return true;
  }));
  EXPECT_EQ(rows, documents_.size()) << "the state when it began";
}

TEST_F(search_index_test, a_folder_of_another_user_gets_no_index_C04) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
  crawl_some();
  journal_.reset();
  const temporary_folder other;
  fs::permissions(other.path(), fs::perms::all);
  fs::permissions(folder_.path(), fs::perms{0555});
  const auto child = ::fork();
  if (child == 0) {
    if (::setuid(65'534) != 0) ::_exit(2);
    auto from = journal::open(file(), journal_mode::read_only);
    search_index_options options;
    options.temporary = other.path();
    auto answer = found_in(*from, folder_.path(), all_documents, crawl_scope::present, options);
    std::ranges::sort(answer);
    ::_exit(answer == documents_ ? 0 : 1);
  }
  int code = 0;
  EXPECT_EQ(::waitpid(child, &code, 0), child);
  fs::permissions(folder_.path(), fs::perms{0755});
  EXPECT_EQ(code, 0);
  EXPECT_FALSE(fs::exists(index_file()));
  EXPECT_TRUE(fs::is_empty(other.path()));
}

TEST_F(search_index_test, on_a_full_disk_the_index_is_made_elsewhere_C04) {
  const small_disk disk{folder_.path() / "full", 1};
  if (!disk.is_there()) GTEST_SKIP() << "mounting is not permitted";
  crawl_some();
  const auto root = folder_.path() / "full";
  std::ofstream{root / "filler"} << std::string(2 << 20, 'x');
  const temporary_folder other;
  search_index_options options;
  options.temporary = other.path();
  auto answer = found_in(j(), root, all_documents, crawl_scope::present, options);
  std::ranges::sort(answer);
  EXPECT_EQ(answer, documents_);
  EXPECT_TRUE(fs::is_empty(other.path()));
  options.temporary = root;
  answer = found_in(j(), root, all_documents, crawl_scope::present, options);
  ASSERT_EQ(answer.size(), 1U);
  EXPECT_TRUE(answer.front().starts_with("no_space")) << answer.front();
}

}  // namespace
}  // namespace laundromat
