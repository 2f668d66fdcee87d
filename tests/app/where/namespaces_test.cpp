// Tests of the table of namespaces and of the command `namespaces`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "storage/journal/sqlite.hpp"
#include "storage/mentions/mention_index.hpp"
#include "storage/mentions/namespace_index.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/fragments/washed_documents.hpp"

namespace laundromat::test {
namespace {

constexpr auto foaf = "http://xmlns.com/foaf/0.1/", example = "http://ex.example/";

std::vector<nlohmann::json> rows_in(const std::string& text) {
  std::vector<nlohmann::json> rows;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);)
    rows.push_back(nlohmann::json::parse(line, nullptr, false));
  return rows;
}

/// A process with it is killed before its first file is durable.
class deadly_disk final : public disk_sync {
 public:
  [[nodiscard]] result<void> file(int, const std::filesystem::path&) const override { return die(); }
  [[nodiscard]] result<void> folder(int, const std::filesystem::path&) const override { return die(); }
  [[nodiscard]] result<void> file_system(int, const std::filesystem::path&) const override { return die(); }

 private:
  static result<void> die() {
    return ::raise(SIGKILL) == 0 ? result<void>{} : fail(errc::io_failed, "raise");
  }
};

class namespaces_test : public testing::Test {
 protected:
  [[nodiscard]] answer list(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--data", data_.string(), "namespaces"});
    return ask(words);
  }
  void update(const mention_index_options& options = {}) {
    EXPECT_EQ(mention_index::open(data_, from_)->update(from_, store_, options).value(), true);
  }
  /// Documents and mentions of each namespace, and the documents that use it.
  std::map<std::string, std::vector<std::uint64_t>> facts() {
    auto index = namespace_index::open(data_ / "where", from_).value();
    std::map<std::string, std::vector<std::uint64_t>> all;
    const auto listed = index.list(0, 1'000);
    EXPECT_TRUE(listed);
    for (const auto& one : *listed) {
      auto& of = all[one.name] = {one.documents, one.mentions};
      std::uint64_t mentions = 0;
      const auto uses = index.uses(one.name, 0, 1'000);
      for (const auto& use : *uses) mentions += use.mentions;
      EXPECT_EQ(uses->size(), one.documents) << one.name;
      EXPECT_EQ(mentions, one.mentions) << one.name;
      for (const auto& use : *uses) of.push_back(static_cast<std::uint64_t>(use.document));
    }
    return all;
  }
  void remove(const std::string& name, std::int64_t at_ms) {
    const auto digest = content_digest::from_hex(washed_documents::get().hash(name)).value();
    database::open(data_ / "journal.sqlite", database_access::read_write)
        .run("UPDATE cleans SET removed_ms = ?2 WHERE hash = ?1", digest, at_ms);
  }
  [[nodiscard]] std::filesystem::path file() const { return data_ / "where/namespaces.sqlite"; }

  temporary_folder folder_;
  std::filesystem::path data_ = folder_.path() / "data";
  journal from_ = [this] {
    std::filesystem::copy(washed_documents::get().data(), data_, std::filesystem::copy_options::recursive);
    std::filesystem::remove_all(data_ / "where");
    return journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
  }();
  clean_store store_ = open_documents_to_read(data_).value();
};

}  // namespace

TEST_F(namespaces_test, are_listed_with_prefix_documents_and_mentions_Q77) {
  const auto rows = rows_in(list({"--json"}).out);
  ASSERT_GE(rows.size(), 3U);
  EXPECT_EQ(rows[0].value("namespace", ""), example) << "in most documents";
  EXPECT_EQ(rows[0].value("documents", 0), 4);
  EXPECT_EQ(rows[0].value("prefix", "none"), "");
  for (const auto& row : rows)
    if (row.value("namespace", "") == foaf) {
      EXPECT_EQ(row.value("prefix", ""), "foaf");
      EXPECT_EQ(row.value("documents", 0), 2);
      EXPECT_EQ(row.value("mentions", 0), 4 + 1) << "Person, name, knows, member; knows";
    }
  const auto table = list({});
  for (const auto* text : {"namespace  ", "http://xmlns.com/foaf/0.1/  ", "  foaf  "})
    EXPECT_TRUE(holds(table, text)) << table.out;
}

TEST_F(namespaces_test, lead_to_the_documents_that_use_them_Q77) {
  const auto& documents = washed_documents::get();
  std::map<std::string, int> mentions;
  for (const auto& row : rows_in(list({"--json", foaf}).out))
    mentions[row.value("document", "")] = row.value("mentions", 0);
  EXPECT_EQ(mentions, (std::map<std::string, int>{{documents.hash("people.ttl"), 4},
                                                  {documents.hash("graphs.trig"), 1}}));
  EXPECT_EQ(list({"foaf"}).out, list({foaf}).out);
  EXPECT_EQ(list({"foaf:"}).out, list({foaf}).out);
  EXPECT_TRUE(holds(list({"foaf"}), "/graphs.trig"));
  remove("graphs.trig", 5'000);
  EXPECT_FALSE(holds(list({"foaf"}), "/graphs.trig"));
}

TEST_F(namespaces_test, pages_are_the_whole_and_what_is_wrong_is_refused_Q77) {
  for (const auto& words : {std::vector<std::string>{"--json"}, {"--json", example}}) {
    std::string all, after;
    for (int page = 0; page < 20; ++page) {
      auto given = words;
      given.insert(given.end(), {"--limit", "1"});
      if (!after.empty()) given.insert(given.end(), {"--after", after});
      const auto got = list(given);
      all += got.out;
      const auto at = got.err.find("--after ");
      if (at == got.err.npos) break;
      after = got.err.substr(at + 8);
      after.resize(after.find_first_of(" \n"));
    }
    EXPECT_EQ(all, list(words).out);
  }
  EXPECT_EQ(list({"http://nowhere.example/"}).code, exit_not_found);
  EXPECT_EQ(list({"--after", "x"}).code, exit_usage);
  EXPECT_EQ(list({"--after", "99999"}).code, exit_usage);
  EXPECT_EQ(list({"a", "b"}).code, exit_usage);
}

TEST_F(namespaces_test, are_the_same_when_one_of_both_indexes_is_made_again_Q78) {
  update();
  const auto expected = facts();
  EXPECT_GE(expected.size(), 3U);
  std::filesystem::remove(file());
  update();
  EXPECT_EQ(facts(), expected) << "beside mentions that are there";
  std::filesystem::remove(data_ / "where/runs");
  update();
  EXPECT_EQ(facts(), expected) << "beside mentions that are made again";
  mention_index_options small;
  small.buffer_mentions = 50;
  small.pending_namespaces = 1;
  std::filesystem::remove_all(data_ / "where");
  update(small);
  EXPECT_EQ(facts(), expected);
}

TEST_F(namespaces_test, that_are_damaged_or_of_another_journal_are_made_again_Q78) {
  update();
  const auto expected = facts();
  const auto change = [&](const char* sql) {
    database::open(file(), database_access::read_write).execute(sql);
  };
  const std::vector<std::pair<std::string, std::function<void()>>> harms{
      {"version", [&] { change("PRAGMA user_version = 77"); }},
      {"journal", [&] { change("UPDATE state SET identity = 'another'"); }},
      {"document", [&] { change("UPDATE state SET hash = x'00'"); }},
      {"no state", [&] { change("DROP TABLE state"); }},
      {"cut", [&] { std::filesystem::resize_file(file(), std::filesystem::file_size(file()) / 2); }},
      {"no database", [&] { std::ofstream{file()} << std::string(9'000, 'x'); }},
      {"empty", [&] {
         std::ofstream{file(), std::ios::trunc};
       }}};
  for (const auto& [name, harm] : harms) {
    harm();
    update();
    EXPECT_EQ(facts(), expected) << name;
  }
  std::fstream damaged{file(), std::ios::in | std::ios::out | std::ios::binary};
  for (std::streamoff page = 1;
       page * 4'096 < static_cast<std::streamoff>(std::filesystem::file_size(file())); ++page) {
    damaged.seekp(page * 4'096 + 50);
    damaged << "damage damage";
  }
  damaged.close();
  EXPECT_EQ(rows_in(list({"--json"}).out).size(), expected.size()) << "the command notices it";
  EXPECT_EQ(facts(), expected);
}

TEST_F(namespaces_test, a_killed_update_leaves_sound_tables_Q78) {
  update();
  const auto expected = facts();
  std::filesystem::remove_all(data_ / "where");
  for (const int after : {1, 2, 3}) {
    const auto child = ::fork();
    if (child == 0) {
      auto from = journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
      mention_index_options small;
      small.pending_namespaces = 1;
      int asked = 0;
      small.goes_on = [&] {
        if (++asked > after) ::raise(SIGKILL);
        return true;
      };
      (void)mention_index::open(data_, from)->update(from, store_, small);
      ::_exit(0);
    }
    int code = 0;
    ASSERT_EQ(::waitpid(child, &code, 0), child);
    EXPECT_TRUE(WIFSIGNALED(code));
  }
  update();
  EXPECT_EQ(facts(), expected);
}

TEST_F(namespaces_test, forget_documents_that_were_removed_Q78) {
  update();
  const auto expected = facts();
  remove("people.ttl", 5'000);
  update();
  EXPECT_EQ(facts().at(foaf).front(), 1U);
  remove("graphs.trig", 4'000);
  update();
  EXPECT_FALSE(facts().contains(foaf));
  remove("graphs.trig", 0);
  remove("people.ttl", 0);
  update();
  EXPECT_EQ(facts(), expected) << "they were published again";
}

TEST_F(namespaces_test,
       a_document_that_was_removed_before_it_was_read_is_found_when_it_is_published_again_Q27) {
  const auto places = [&] {
    const auto index = mention_index::open(data_, from_).value();
    std::vector<std::int64_t> rows;
    for (const auto* iri : {"http://xmlns.com/foaf/0.1/knows", "http://ex.example/bob"})
      for (const auto& one : index.find(iri, 0, 100).value()) rows.push_back(one.document);
    return rows;
  };
  update();
  const auto expected = places();
  EXPECT_FALSE(expected.empty());
  std::filesystem::remove_all(data_ / "where");
  remove("people.ttl", 5'000);
  remove("graphs.trig", 5'000);
  update();
  EXPECT_LT(places().size(), expected.size());
  std::filesystem::remove(file());
  remove("graphs.trig", 0);
  remove("people.ttl", 0);
  update();
  EXPECT_EQ(places(), expected) << "also when the table was lost that knows what was removed";
  remove("people.ttl", 6'000);
  update();
  remove("people.ttl", 0);
  update();
  EXPECT_EQ(places(), expected) << "a document is named once";
}

TEST_F(namespaces_test, mentions_of_what_is_published_again_are_kept_before_its_namespaces_Q27) {
  remove("people.ttl", 5'000);
  update();
  remove("people.ttl", 0);
  const auto child = ::fork();
  if (child == 0) {
    auto from = journal::open(data_ / "journal.sqlite", journal_mode::read_only).value();
    const deadly_disk disk;
    mention_index_options killed;
    killed.disk = &disk;
    (void)mention_index::open(data_, from)->update(from, store_, killed);
    ::_exit(0);
  }
  int code = 0;
  ASSERT_EQ(::waitpid(child, &code, 0), child);
  EXPECT_TRUE(WIFSIGNALED(code));
  update();
  const auto index = mention_index::open(data_, from_).value();
  EXPECT_EQ(index.find("http://xmlns.com/foaf/0.1/knows", 0, 100)->size(), 2U);
}

}  // namespace laundromat::test
