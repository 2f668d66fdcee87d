// Tests of the seed list as the engine reads it: piece by piece, without what the journal has.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/campaign_seeds.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "app/campaign/seed_file.hpp"
#include "storage/journal/enlist.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

struct campaign_seeds : testing::Test {
  campaign_seeds() {
    c.interval_s = 7;
    c.seeds = {{"http://a.example/campaign", 0, 3}};
    c.seed_files = {(folder.path() / "one").string(), (folder.path() / "two").string()};
    std::ofstream{folder.path() / "one"} << "http://a.example/1\n# a comment\nHTTP://A.example/2\t60\n";
    std::ofstream{folder.path() / "two"} << "http://a.example/3\n";
  }
  void enlist_known(const std::string& uri) {
    auto db = journal::open(path, journal_mode::read_write).value();
    ASSERT_TRUE(db.begin());
    ASSERT_TRUE(enlist(db, {uri}, false, from_ms(1)));
    ASSERT_TRUE(db.commit());
  }
  /// The URIs of all pieces of two lines, and how many were left out.
  static std::pair<std::vector<std::string>, std::uint64_t> read(seed_source source) {
    std::pair<std::vector<std::string>, std::uint64_t> all;
    for (bool is_last = false; !is_last;) {
      const auto piece = source(2).value();
      EXPECT_LE(piece.seeds.size() + piece.known, 2U);
      for (const auto& seed : piece.seeds) all.first.push_back(seed.uri);
      all.second += piece.known;
      is_last = piece.is_last;
    }
    return all;
  }

  /// Reads the whole list in one piece, and has the journal store it, when `is_stored`. Returns the URIs that were not passed over or known.
  std::vector<std::string> enlist_all(bool is_stored = true) {
    EXPECT_TRUE(journal::open(path, journal_mode::read_write));
    auto piece = seeds_of(c, path).value()(100'000).value();
    std::vector<std::string> uris;
    for (const auto& seed : piece.batch.seeds()) uris.emplace_back(piece.batch.uri(seed));
    passed = piece.known;
    if (!is_stored) return uris;
    auto db = journal::open(path, journal_mode::read_write).value();
    const auto writer = make_batch_writer(std::move(piece.batch));
    for (bool more = true; more;) {
      EXPECT_TRUE(db.begin());
      more = db.add_seeds(*writer, from_ms(1)).value();
      EXPECT_TRUE(db.commit());
    }
    return uris;
  }

  std::uint64_t passed = 0;
  temporary_folder folder;
  const std::filesystem::path path = folder.path() / "journal.sqlite";
  campaign c;
};

TEST_F(campaign_seeds, are_those_of_the_campaign_and_then_those_of_its_files_in_their_order) {
  const auto piece = seeds_of(c).value()(3).value();
  ASSERT_EQ(piece.seeds.size(), 3U);
  EXPECT_EQ(piece.seeds[0].priority, 3);
  EXPECT_EQ(piece.seeds[0].interval, seconds{7}) << "that of the campaign";
  EXPECT_EQ(piece.seeds[2].interval, seconds{60});
  EXPECT_EQ(read(seeds_of(c).value()).first,
            (std::vector<std::string>{"http://a.example/campaign", "http://a.example/1", "HTTP://A.example/2",
                                      "http://a.example/3"}));
}

TEST_F(campaign_seeds, leave_out_what_the_journal_has_in_any_spelling_and_in_an_edited_list) {
  enlist_known("http://a.example/2");
  enlist_known("http://a.example/3");
  std::ofstream{folder.path() / "two", std::ios::app} << "http://a.example/4\n";
  const auto [uris, known] = read(seeds_of(c, path).value());
  EXPECT_EQ(uris, (std::vector<std::string>{"http://a.example/campaign", "http://a.example/1",
                                            "http://a.example/4"}));
  EXPECT_EQ(known, 2U);
}

TEST_F(campaign_seeds, end_with_an_error_when_a_file_changed_after_its_check) {
  std::ofstream{folder.path() / "two"} << "a b\n";
  const auto source = seeds_of(c).value();
  ASSERT_TRUE(source(3));
  const auto end = source(3);
  ASSERT_FALSE(end);
  EXPECT_EQ(end.error().code, errc::invalid_argument);
  EXPECT_NE(end.error().detail.find("two:1: a space in the URI"), std::string::npos) << end.error().detail;
}

TEST_F(campaign_seeds, end_with_an_error_when_a_file_is_written_while_it_is_read) {
  const auto source = seeds_of(c).value();
  ASSERT_TRUE(source(1));
  std::filesystem::resize_file(folder.path() / "one", 10);
  const auto next = source(2);
  ASSERT_FALSE(next) << "a seed may be the half of a line";
  EXPECT_NE(next.error().detail.find("one was written while"), std::string::npos) << next.error().detail;
}

TEST_F(campaign_seeds, of_a_file_that_is_replaced_meanwhile_are_those_of_the_old_one) {
  const auto source = seeds_of(c).value();
  ASSERT_EQ(source(2).value().seeds.size(), 2U);
  std::ofstream{folder.path() / "new"} << "http://a.example/other\n";
  std::filesystem::rename(folder.path() / "new", folder.path() / "one");
  EXPECT_EQ(source(1).value().seeds.at(0).uri, "HTTP://A.example/2");
}

TEST_F(campaign_seeds, of_a_file_that_was_not_touched_are_passed_over_and_counted_R172) {
  EXPECT_EQ(enlist_all().size(), 4U);
  EXPECT_EQ(enlist_all(), std::vector<std::string>{});
  EXPECT_EQ(passed, 4U);
  std::filesystem::remove(path);  // another journal, which has the lists and no seeds
  seed_batch none;
  for (const auto& file : c.seed_files) {
    auto list = stamp_of(file);
    list.seeds = 7;
    none.end_list(list);
  }
  {
    auto db = journal::open(path, journal_mode::read_write).value();
    const auto writer = make_batch_writer(std::move(none));
    ASSERT_TRUE(db.begin());
    while (db.add_seeds(*writer, from_ms(1)).value()) {
    }
    ASSERT_TRUE(db.commit());
  }
  EXPECT_EQ(enlist_all(), std::vector<std::string>{"http://a.example/campaign"}) << "no file is read";
  EXPECT_EQ(passed, 14U);
}

TEST_F(campaign_seeds, of_a_file_that_has_grown_are_those_behind_its_old_end_R172) {
  EXPECT_EQ(enlist_all().size(), 4U);
  std::ofstream{folder.path() / "one", std::ios::app} << "http://a.example/4\n";
  EXPECT_EQ(enlist_all(false), std::vector<std::string>{"http://a.example/4"});
  EXPECT_EQ(passed, 4U);
  EXPECT_EQ(enlist_all(), std::vector<std::string>{"http://a.example/4"})
      << "what was not stored is listed again";
  EXPECT_EQ(enlist_all(), std::vector<std::string>{});
  EXPECT_EQ(passed, 5U);
}

TEST_F(campaign_seeds, of_a_file_that_was_changed_are_all_compared_again_R172) {
  EXPECT_EQ(enlist_all().size(), 4U);
  std::ofstream{folder.path() / "one"} << "http://a.example/9\n# a comment\nHTTP://A.example/2\t60\n";
  EXPECT_EQ(enlist_all(), std::vector<std::string>{"http://a.example/9"});
  EXPECT_EQ(passed, 3U);
}

TEST_F(campaign_seeds, of_a_file_without_a_last_line_end_are_read_again_when_it_grows_R172) {
  std::ofstream{folder.path() / "two"} << "http://a.example/3";
  EXPECT_EQ(enlist_all().size(), 4U);
  std::ofstream{folder.path() / "two", std::ios::app} << "3\n";
  EXPECT_EQ(enlist_all(), std::vector<std::string>{"http://a.example/33"});
}

}  // namespace
}  // namespace laundromat
