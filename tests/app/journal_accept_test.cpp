// Tests of commands on a damaged, foreign or changed journal: they print the same as before, or refuse.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <random>

#include "storage/journal/journal_accept.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/sqlite.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/app/demo_run.hpp"
#include "tests/app/journal_commands.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Changes the journal as `sqlite3` does.
void touch(const fs::path& data, const std::string& sql) {
  auto db = database::open(data / "journal.sqlite", database_access::read_write, page_check::unchecked);
  db.execute(sql);
}

class commands_on_a_journal : public journal_commands {
 protected:
  void SetUp() override {
    journal_commands::SetUp();
    ASSERT_TRUE(journal_->checkpoint());
    journal_.reset();
  }
  void put(const std::string& bytes) {
    for (const auto* rest : {"-wal", "-shm"}) fs::remove(layout_.journal().string() + rest);
    std::ofstream{layout_.journal(), std::ios::binary | std::ios::trunc} << bytes;
  }
  void run_sql(const std::string& sql) const { touch(folder_.path(), sql); }
  [[nodiscard]] std::vector<std::vector<std::string>> commands() const {
    return {{"ls", "--all", "--all-crawls", "--json"},
            {"ls", "--seeds"},
            {"status", "--json"},
            {"show", "--tree", seed_.hex()},
            {"show", download_.hex()},
            {"show", clean_.hex()},
            {"errors", socks_.hex()}};
  }
};

bool is_refusal(const answer& a) {
  return a.code == exit_disk && !a.err.empty();
}

TEST_F(commands_on_a_journal, print_the_same_after_a_flipped_bit_or_refuse) {
  const auto whole = read_file(layout_.journal());
  std::vector<answer> before;
  for (const auto& words : commands()) {
    before.push_back(on_data(words));
    ASSERT_EQ(before.back().code, exit_ok) << words[0] << before.back().err;
  }
  const auto seed = std::random_device{}();
  std::mt19937 dice{seed};
  int refused = 0;
  for (int i = 0; i < 150; ++i) {
    auto bytes = whole;
    const auto bit = std::uniform_int_distribution<std::size_t>{0, bytes.size() * 8 - 1}(dice);
    bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << bit % 8));
    put(bytes);
    for (std::size_t c = 0; c < before.size(); ++c) {
      const auto after = on_data(commands()[c]);
      if (is_refusal(after))
        ++refused;
      else
        EXPECT_EQ(after.out, before[c].out) << commands()[c][0] << ", bit " << bit << ", seed " << seed;
    }
  }
  EXPECT_GT(refused, 0) << "seed " << seed;
}

TEST_F(commands_on_a_journal, name_the_command_that_accepts_a_changed_journal) {
  run_sql("UPDATE seeds SET priority = 7");
  for (const auto& words : {std::vector<std::string>{"ls", "--seeds"}, {"verify"}}) {
    const auto refused = on_data(words);
    EXPECT_NE(refused.code, exit_ok) << words[0];
    EXPECT_NE((refused.out + refused.err).find("verify --accept-journal"), std::string::npos) << refused.err;
  }
}

TEST(journal_of_another_folder, is_refused_by_every_command_with_advice_and_is_not_changed) {
  const auto make_foreign = [](const fs::path& file) {
    database::open(file, database_access::read_write, page_check::unchecked)
        .execute(
            "PRAGMA application_id = 1234; CREATE TABLE places (url TEXT); INSERT INTO places VALUES "
            "('http://a.example/')");
  };
  const auto make_newer = [](const fs::path& file) {
    (void)journal::open(file, journal_mode::read_write).value().checkpoint();
    database::open(file, database_access::read_write)
        .execute("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  };
  const auto make_text = [](const fs::path& file) { std::ofstream{file} << std::string(9'000, 'x'); };
  struct foreign_file {
    std::function<void(const fs::path&)> make;
    std::string code, advice;
  };
  for (const auto& [make, code, advice] :
       {foreign_file{make_foreign, "journal_foreign", "name another data folder"},
        foreign_file{make_newer, "journal_newer", "use the program that wrote it"},
        foreign_file{make_text, "journal_foreign", "move that file away"}}) {
    const temporary_folder data;
    const auto file = data.path() / "journal.sqlite";
    make(file);
    const auto before = read_file(file);
    const auto expect_refusal = [&](const std::string& command, int exit, const std::string& output) {
      EXPECT_EQ(exit, exit_disk) << command << ": " << output;
      EXPECT_NE(output.find(code), std::string::npos) << command << ": " << output;
      EXPECT_NE(output.find(advice), std::string::npos) << command << ": " << output;
      EXPECT_EQ(read_file(file), before) << command;
    };
    for (const auto& words : std::vector<std::vector<std::string>>{{"ls"},
                                                                   {"status"},
                                                                   {"verify"},
                                                                   {"verify", "--remove-unknown"},
                                                                   {"verify", "--accept-journal"},
                                                                   {"add", "http://a.example/new"}}) {
      auto all = words;
      all.insert(all.begin(), {"--data", data.path().string()});
      const auto refused = ask(all);
      expect_refusal(words.back(), refused.code, refused.err);
    }
    ::testing::internal::CaptureStderr();
    const auto exit = run_demo(data.path());
    expect_refusal("run", exit, ::testing::internal::GetCapturedStderr());
    EXPECT_FALSE(fs::exists(data.path() / "engine.running"));
  }
}

TEST(changed_journal_of_a_run, is_refused_by_run_and_accepted_by_verify_when_all_other_checks_pass) {
  const temporary_folder data;
  ASSERT_EQ(run_demo(data.path()), exit_some_failed);
  const auto on_data = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"--data", data.path().string()});
    return ask(words);
  };
  const auto before = on_data({"ls", "--all", "--json"});
  touch(data.path(), "UPDATE seeds SET priority = 7");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_demo(data.path()), exit_disk);
  const auto output = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(output.find("verify --accept-journal"), std::string::npos) << output;

  const auto accepted = on_data({"verify", "--accept-journal"});
  EXPECT_EQ(accepted.code, exit_ok) << accepted.err;
  EXPECT_TRUE(holds(accepted, "cannot be detected")) << accepted.out;
  EXPECT_TRUE(holds(accepted, "no failures")) << accepted.out;
  EXPECT_TRUE(fs::exists(data.path() / kept_journal_name));
  EXPECT_EQ(on_data({"verify"}).code, exit_ok);
  EXPECT_EQ(on_data({"ls", "--all", "--json"}).out, before.out);
  const auto again = on_data({"verify", "--accept-journal"});
  EXPECT_EQ(again.code, exit_ok);
  EXPECT_NE(again.err.find("nothing to accept"), std::string::npos) << again.err;
  EXPECT_EQ(run_demo(data.path()), exit_ok) << "nothing is due";
}

/// A run, a copy of its journal, and documents of a later run.
class older_journal_of_a_run : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(run_demo(data_.path()), exit_some_failed);
    before_ = clean_folders(data_.path());
    journal_ = read_file(file());
    ASSERT_EQ(on_data({"add", "http://a.example/later"}).code, exit_ok);
    // Unknown to the copy: a document whose name no row has.
    fs::create_directories(data_.path() / "clean" / "00" / unknown_);
    std::ofstream{data_.path() / "clean" / "00" / unknown_ / "data.nq.gz"} << "of a later run";
    newest_ = read_file(file());
    fs::remove(file().string() + "-wal");
    fs::remove(file().string() + "-shm");
    std::ofstream{file(), std::ios::binary | std::ios::trunc} << journal_;
    before_ = clean_folders(data_.path());
  }
  [[nodiscard]] fs::path file() const { return data_layout{data_.path()}.journal(); }
  [[nodiscard]] answer on_data(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--data", data_.path().string()});
    return ask(words);
  }

  const std::string unknown_ = "00" + std::string(62, 'a');
  temporary_folder data_;
  std::map<std::string, std::string> before_;
  std::string journal_, newest_;
};

TEST_F(older_journal_of_a_run, is_refused_by_every_command_and_removes_nothing) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"ls"}, {"status"}, {"verify"}, {"verify", "--remove-unknown"}, {"add", "http://a.example/new"}}) {
    const auto refused = on_data(words);
    EXPECT_EQ(refused.code, exit_disk) << words.back();
    EXPECT_NE(refused.err.find("older copy"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("verify --accept-journal"), std::string::npos) << refused.err;
  }
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(run_demo(data_.path()), exit_disk);
  EXPECT_NE(::testing::internal::GetCapturedStderr().find("older copy"), std::string::npos);
  EXPECT_EQ(clean_folders(data_.path()), before_);
  EXPECT_EQ(read_file(file()), journal_);
}

TEST_F(older_journal_of_a_run, is_not_accepted_with_the_log_of_the_newer_one) {
  std::ofstream{file(), std::ios::binary | std::ios::trunc} << newest_;
  std::string log;
  {
    auto engine = open_journal_of(safe_folder::named(data_.path()).value()).value();
    log = read_file(file().string() + "-wal");
  }
  ASSERT_FALSE(log.empty());
  std::ofstream{file(), std::ios::binary | std::ios::trunc} << journal_;
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"verify"}, {"verify", "--remove-unknown"}, {"verify", "--accept-journal"}}) {
    fs::remove(file().string() + "-shm");
    std::ofstream{file().string() + "-wal", std::ios::binary | std::ios::trunc} << log;
    const auto refused = on_data(words);
    EXPECT_EQ(refused.code, exit_disk) << words.back();
    EXPECT_NE(refused.err.find("remove journal.sqlite-wal"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("nothing to accept"), std::string::npos) << refused.err;
  }
  EXPECT_EQ(clean_folders(data_.path()), before_);
  EXPECT_EQ(read_file(file()), journal_);
}

TEST_F(older_journal_of_a_run, is_accepted_on_request_and_unknown_files_are_listed) {
  const auto accepted = on_data({"verify", "--accept-journal"});
  EXPECT_EQ(accepted.code, exit_ok) << accepted.err;
  EXPECT_NE(accepted.out.find("unknown"), std::string::npos) << accepted.out;
  EXPECT_NE(accepted.out.find(unknown_), std::string::npos) << accepted.out;
  EXPECT_EQ(clean_folders(data_.path()), before_) << "nothing is removed without --remove-unknown";
  EXPECT_EQ(on_data({"verify"}).code, exit_ok);
  EXPECT_EQ(on_data({"verify", "--accept-journal"}).err,
            "nothing to accept: the journal is undamaged and the newest\n");
  EXPECT_EQ(run_demo(data_.path()), exit_ok) << "nothing is due";
}

TEST_F(commands_on_a_journal, verify_accepts_no_journal_with_missing_documents) {
  run_sql("UPDATE cleans SET hash = randomblob(32)");
  const auto before = read_file(layout_.journal());
  const auto refused = on_data({"verify", "--accept-journal"});
  EXPECT_EQ(refused.code, exit_some_failed) << refused.err;
  EXPECT_NE(refused.err.find("is not accepted"), std::string::npos) << refused.err;
  EXPECT_TRUE(holds(refused, "is missing")) << refused.out;
  EXPECT_EQ(read_file(layout_.journal()), before);
  EXPECT_FALSE(fs::exists(folder_.path() / kept_journal_name));
}

TEST_F(commands_on_a_journal, verify_accepts_no_journal_while_an_engine_runs) {
  run_sql("UPDATE seeds SET priority = 7");
  const auto held = data_folder::open(folder_.path());
  ASSERT_TRUE(held);
  EXPECT_EQ(on_data({"verify", "--accept-journal"}).code, exit_locked);
}

}  // namespace
}  // namespace laundromat
