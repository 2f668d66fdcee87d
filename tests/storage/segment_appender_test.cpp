// Tests of appending to segments: places, rotation, cutting back, and what a stop leaves.
// SPDX-License-Identifier: Apache-2.0
#include "storage/segments/segment_appender.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "storage/segments/segment_check.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/few_files.hpp"
#include "tests/storage/sync_log.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

class segments : public ::testing::Test {
 protected:
  [[nodiscard]] segment_appender open(segment_end committed = {}, std::uint64_t segment_bytes = 10) {
    std::vector<segment_end> known;
    for (std::uint32_t serial = 1; serial < committed.serial; ++serial)
      known.push_back({serial, segment_bytes});
    if (committed.serial > 0) known.push_back(committed);
    return segment_appender::open(data_, segment_kind::clean, known, segment_bytes, disk_).value();
  }
  [[nodiscard]] fs::path path_of(std::uint32_t serial) const {
    return folder_.path() / segment_path(segment_kind::clean, serial);
  }
  [[nodiscard]] std::string read(const segment_place& place) const {
    return read_segment(data_, segment_kind::clean, place).value();
  }

  temporary_folder folder_;
  safe_folder data_ = safe_folder::named(folder_.path()).value();
  sync_log disk_;
};

}  // namespace

TEST_F(segments, files_have_places_one_behind_the_other) {
  auto appender = open();
  const auto one = appender.append("one").value(), two = appender.append("two two").value();
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(one, (segment_place{1, 0, 3}));
  EXPECT_EQ(two, (segment_place{1, 3, 7}));
  EXPECT_EQ(read(one) + read(two), "onetwo two");
  const auto root = "folder " + folder_.path().filename().string();
  EXPECT_EQ(disk_.calls,
            (std::vector<std::string>{"file 000001.nq.gz", root, "folder clean", "folder segments"}));
}

TEST_F(segments, a_group_is_synced_once_and_the_name_of_a_segment_once) {
  auto appender = open({}, 1'000);
  for (int group = 0; group < 2; ++group) {
    for (int i = 0; i < 5; ++i) (void)appender.append("file").value();
    ASSERT_TRUE(appender.flush());
    appender.commit();
  }
  ASSERT_TRUE(appender.flush()) << "nothing was appended";
  EXPECT_EQ(std::ranges::count(disk_.calls, "file 000001.nq.gz"), 2);
  EXPECT_EQ(std::ranges::count(disk_.calls, "folder segments"), 1);
}

TEST_F(segments, a_full_segment_is_followed_by_the_next) {
  auto appender = open();
  std::vector<segment_place> places;
  for (const auto* text : {"0123456789", "abc", "0123456789", "d"})
    places.push_back(appender.append(text).value());
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(appender.ends(), (std::vector<segment_end>{{1, 10}, {2, 13}, {3, 1}})) << "each needs its row";
  EXPECT_EQ(places[1], (segment_place{2, 0, 3}));
  EXPECT_EQ(places[2], (segment_place{2, 3, 10}));
  EXPECT_EQ(places[3], (segment_place{3, 0, 1}));
  EXPECT_EQ(read_file(path_of(1)) + '|' + read_file(path_of(2)) + '|' + read_file(path_of(3)),
            "0123456789|abc0123456789|d");
  EXPECT_EQ(std::ranges::count(disk_.calls, "file 000002.nq.gz"), 1)
      << "also the segments before the last are durable";
}

TEST_F(segments, what_is_rolled_back_is_written_over_or_cut_by_the_next_start) {
  auto appender = open();
  (void)appender.append("kept").value();
  ASSERT_TRUE(appender.flush());
  appender.commit();
  for (const auto* text : {"lost, and long enough", "lost", "lost"}) (void)appender.append(text).value();
  ASSERT_TRUE(appender.flush());
  appender.roll_back();
  EXPECT_EQ(read_file(path_of(1)), "keptlost, and long enough") << "its COMMIT may have reached the disk";
  EXPECT_EQ(appender.append("next").value(), (segment_place{1, 4, 4}));
  ASSERT_TRUE(appender.flush());
  appender.commit();
  EXPECT_EQ(read_file(path_of(1)), "keptnext, and long enough");
  (void)open({1, 8});
  EXPECT_EQ(read_file(path_of(1)), "keptnext");
  EXPECT_FALSE(fs::exists(path_of(2)));
}

TEST_F(segments, what_a_stop_left_behind_the_committed_end_is_cut_at_start) {
  {
    auto appender = open();
    (void)appender.append("kept").value();
    ASSERT_TRUE(appender.flush());
    appender.commit();
    for (const auto* text : {"not committed", "not committed"}) (void)appender.append(text).value();
    ASSERT_TRUE(appender.flush());
  }
  std::ofstream{path_of(1).parent_path() / "notes.txt"} << "of the user";
  auto next = open({1, 4});
  EXPECT_EQ(read_file(path_of(1)), "kept");
  EXPECT_FALSE(fs::exists(path_of(2)));
  EXPECT_TRUE(fs::exists(path_of(1).parent_path() / "notes.txt"));
  EXPECT_FALSE(next.is_short());
}

TEST_F(segments, a_segment_that_lost_committed_bytes_is_kept_and_never_written_again) {
  fs::create_directories(path_of(1).parent_path());
  std::ofstream{path_of(2)} << "tor";
  auto appender = open({2, 4});
  EXPECT_TRUE(appender.is_short());
  EXPECT_EQ(appender.append("next").value(), (segment_place{3, 0, 4}));
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(read_file(path_of(2)), "tor");
  EXPECT_EQ(read_file(path_of(3)), "next");
  const auto found = check_segments(data_, segment_kind::clean, {{2, 4}, {3, 4}}).value();
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].second, "has 3 bytes, but the journal names 4");
}

TEST_F(segments, a_segment_is_complete_when_the_next_one_begins_also_after_a_group_that_was_rolled_back) {
  auto appender = open();
  (void)appender.append("kept").value();
  ASSERT_TRUE(appender.flush());
  appender.commit();
  for (const auto* text : {"lost, and long enough", "also lost"}) (void)appender.append(text).value();
  ASSERT_TRUE(appender.flush());
  appender.roll_back();
  for (const auto* text : {"next one", "x"}) (void)appender.append(text).value();
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(read_file(path_of(1)) + '|' + read_file(path_of(2)), "keptnext one|x");
}

TEST_F(segments, a_segment_with_a_second_name_is_not_changed) {
  const auto backup = folder_.path() / "backup.nq.gz";
  auto appender = open({}, 1'000);
  (void)appender.append("one").value();
  ASSERT_TRUE(appender.flush());
  appender.commit();
  (void)appender.append("two").value();
  ASSERT_TRUE(appender.flush());
  fs::create_hard_link(path_of(1), backup);
  appender.roll_back();
  EXPECT_EQ(appender.append("next").value(), (segment_place{2, 0, 4}));
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(read_file(backup), "onetwo");
  auto again = open({1, 3}, 1'000);
  EXPECT_EQ(read_file(backup), "onetwo");
  EXPECT_EQ(again.append("next").value(), (segment_place{2, 0, 4}));
}

TEST_F(segments, a_segment_that_no_commit_names_is_removed_at_start) {
  fs::create_directories(path_of(1).parent_path());
  for (const std::uint32_t serial : {1, 2, 3, 4}) std::ofstream{path_of(serial)} << "text";
  ASSERT_TRUE(segment_appender::open(data_, segment_kind::clean, {{1, 4}, {3, 4}}, 1'000, disk_));
  EXPECT_TRUE(fs::exists(path_of(1)) && fs::exists(path_of(3)));
  EXPECT_FALSE(fs::exists(path_of(2)) || fs::exists(path_of(4)));
}

TEST_F(segments, a_segment_without_bytes_needs_no_file) {
  auto appender = open({2, 0});
  EXPECT_TRUE(check_segments(data_, segment_kind::clean, {{2, 0}})->problems.empty());
  EXPECT_EQ(appender.append("next").value(), (segment_place{2, 0, 4}));
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(std::ranges::count(disk_.calls, "folder segments"), 1) << "its name is new";
}

TEST_F(segments, after_a_failed_sync_the_group_is_lost) {
  auto appender = open();
  (void)appender.append("one").value();
  disk_.answer = [] { return fail(errc::io_failed, "sync"); };
  const auto flushed = appender.flush();
  ASSERT_FALSE(flushed);
  EXPECT_EQ(flushed.error().code, errc::sync_failed);
}

TEST_F(segments, reading_past_the_end_is_an_error) {
  auto appender = open();
  (void)appender.append("one").value();
  ASSERT_TRUE(appender.flush());
  EXPECT_EQ(read_segment(data_, segment_kind::clean, {1, 0, 4}).error().code, errc::not_found);
  EXPECT_EQ(read_segment(data_, segment_kind::clean, {7, 0, 1}).error().code, errc::not_found);
  EXPECT_EQ(read_segment(data_, segment_kind::clean, {1, 0, std::uint64_t{1} << 40}).error().code,
            errc::io_failed);
}

TEST_F(segments, large_files_are_refused) {
  auto appender = open();
  EXPECT_EQ(appender.append(std::string(most_small_file_bytes + 1, 'x')).error().code, errc::limit_exceeded);
}

TEST_F(segments, names_are_recognised) {
  EXPECT_EQ(segment_path(segment_kind::clean, 123), "clean/segments/000123.nq.gz");
  EXPECT_EQ(segment_path(segment_kind::ledger, 1), "ledgers/000001.nq.gz");
  EXPECT_EQ(segment_path(segment_kind::delta, 1'234'567), "deltas/1234567.rdfp.gz");
  EXPECT_EQ(serial_in(segment_kind::clean, "000123.nq.gz"), 123U);
  for (const auto* other :
       {"123.nq.gz", "000123.nq", "000123.nq.gz~", "", "x", "0000123.nq.gz", "-00123.nq.gz"})
    EXPECT_EQ(serial_in(segment_kind::clean, other), 0U) << other;
}

TEST_F(segments, unknown_files_beside_segments_are_found) {
  auto appender = open();
  (void)appender.append("one").value();
  ASSERT_TRUE(appender.flush());
  std::ofstream{path_of(9)} << "x";
  std::ofstream{path_of(1).parent_path() / "notes.txt"} << "x";
  const auto found = check_segments(data_, segment_kind::clean, {{1, 3}}).value();
  EXPECT_TRUE(found.problems.empty());
  EXPECT_EQ(found.unknown,
            (std::vector<fs::path>{"clean/segments/000009.nq.gz", "clean/segments/notes.txt"}));
}

}  // namespace laundromat
