// Tests of the check of received bodies.
// SPDX-License-Identifier: Apache-2.0
#include "storage/warc/stored_body_check.hpp"

#include <algorithm>
#include <fstream>
#include <random>

#include "storage/journal/sqlite.hpp"
#include "storage/segments/segment_check.hpp"
#include "storage/warc/warc_store.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

class stored_body_check : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    store_ = warc_store::open(safe_folder::make(folder_.path() / "raw").value(), {},
                              {"test", "software: test\r\n", true, 5'000})
                 .value();
    auto db = database::open(file(), database_access::read_write);
    db.execute("PRAGMA foreign_keys = OFF");
    for (int i = 0; i < 40; ++i)
      add_body(db, i == 7 ? long_body()
                          : "body " + std::to_string(i) + std::string(700, static_cast<char>('a' + i % 26)));
    ends_ = store_->make_durable().value();
    store_->committed();
  }
  static std::string long_body() { return std::string(200'000, 'L'); }

  warc_exchange exchange_of(const std::string& uri) {
    warc_exchange one;
    one.uri = uri;
    one.address = "192.0.2.1";
    one.begun = noon;
    one.request_head = "GET / HTTP/1.1\r\n\r\n";
    one.response_head = "HTTP/1.1 200 OK\r\n\r\n";
    return one;
  }
  /// Adds the download with the next number, whose body is there.
  void add_row(database& db, const std::string& raw_path, const std::string& body) {
    ++number_;
    db.run(
        "INSERT INTO entries (id, hash, seed, status, attempt, open, begun_ms, raw_path, size_bytes, "
        "wire_digest) "
        "VALUES (?1, ?2, 1, 12, 1, 0, 0, ?3, ?4, ?5)",
        number_, md5(next_uri_), raw_path, body.size(), sha256(body));
    next_uri_ = "http://example.org/" + std::to_string(number_ + 1);
  }
  void add_body(database& db, const std::string& body) {
    auto one = exchange_of(next_uri_);
    one.body = body;
    const auto capture = store_->append(one).value();
    places_.push_back(capture.record);
    add_row(db, capture.path(), body);
  }
  /// As an engine writes a body while it receives it.
  void add_large_body(database& db, const std::string& body) {
    auto large = store_->begin_large(exchange_of(next_uri_)).value();
    ASSERT_TRUE(large->write(body));
    const auto capture = large->finish("").value();
    places_.push_back(capture.record);
    add_row(db, capture.path(), body);
  }
  void add_file(database& db, const std::string& raw_path, const std::string& body) {
    if (!raw_path.empty() && !raw_path.starts_with("node:")) {
      fs::create_directories((folder_.path() / "raw" / raw_path).parent_path());
      std::ofstream{folder_.path() / "raw" / raw_path, std::ios::binary} << body;
    }
    add_row(db, raw_path, body);
  }
  stored_bodies_check check(std::size_t threads = 2, const std::vector<fs::path>& missing = {}) {
    auto found = check_stored_bodies(j(), safe_folder::named(folder_.path()).value(), threads, missing);
    EXPECT_TRUE(found);
    return found.value_or(stored_bodies_check{});
  }
  fs::path path_of(std::uint32_t serial) { return folder_.path() / "raw" / store_->file_name(serial); }
  void flip(const segment_place& place, std::uint64_t at) {
    std::fstream f{path_of(place.serial), std::ios::in | std::ios::out | std::ios::binary};
    f.seekg(static_cast<std::streamoff>(place.offset_bytes + at));
    const auto byte = static_cast<char>(f.get() ^ 1);
    f.seekp(static_cast<std::streamoff>(place.offset_bytes + at));
    f.put(byte);
  }

  std::shared_ptr<warc_store> store_;
  std::vector<segment_end> ends_;
  std::vector<segment_place> places_;
  std::int64_t number_ = 0;  ///< of the last download
  std::string next_uri_ = "http://example.org/1";
};

TEST_F(stored_body_check, intact_bodies_are_read_once) {
  const auto found = check();
  EXPECT_EQ(found.bodies, 40U);
  EXPECT_GT(found.bytes, 40U * 700 + long_body().size());
  EXPECT_TRUE(found.problems.empty());
}

TEST_F(stored_body_check, flipped_bits_cost_only_their_bodies) {
  for (const auto i : {3U, 7U, 20U}) flip(places_[i], places_[i].length_bytes / 2);
  const auto found = check();
  ASSERT_EQ(found.problems.size(), 3U);
  EXPECT_EQ(found.problems[0].download, md5("http://example.org/4"));
  EXPECT_EQ(found.problems[0].place.offset_bytes, places_[3].offset_bytes);
  EXPECT_EQ(found.problems[1].download, md5("http://example.org/8"));
  EXPECT_EQ(found.problems[2].download, md5("http://example.org/21"));
}

TEST_F(stored_body_check, a_body_that_is_not_the_one_of_the_journal_is_damage) {
  auto db = database::open(file(), database_access::read_write);
  db.run("UPDATE entries SET wire_digest = ?1 WHERE id = 5", sha256("other"));
  db.run("UPDATE entries SET size_bytes = size_bytes + 1 WHERE id = 9");
  const auto found = check(1);
  ASSERT_EQ(found.problems.size(), 2U);
  EXPECT_TRUE(found.problems[0].what.starts_with("its body has the digest ")) << found.problems[0].what;
  EXPECT_TRUE(found.problems[1].what.starts_with("its body has 7")) << found.problems[1].what;
}

TEST_F(stored_body_check, a_missing_segment_is_one_problem_with_one_name) {
  fs::remove(path_of(2));
  auto found = check();
  ASSERT_EQ(found.problems.size(), 1U);
  EXPECT_EQ(found.problems[0].place.file, fs::path{"raw/*-000002.warc.gz"});
  EXPECT_EQ(found.problems[0].what, "is missing");
  const auto data = safe_folder::named(folder_.path()).value();
  const auto segments = check_warc_segments(data, ends_).value();
  ASSERT_EQ(found.lost.size(), 1U);
  EXPECT_EQ(found.lost[0].first, found.problems[0].place.file);
  EXPECT_EQ(found.lost[0].second,
            static_cast<std::uint64_t>(std::ranges::count(places_, 2U, &segment_place::serial)));
  EXPECT_EQ(found.bodies + found.lost[0].second, 40U);
  ASSERT_EQ(segments.problems.size(), 1U);
  EXPECT_EQ(segments.problems[0].first, found.problems[0].place.file);
  EXPECT_TRUE(check(2, {segments.problems[0].first}).problems.empty()) << "it is reported once";
  warc_store reader{safe_folder::named(folder_.path() / "raw").value()};
  const auto opened = reader.open({2, 0, 10});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().detail, "raw/*-000002.warc.gz is missing");
}

TEST_F(stored_body_check, bodies_in_files_are_read) {
  auto db = database::open(file(), database_access::read_write);
  db.execute("PRAGMA foreign_keys = OFF");
  for (const auto* name : {"a/whole", "a/flipped", "b/short", "b/gone"})
    add_file(db, name, std::string(900, 'b'));
  add_file(db, "", "forgotten");
  add_file(db, "node:worker", "at a node");
  EXPECT_EQ(check().bodies, 44U) << "no file is expected of a body that was forgotten, or is at a node";
  EXPECT_TRUE(check().problems.empty());
  const auto raw = folder_.path() / "raw";
  std::ofstream{raw / "a/flipped", std::ios::binary} << std::string(899, 'b') + 'c';
  fs::resize_file(raw / "b/short", 899);
  fs::remove(raw / "b/gone");
  const auto found = check();
  EXPECT_EQ(found.bodies, 44U);
  ASSERT_EQ(found.problems.size(), 3U);
  EXPECT_EQ(found.problems[0].place.file, fs::path{"raw/a/flipped"});
  EXPECT_EQ(found.problems[0].download, md5("http://example.org/42"));
  EXPECT_TRUE(found.problems[0].what.starts_with("its body has the digest ")) << found.problems[0].what;
  EXPECT_EQ(found.problems[1].what, "its body has 899 bytes, but the journal has 900");
  EXPECT_EQ(found.problems[2].place.file, fs::path{"raw/b/gone"});
  EXPECT_EQ(found.problems[2].what, "is missing");
}

TEST_F(stored_body_check, without_the_raw_folder_all_bodies_are_lost) {
  auto db = database::open(file(), database_access::read_write);
  db.execute("PRAGMA foreign_keys = OFF");
  add_file(db, "a/file", "body");
  fs::remove_all(folder_.path() / "raw");
  const auto found = check();
  std::uint64_t lost = 0;
  for (const auto& one : found.lost) lost += one.second;
  EXPECT_EQ(lost, 40U);
  EXPECT_EQ(found.problems.size(), found.lost.size() + 1);
  EXPECT_FALSE(fs::exists(folder_.path() / "raw")) << "a check creates nothing";
}

TEST_F(stored_body_check, a_large_record_is_read) {
  auto db = database::open(file(), database_access::read_write);
  db.execute("PRAGMA foreign_keys = OFF");
  std::mt19937 dice{7};
  for (const std::size_t bytes : {2U << 20, 5U << 20}) {
    std::string body(bytes, '\0');
    for (auto& c : body) c = static_cast<char>(dice());
    add_large_body(db, body);
    ASSERT_EQ(is_large_record(places_.back()), bytes > most_record_bytes);
  }
  (void)store_->make_durable().value();
  store_->committed();
  const auto whole = check();
  EXPECT_EQ(whole.bodies, 42U);
  EXPECT_GT(whole.bytes, 7U << 20);
  EXPECT_TRUE(whole.problems.empty());
  for (const auto i : {40U, 41U}) flip(places_[i], places_[i].length_bytes / 2);
  const auto found = check();
  EXPECT_EQ(found.bodies, 42U);
  ASSERT_EQ(found.problems.size(), 2U);
  for (const auto i : {0U, 1U}) {
    EXPECT_EQ(found.problems[i].download, md5("http://example.org/" + std::to_string(41 + i)));
    EXPECT_EQ(found.problems[i].place.offset_bytes, places_[40 + i].offset_bytes);
    EXPECT_NE(found.problems[i].place.file, found.problems[1 - i].place.file) << "each has its own segment";
  }
}

TEST_F(stored_body_check, bytes_behind_the_end_of_a_segment_are_no_damage) {
  std::ofstream{path_of(1), std::ios::app | std::ios::binary} << "leftover";
  const auto data = safe_folder::named(folder_.path()).value();
  const auto found = check_warc_segments(data, ends_).value();
  EXPECT_TRUE(found.problems.empty());
  ASSERT_EQ(found.leftovers.size(), 1U);
  EXPECT_EQ(found.leftovers[0].second, 8U);
  EXPECT_TRUE(check().problems.empty());
}

TEST_F(stored_body_check, segments_that_an_accepted_journal_does_not_name_are_set_aside) {
  const auto data = safe_folder::named(folder_.path()).value();
  auto older = ends_;
  older.pop_back();
  const auto last = ends_.back().serial;
  const auto name = store_->file_name(last);
  const auto moved = set_aside_unknown_warc(data, older).value();
  EXPECT_EQ(moved, std::vector{fs::path{"raw"} / (name + ".set-aside")});
  EXPECT_TRUE(fs::exists(folder_.path() / moved[0]));
  store_.reset();
  const auto again = warc_store::open(safe_folder::named(folder_.path() / "raw").value(), older, {}).value();
  EXPECT_EQ(again->removed_segments(), 0U);
  EXPECT_TRUE(fs::exists(folder_.path() / moved[0])) << "the next run leaves it";
  EXPECT_EQ(check_warc_segments(data, older).value().set_aside, moved);
}

}  // namespace
}  // namespace laundromat
