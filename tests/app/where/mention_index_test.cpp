// Tests of the index of a data folder, with small runs.
// SPDX-License-Identifier: Apache-2.0
#include "storage/mentions/mention_index.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "app/where/where_search.hpp"
#include "storage/stores/data_stores.hpp"
#include "tests/app/fragments/washed_documents.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

const std::vector<std::string> iris{"http://ex.example/bob", "http://ex.example/s7", "http://ex.example/p3",
                                    "http://ex.example/g", "http://xmlns.com/foaf/0.1/knows"};

class mention_index_test : public testing::Test {
 protected:
  [[nodiscard]] mention_index open() { return mention_index::open(data_, from_).value(); }
  static mention_index_options small() {
    mention_index_options options;
    options.buffer_mentions = 50;
    options.merged_runs = 3;
    return options;
  }
  /// What the index says about all IRIs.
  std::vector<std::vector<std::pair<std::int64_t, int>>> answers(const mention_index& index) {
    std::vector<std::vector<std::pair<std::int64_t, int>>> all;
    for (const auto& iri : iris) {
      const auto page = find_mentions_of(index, from_, store_, {iri}).value();
      auto& of = all.emplace_back();
      for (const auto& one : page.documents) of.emplace_back(one.row, one.roles);
    }
    return all;
  }
  [[nodiscard]] std::size_t runs() const {
    std::size_t count = 0;
    for (const auto& one : std::filesystem::directory_iterator{data_ / "where"})
      if (one.path().extension() == ".run") ++count;
    return count;
  }
  [[nodiscard]] std::filesystem::path some_run() const {
    for (const auto& one : std::filesystem::directory_iterator{data_ / "where"})
      if (one.path().extension() == ".run") return one.path();
    return {};
  }

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

TEST_F(mention_index_test, is_the_same_in_many_small_runs_Q24) {
  auto index = open();
  EXPECT_EQ(index.size(), 0U);
  EXPECT_EQ(index.update(from_, store_).value(), true);
  const auto expected = answers(index);
  for (const auto& of : expected) EXPECT_FALSE(of.empty());
  std::filesystem::remove_all(data_ / "where");
  auto in_parts = open();
  EXPECT_EQ(in_parts.update(from_, store_, small()).value(), true);
  EXPECT_EQ(answers(in_parts), expected);
  EXPECT_LT(runs(), 7U) << "they are merged";
  EXPECT_EQ(answers(open()), expected) << "from the disk";
  const auto size = in_parts.size();
  EXPECT_EQ(in_parts.update(from_, store_).value(), true) << "nothing is new";
  EXPECT_EQ(in_parts.size(), size);
}

TEST_F(mention_index_test, goes_on_where_it_was_stopped_Q25) {
  auto whole = open();
  ASSERT_TRUE(whole.update(from_, store_));
  const auto expected = answers(whole);
  std::filesystem::remove_all(data_ / "where");
  int updates = 0;
  for (bool is_whole = false; !is_whole && updates < 20; ++updates) {
    auto options = small();
    int documents = 0;
    options.goes_on = [&] { return ++documents <= 1; };
    auto index = open();
    is_whole = index.update(from_, store_, options).value();
    std::ofstream{data_ / "where" / ("left-" + std::to_string(updates) + ".run.new")} << "of a killed update";
  }
  EXPECT_GE(updates, 4);
  EXPECT_EQ(answers(open()), expected);
}

TEST_F(mention_index_test, that_is_damaged_or_of_another_journal_is_made_again_Q26) {
  auto index = open();
  ASSERT_TRUE(index.update(from_, store_));
  const auto expected = answers(index);
  const auto cut = [&] { std::filesystem::resize_file(some_run(), 40); };
  const auto forget = [&] { std::filesystem::remove(some_run()); };
  const auto replace = [&] {
    auto text = read_file(data_ / "where/runs");
    const auto at = text.find("journal ") + 8;
    text[at] = text[at] == '0' ? '1' : '0';
    std::ofstream{data_ / "where/runs"} << text;
  };
  const auto scribble = [&] { std::ofstream{data_ / "where/runs"} << "laundromat where 1\njournal"; };
  for (const auto& harm : {std::function<void()>{cut}, {forget}, {replace}, {scribble}}) {
    harm();
    auto damaged = open();
    EXPECT_EQ(damaged.size(), 0U) << "it says nothing that is wrong";
    EXPECT_EQ(damaged.update(from_, store_).value(), true);
    EXPECT_EQ(answers(damaged), expected);
  }
}

}  // namespace laundromat::test
