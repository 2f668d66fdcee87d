// Tests of the seed list as the engine reads it: piece by piece, without what the journal has.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/campaign_seeds.hpp"

#include <gtest/gtest.h>

#include <fstream>

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

}  // namespace
}  // namespace laundromat
