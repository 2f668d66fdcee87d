// Tests of the index of labels of a data folder: in parts, killed, damaged, and with documents that go.
// SPDX-License-Identifier: Apache-2.0
#include "storage/labels/label_word_index.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <fstream>

#include "app/labels/label_search.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/journal/sqlite.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/app/labels/labelled_documents.hpp"

namespace laundromat::test {
namespace {

class label_word_index_test : public testing::Test {
 protected:
  [[nodiscard]] label_word_index open() {
    return label_word_index::open(data_, from_, properties_of({})).value();
  }
  [[nodiscard]] label_word_index updated(const label_update_options& options = {}) {
    auto index = open();
    EXPECT_EQ(index.update(from_, store_, options).value(), true);
    return index;
  }
  void update(label_word_index& index, const label_update_options& options = {}) {
    EXPECT_EQ(index.update(from_, store_, options).value(), true);
  }
  static label_update_options small() {
    label_update_options options;
    options.batch_labels = 50;
    options.batch_documents = 1;
    return options;
  }
  static label_question question(const std::string& word) {
    label_question asked;
    asked.words = read_search_query(std::vector{word}).value();
    return asked;
  }
  std::vector<std::string> find(label_word_index& index, const std::string& word) {
    std::vector<std::string> all;
    const auto page = find_labels(index, from_, question(word), 10'000).value();
    for (const auto& one : page.labels)
      all.push_back(one.label.text + " in " + one.document.hex().substr(0, 8));
    return all;
  }
  /// Labels of the same rank in the order of texts: a document that is published again comes last.
  std::vector<std::string> sorted(label_word_index& index, const std::string& word) {
    auto all = find(index, word);
    std::ranges::sort(all);
    return all;
  }
  /// What the index says about some words.
  std::vector<std::vector<std::string>> answers(label_word_index& index) {
    std::vector<std::vector<std::string>> all;
    for (const auto* word : {"left", "sock*", "red", "machine", "number7*"}) all.push_back(find(index, word));
    return all;
  }
  [[nodiscard]] database change_journal() const {
    return database::open(data_ / "journal.sqlite", database_access::read_write);
  }
  void remove(const std::string& file, std::int64_t at_ms) {
    const auto digest = content_digest::from_hex(labelled_documents::get().hash(file)).value();
    change_journal().run("UPDATE cleans SET removed_ms = ?2 WHERE hash = ?1", digest, at_ms);
  }
  [[nodiscard]] std::filesystem::path file() const { return data_ / label_word_index::file_name; }

  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
  journal from_ = [this] {
    std::filesystem::copy(labelled_documents::get().data(), data_, std::filesystem::copy_options::recursive);
    for (const auto* ending : {"", "-wal", "-shm"}) std::filesystem::remove(file().string() + ending);
    return journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
  }();
  clean_store store_ = open_documents_to_read(data_).value();
};

}  // namespace

TEST_F(label_word_index_test, is_the_same_in_one_transaction_and_in_many_Q73) {
  auto index = open();
  EXPECT_EQ(index.size().value(), 0U);
  EXPECT_TRUE(find(index, "left").empty());
  update(index);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
  const auto expected = answers(index);
  for (const auto& of : expected) EXPECT_FALSE(of.empty());
  std::filesystem::remove(file());
  auto in_parts = updated(small());
  EXPECT_EQ(answers(in_parts), expected);
  EXPECT_EQ(in_parts.update(from_, store_).value(), true) << "nothing is new";
  EXPECT_EQ(in_parts.size().value(), labelled_documents::all_labels);
}

TEST_F(label_word_index_test, goes_on_where_it_was_stopped_also_within_a_document_Q73) {
  auto whole = updated();
  const auto expected = answers(whole);
  std::filesystem::remove(file());
  int updates = 0;
  bool is_partial = false;
  for (bool is_whole = false; !is_whole && updates < 50; ++updates) {
    auto options = small();
    int asked = 0;
    options.goes_on = [&] { return ++asked <= 1; };
    auto index = open();
    is_whole = index.update(from_, store_, options).value();
    is_partial |= database::open(file(), database_access::read_only).number("SELECT blocks FROM state") > 0;
  }
  EXPECT_GE(updates, 5);
  EXPECT_TRUE(is_partial);
  auto index = open();
  EXPECT_EQ(answers(index), expected);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
}

TEST_F(label_word_index_test, a_killed_update_leaves_a_sound_index_Q73) {
  auto whole = updated();
  const auto expected = answers(whole);
  std::filesystem::remove(file());
  for (const int after : {1, 1, 2, 3}) {
    const auto child = ::fork();
    if (child == 0) {
      auto from = journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
      auto index = label_word_index::open(data_, from, properties_of({})).value();
      auto options = small();
      int asked = 0;
      options.goes_on = [&] {
        if (++asked > after) ::raise(SIGKILL);
        return true;
      };
      (void)index.update(from, store_, options);
      ::_exit(0);
    }
    int code = 0;
    ASSERT_EQ(::waitpid(child, &code, 0), child);
    EXPECT_TRUE(WIFSIGNALED(code));
    auto some = open();
    EXPECT_LE(some.size().value(), labelled_documents::all_labels);
  }
  auto index = updated();
  EXPECT_EQ(answers(index), expected);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
}

TEST_F(label_word_index_test, that_is_damaged_or_of_no_use_is_made_again_Q74) {
  auto index = updated();
  const auto expected = answers(index);
  const auto change = [&](const char* sql) {
    database::open(file(), database_access::read_write).execute(sql);
  };
  const std::vector<std::pair<std::string, std::function<void()>>> harms{
      {"version", [&] { change("PRAGMA user_version = 77"); }},
      {"journal", [&] { change("UPDATE state SET identity = 'another'"); }},
      {"properties", [&] { change("UPDATE state SET properties = 'x:other'"); }},
      {"document", [&] { change("UPDATE state SET hash = x'00'"); }},
      {"no state", [&] { change("DELETE FROM state"); }},
      {"no table", [&] { change("DROP TABLE state"); }},
      {"cut", [&] { std::filesystem::resize_file(file(), std::filesystem::file_size(file()) / 2); }},
      {"no database", [&] { std::ofstream{file()} << std::string(9'000, 'x'); }},
      {"empty", [&] {
         std::ofstream{file(), std::ios::trunc};
       }}};
  for (const auto& [name, harm] : harms) {
    harm();
    auto damaged = open();
    (void)damaged.find(question("left"), [](const indexed_label&) { return true; });
    EXPECT_EQ(damaged.update(from_, store_).value(), true) << name;
    EXPECT_EQ(answers(damaged), expected) << name;
  }
}

TEST_F(label_word_index_test, a_damaged_page_is_noticed_and_the_index_made_again_Q74) {
  auto index = updated();
  const auto expected = answers(index);
  constexpr std::streamoff page = 4'096;
  const auto pages = static_cast<std::streamoff>(std::filesystem::file_size(file())) / page;
  ASSERT_GT(pages, 20);
  for (std::streamoff number = 0; number < pages; number += 1 + pages / 20) {
    {
      std::fstream damaged{file(), std::ios::in | std::ios::out | std::ios::binary};
      damaged.seekp(number * page + (number == 0 ? 30 : 50));
      damaged << "damage damage damage";
    }
    auto damaged = open();
    for (int tries = 0; tries < 2; ++tries) {
      const auto asked = find_labels(damaged, from_, question("machine"), 10'000);
      if (asked && asked->labels.size() == labelled_documents::long_labels + 1U) break;
      EXPECT_EQ(damaged.update(from_, store_).value(), true) << "page " << number;
    }
    EXPECT_EQ(find(damaged, "machine"), expected[3]) << "page " << number;
  }
}

TEST_F(label_word_index_test, ranks_some_of_very_many_labels_Q72) {
  auto index = updated();
  auto asked = question("machine");
  asked.most_ranked = 100;
  const auto some = find_labels(index, from_, asked, 10'000).value();
  EXPECT_EQ(some.labels.size(), 100U);
  EXPECT_FALSE(some.ranks_all);
  EXPECT_FALSE(some.has_more);
  asked.most_ranked = labelled_documents::long_labels + 1;
  EXPECT_TRUE(find_labels(index, from_, asked, 10).value().ranks_all);
}

TEST_F(label_word_index_test, a_database_of_another_program_is_not_changed_Q74) {
  database::open(file(), database_access::read_write, page_check::unchecked).execute("CREATE TABLE mine (a)");
  const auto opened = label_word_index::open(data_, from_, properties_of({}));
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().detail.find("another program"), std::string::npos);
  EXPECT_EQ(database::open(file(), database_access::read_only, page_check::unchecked)
                .number("SELECT count(*) FROM sqlite_schema"),
            1);
}

TEST_F(label_word_index_test, what_was_removed_is_not_found_and_its_labels_go_Q75) {
  auto index = updated();
  const auto before = sorted(index, "left");
  EXPECT_EQ(before.size(), 2U);
  remove("socks.ttl", 5'000);
  EXPECT_EQ(find(index, "left").size(), 1U) << "before the next update";
  update(index);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels - 5);
  EXPECT_EQ(find(index, "left").size(), 1U);
  EXPECT_TRUE(find(index, "linke").empty());
  remove("long.nt", 4'000);  // the clock was set back
  update(index, small());
  EXPECT_EQ(index.size().value(), 3U);
  remove("socks.ttl", 0);  // it is published again
  update(index, small());
  EXPECT_EQ(index.size().value(), 8U);
  EXPECT_EQ(sorted(index, "left"), before);
  remove("long.nt", 0);
  update(index, small());
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
  EXPECT_EQ(index.update(from_, store_).value(), true);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels) << "each once";
}

TEST_F(label_word_index_test, a_document_that_was_removed_before_it_was_read_is_not_indexed_Q75) {
  remove("long.nt", 5'000);
  auto index = updated();
  EXPECT_EQ(index.size().value(), 8U);
  remove("long.nt", 0);
  update(index);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
}

TEST_F(label_word_index_test, one_that_is_being_brought_up_to_date_is_read_meanwhile_Q73) {
  auto options = small();
  bool is_first = true;
  options.on_progress = [&](std::uint64_t documents) {
    if (documents < 3 || !std::exchange(is_first, false)) return;
    auto from = journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
    auto other = label_word_index::open(data_, from, properties_of({})).value();
    EXPECT_EQ(other.update(from, store_).value(), false) << "another one does it";
    EXPECT_GT(other.indexed(), 0);
    EXPECT_LT(other.indexed(), 5);
  };
  auto index = updated(options);
  EXPECT_FALSE(is_first);
  EXPECT_EQ(index.size().value(), labelled_documents::all_labels);
}

}  // namespace laundromat::test
