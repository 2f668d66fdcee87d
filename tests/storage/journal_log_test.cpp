// Tests of the write-ahead log of a killed engine: a committed but unreadable transaction is reported.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_log.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <future>
#include <random>
#include <thread>

#include "storage/files/file_lock.hpp"
#include "storage/files/posix_file.hpp"
#include "storage/journal/journal_accept.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_schema.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t frame_bytes = 24 + journal_page_bytes, head_bytes = 32;

/// The calls of this process that wrote to a file.
std::uint64_t write_calls() {
  std::ifstream counts{"/proc/self/io"};
  for (std::string name; counts >> name;)
    if (std::uint64_t calls = 0; name == "syscw:" && counts >> calls) return calls;
  return 0;
}

}  // namespace

/// Copies the files as a kill leaves them, while the journal is open.
class log_of_a_killed_engine : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    for (int i = 0; i < seeds; ++i) add("http://example.org/" + std::to_string(i));
    for (const auto* ending : {"", "-wal", "-shm"}) whole_[ending] = read_file(file().string() + ending);
    journal_.reset();
    frames_ = (whole_["-wal"].size() - head_bytes) / frame_bytes;
    for (std::size_t frame = 0; frame < frames_; ++frame)
      if (whole_["-wal"].compare(head_bytes + frame * frame_bytes + 4, 4, std::string(4, '\0')) != 0)
        commits_.push_back(frame);
    ASSERT_GE(commits_.size(), static_cast<std::size_t>(seeds));
    put_back();
  }
  void put_back() {
    for (const auto& [ending, bytes] : whole_) write(ending, bytes);
  }
  void write(const std::string& ending, const std::string& bytes) {
    std::ofstream{file().string() + ending, std::ios::binary | std::ios::trunc} << bytes;
  }
  void flip(std::size_t bit) {
    auto bytes = whole_["-wal"];
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    write("-wal", bytes);
  }
  [[nodiscard]] std::optional<log_damage> found() const {
    return find_log_damage(safe_folder::named(folder_.path()).value(), "journal.sqlite").value();
  }
  /// The number of seeds in the opened journal.
  [[nodiscard]] int seeds_found() const {
    auto db = journal::open(file(), journal_mode::read_only);
    int count = 0;
    for (int i = 0; db && i < seeds; ++i)
      count += db->seed(md5("http://example.org/" + std::to_string(i))) ? 1 : 0;
    return count;
  }

  static constexpr int seeds = 8;
  std::map<std::string, std::string> whole_;
  std::size_t frames_ = 0;
  std::vector<std::size_t> commits_;  ///< frames that end a transaction
};

TEST_F(log_of_a_killed_engine, an_undamaged_log_is_read_to_its_end) {
  EXPECT_EQ(found(), std::nullopt);
  EXPECT_EQ(seeds_found(), seeds);
}

TEST_F(log_of_a_killed_engine, every_flipped_bit_is_reported_or_loses_nothing) {
  const auto seed = std::random_device{}();
  std::mt19937 dice{seed};
  for (int i = 0; i < 200; ++i) {
    put_back();
    const auto bit = std::uniform_int_distribution<std::size_t>{0, whole_["-wal"].size() * 8 - 1}(dice);
    flip(bit);
    if (found()) continue;
    EXPECT_EQ(seeds_found(), seeds) << "bit " << bit << ", seed " << seed;
  }
}

TEST_F(log_of_a_killed_engine, every_bit_of_its_header_is_reported) {
  for (std::size_t bit = 0; bit < head_bytes * 8; ++bit) {
    flip(bit);
    EXPECT_TRUE(found()) << "bit " << bit;
  }
}

TEST_F(log_of_a_killed_engine, lost_transactions_are_counted) {
  flip((head_bytes + 24) * 8);
  const auto lost = found();
  ASSERT_TRUE(lost);
  EXPECT_EQ(lost->frame, 1U);
  EXPECT_GE(lost->transactions, static_cast<std::uint64_t>(seeds));
}

TEST_F(log_of_a_killed_engine, a_flipped_bit_in_older_transactions_is_reported_also_without_the_index) {
  fs::remove(file().string() + "-shm");
  flip((head_bytes + 24 + 100) * 8);
  EXPECT_TRUE(found());
}

TEST_F(log_of_a_killed_engine, an_incomplete_transaction_after_a_power_failure_is_not_damage) {
  // The index is not synced: it may be missing or older than the log.
  fs::remove(file().string() + "-shm");
  for (std::size_t cut = 1; cut < frame_bytes; cut += 500) {
    write("-wal", whole_["-wal"].substr(0, whole_["-wal"].size() - cut));
    EXPECT_EQ(found(), std::nullopt) << cut;
  }
  auto torn = whole_["-wal"];
  torn.replace(torn.size() - frame_bytes + 24, journal_page_bytes, std::string(journal_page_bytes, '\0'));
  write("-wal", torn);
  EXPECT_EQ(found(), std::nullopt);
}

TEST_F(log_of_a_killed_engine, a_log_shorter_than_its_index_is_reported) {
  write("-wal", whole_["-wal"].substr(0, whole_["-wal"].size() - frame_bytes));
  EXPECT_TRUE(found());
}

TEST_F(log_of_a_killed_engine, a_journal_whose_log_lost_transactions_is_not_opened) {
  flip((head_bytes + 24) * 8);
  const auto folder = safe_folder::named(folder_.path()).value();
  for (const auto& refused : {open_journal_of(folder), open_journal_to_read(folder_.path())}) {
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::journal_damaged);
    EXPECT_NE(refused.error().detail.find("verify --accept-journal"), std::string::npos);
  }
  EXPECT_TRUE(found()) << "nothing was changed";
}

TEST_F(log_of_a_killed_engine, a_log_that_others_write_is_not_damaged) {
  const auto folder = safe_folder::named(folder_.path()).value();
  for (const bool writes : {true, false}) {
    put_back();
    fs::remove(data_layout{folder_.path()}.identity());
    {
      const auto first = writes ? open_journal_of(folder) : open_journal_to_read(folder_.path());
      ASSERT_TRUE(first) << to_string(first.error());
      flip((head_bytes + commits_[0] * frame_bytes) * 8);  // as it looks between two writes
      ASSERT_TRUE(found());
      EXPECT_TRUE(open_journal_to_read(folder_.path())) << writes;
      EXPECT_TRUE(open_journal_of(folder)) << writes;
    }
    put_back();
    flip((head_bytes + commits_[0] * frame_bytes) * 8);
    EXPECT_EQ(open_journal_of(folder).error().code, errc::journal_damaged)
        << "none of them has it open any more";
  }
}

TEST_F(log_of_a_killed_engine, a_reader_waits_for_one_who_opens_the_journal_before_it_calls_the_log_damaged) {
  flip((head_bytes + commits_[0] * frame_bytes) * 8);
  auto opens =
      safe_folder::named(folder_.path())->open_or_create(data_layout{}.journal_lock().filename()).value();
  auto alone = one_byte(F_WRLCK, 0);
  ASSERT_EQ(::fcntl(opens.get(), F_OFD_SETLK, &alone), 0);
  std::atomic<bool> has_answer = false;
  auto reads = std::async(std::launch::async, [&] {
    const auto db = open_journal_to_read(folder_.path());
    has_answer = true;
    return db ? errc::ok : db.error().code;
  });
  for (int i = 0; i < 100'000 && !has_answer; ++i) std::this_thread::yield();
  EXPECT_FALSE(has_answer);
  put_back();
  opens = {};
  EXPECT_EQ(reads.get(), errc::ok);
}

TEST_F(log_of_a_killed_engine, accepting_the_loss_keeps_the_damaged_log) {
  flip((head_bytes + 24 + frame_bytes * commits_[commits_.size() - seeds / 2]) * 8);
  const auto damaged = read_file(file().string() + "-wal");
  const auto done = accept_journal(data_folder::open(folder_.path()).value());
  ASSERT_TRUE(done) << to_string(done.error());
  EXPECT_EQ(found(), std::nullopt);
  EXPECT_TRUE(open_journal_of(safe_folder::named(folder_.path()).value()));
  EXPECT_GT(seeds_found(), 0);
  EXPECT_LT(seeds_found(), seeds);
  EXPECT_EQ(read_file(folder_.path() / (std::string{kept_journal_name} + "-wal")), damaged);
}

TEST_F(journal_test, a_group_is_written_to_the_log_in_few_calls) {
  const auto log = file().string() + "-wal";
  ASSERT_TRUE(j().begin());
  for (int i = 0; i < 500; ++i) {
    new_seed seed;
    seed.hash = md5(std::to_string(i));
    seed.request.uri = "http://example.org/" + std::to_string(i);
    seed.authority = "example.org";
    ASSERT_TRUE(j().add_seed(seed, noon).value_or(false));
  }
  const auto bytes = fs::file_size(log), calls = write_calls();
  ASSERT_GT(calls, 0U);
  ASSERT_TRUE(j().commit());
  const auto written = fs::file_size(log) - bytes;
  EXPECT_GT(written, 50U << 10);
  EXPECT_LT(write_calls() - calls, written / (20 << 10)) << "calls for " << written << " bytes";
  auto reader = journal::open(file(), journal_mode::read_only);
  ASSERT_TRUE(reader);
  EXPECT_TRUE(reader->seed(md5("499")));
}

}  // namespace laundromat
