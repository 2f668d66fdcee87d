// Tests of the program on machines with full disks, few descriptors, or little memory.
// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <regex>
#include <thread>

#include "app/terminal/exit_code.hpp"
#include "app/terminal/process_limits.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_disk.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

using machine_faults = small_web;

constexpr std::size_t large_bytes = 8'700'000;

/// The attempts in the journal.
std::uint64_t crashes_in(const std::filesystem::path& data) {
  std::uint64_t crashes = 0;
  auto db = journal_of(data);
  journal_reader reader{db};
  const auto rows = reader.documents({}, 100).value();
  for (const auto& row : rows) crashes += db.entry(row.entry)->crashes;
  return crashes;
}

// --- pure ---

TEST(process_limits, pools_are_reduced_to_the_available_descriptors_or_refused_with_a_command) {
  campaign c;
  const auto [least, whole] = descriptors_for(c);
  EXPECT_LT(whole, 1'024U) << "the usual limit is enough for the defaults";
  for (auto descriptors = least; descriptors <= whole; ++descriptors) {
    auto smaller = c;
    const auto pools = fit_pools(c, descriptors);
    ASSERT_TRUE(pools) << descriptors;
    smaller.pools = *pools;
    EXPECT_LE(descriptors_for(smaller).whole, descriptors);
    EXPECT_GE(std::min({pools->transfers, pools->unpackers, pools->guessers, pools->parsers}), 1U);
  }
  EXPECT_EQ(fit_pools(c, whole)->transfers, c.pools.transfers);
  for (const auto few : {std::uint64_t{16}, std::uint64_t{20}, least - 1}) {
    const auto refused = fit_pools(c, few);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::no_descriptors);
    EXPECT_NE(refused.error().detail.find("needs " + std::to_string(least)), std::string::npos)
        << refused.error().detail;
    EXPECT_NE(refused.error().detail.find("ulimit -n "), std::string::npos) << refused.error().detail;
  }
}

// --- descriptors ---

TEST_F(machine_faults, too_few_descriptors_are_refused_at_the_start_with_the_required_number) {
  serve(3, 1'000);
  for (const auto* few : {"16", "20"}) {
    child_program refused{run(std::string{"ulimit -n "} + few + ';')};
    EXPECT_EQ(refused.exit_code(), exit_disk) << refused.output();
    EXPECT_NE(refused.output().find(std::string{"may have "} + few + " files open"), std::string::npos)
        << refused.output();
    EXPECT_NE(refused.output().find("type `ulimit -n"), std::string::npos) << refused.output();
  }
  EXPECT_FALSE(std::filesystem::exists(data())) << "nothing was begun";
}

TEST_F(machine_faults, few_descriptors_give_fewer_workers_and_every_document) {
  serve(60, 2'000);
  const auto least = descriptors_for(laundromat::campaign{}).least;
  child_program ran{run("ulimit -n " + std::to_string(least) + ';')};
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 60U) << ran.output();
  EXPECT_EQ(crashes_in(data()), 0U);
  EXPECT_EQ(ran.output().find("no_descriptors"), std::string::npos) << ran.output();
}

TEST_F(machine_faults, a_soft_limit_is_raised_to_the_hard_one) {
  serve(3, 1'000);
  child_program ran{run("ulimit -S -n 16;")};
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
}

// --- memory: sanitizers map more than any limit allows ---

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

TEST_F(machine_faults, too_little_memory_is_an_error_with_a_message_and_no_abort) {
  serve(3, 1'000);
  for (const auto* kib : {"200000", "1000000"}) {
    child_program refused{run(std::string{"ulimit -v "} + kib + ';')};
    EXPECT_EQ(refused.exit_code(), exit_disk) << kib << ": " << refused.output();
    EXPECT_NE(refused.output().find("ulimit -v"), std::string::npos) << refused.output();
  }
}

TEST_F(machine_faults, enough_memory_for_an_engine_is_enough) {
  serve(6, 1'000);
  child_program ran{run("ulimit -v 2200000;")};
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 6U) << ran.output();
}

#endif

// --- files ---

TEST_F(machine_faults, a_limit_of_file_sizes_below_the_campaigns_is_refused) {
  serve(1, 1'000);
  child_program refused{run("ulimit -f 2048;")};
  EXPECT_EQ(refused.exit_code(), exit_usage) << refused.output();
  EXPECT_NE(refused.output().find("network.max_body_mib"), std::string::npos) << refused.output();
}

// --- locks ---

/// While an engine runs it holds the lock of the log's index (unix-dead-man-switch, byte 128: "WAL-mode File Format" of SQLite, 2.3.2), without
/// which the next reader would reset that file.
TEST_F(machine_faults, a_running_engine_holds_the_lock_of_its_log) {
  serve(3, 1'000);
  child_program ran{run("", "")};
  ASSERT_TRUE(ran.prints("parsed", 3)) << ran.output();
  const file_descriptor index{::open((data() / "journal.sqlite-shm").c_str(), O_RDWR | O_CLOEXEC)};
  ASSERT_TRUE(index.is_open());
  struct flock held {};
  held.l_type = F_WRLCK;
  held.l_whence = SEEK_SET;
  held.l_start = 128;
  held.l_len = 1;
  ASSERT_EQ(::fcntl(index.get(), F_GETLK, &held), 0);
  EXPECT_EQ(held.l_type, F_RDLCK);
}

// --- room ---

/// Fills `folder` of the data, which has 1 MiB, with three documents, frees space, and compares with an undisturbed run.
class full_disks : public small_web,
                   public ::testing::WithParamInterface<std::tuple<const char*, const char*>> {};

TEST_P(full_disks, wait_for_room_and_end_as_if_nothing_had_been) {
  const auto [folder, isolation] = GetParam();
  const bool is_sorted_on_disk = folder == std::string_view{"scratch"};
  serve(3, is_sorted_on_disk ? std::size_t{30'000'000} : large_bytes);
  write_campaign("isolation: " + std::string{isolation} + "\nlimits: {memory_mib: 16}\n");
  child_program whole{run("", "--once", "whole")};
  ASSERT_EQ(whole.exit_code(), exit_ok) << whole.output();

  const small_disk disk{data() / folder, 1};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  child_program ran{run("")};
  ASSERT_TRUE(ran.prints("this machine has a fault")) << ran.output();
  ASSERT_TRUE(ran.prints("no_space")) << ran.output();
  auto shown = ask({"--data", data().string(), "status"});
  for (const auto until = std::chrono::steady_clock::now() + std::chrono::seconds{60};
       shown.out.find("pauses because of this machine") == std::string::npos &&
       std::chrono::steady_clock::now() < until;)
    shown = ask({"--data", data().string(), "status"});
  EXPECT_NE(shown.out.find("pauses because of this machine"), std::string::npos) << shown.out << ran.output();
  EXPECT_NE(shown.out.find("make room"), std::string::npos) << shown.out;
  ASSERT_TRUE(disk.grow_to(200));
  EXPECT_EQ(ran.exit_code(std::chrono::seconds{120}), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data()), tally_of(data("whole")));
  EXPECT_EQ(clean_tree(data()), clean_tree(data("whole")));
  EXPECT_EQ(crashes_in(data()), 0U);
}

INSTANTIATE_TEST_SUITE_P(machine_faults, full_disks,
                         ::testing::Values(std::tuple{"clean", "process"}, std::tuple{"clean", "none"},
                                           std::tuple{"raw", "process"}, std::tuple{"scratch", "process"}),
                         [](const auto& disk) {
                           return std::string{std::get<0>(disk.param)} + "_isolation_" +
                                  std::get<1>(disk.param);
                         });

TEST_F(machine_faults, the_engine_pauses_for_a_read_only_folder_and_no_document_fails) {
  serve(30, 1'000, milliseconds{50});
  const small_disk disk{data() / "clean", 64};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  child_program ran{run("")};
  ASSERT_TRUE(ran.prints("parsed ")) << ran.output();
  while (!disk.set_read_only(true)) std::this_thread::yield();  // a file is being written
  ASSERT_TRUE(ran.prints("check the disk")) << ran.output();
  ASSERT_TRUE(disk.set_read_only(false));
  EXPECT_EQ(ran.exit_code(std::chrono::seconds{120}), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 30U) << ran.output();
  EXPECT_EQ(crashes_in(data()), 0U);
}

TEST_F(machine_faults, a_link_put_into_the_data_folder_fails_no_document) {
  serve(30, 1'000, milliseconds{50});
  child_program ran{run("")};
  ASSERT_TRUE(ran.prints("parsed ")) << ran.output();
  const auto segments = data_layout{data()}.clean() / "segments", elsewhere = folder_.path() / "elsewhere",
             link = folder_.path() / "link";
  std::filesystem::create_directory(elsewhere);
  std::filesystem::create_symlink(elsewhere, link);
  // At no time the folder is missing, which would be another fault.
  const auto exchange = [&] {
    return ::renameat2(AT_FDCWD, link.c_str(), AT_FDCWD, segments.c_str(), RENAME_EXCHANGE) == 0;
  };
  ASSERT_TRUE(exchange());
  ASSERT_TRUE(ran.prints("put a folder of this user in its place")) << ran.output();
  EXPECT_TRUE(std::filesystem::is_empty(elsewhere));
  ASSERT_TRUE(exchange());
  EXPECT_EQ(ran.exit_code(std::chrono::seconds{120}), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 30U) << ran.output();
}

TEST_F(machine_faults, a_start_without_disk_space_is_refused_and_the_next_one_continues) {
  serve(3, 1'000);
  const small_disk disk{data(), 16};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  write_campaign("disk: {reserve_mib: 0}\n");
  ASSERT_EQ(child_program{run("")}.exit_code(), exit_ok);
  std::ofstream{data() / "filling"} << std::string(20 << 20, 'x');
  child_program refused{run("")};
  EXPECT_EQ(refused.exit_code(), exit_disk) << refused.output();
  EXPECT_TRUE(std::regex_search(refused.output(), std::regex{"journal_full|no_space"})) << refused.output();
  std::filesystem::remove(data() / "filling");
  child_program ran{run("")};
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 3U);
}

TEST_F(machine_faults, a_reserve_is_kept_and_a_signal_ends_the_pause_with_5) {
  serve(3, 1'000);
  const small_disk disk{data(), 16};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  std::ofstream{data() / "filling"} << std::string((16 << 20) - (700 << 10), 'x');
  child_program waits{run("")};
  ASSERT_TRUE(waits.prints("(disk.reserve_mib)")) << waits.output();
  waits.signal(SIGTERM);
  EXPECT_EQ(waits.exit_code(), exit_disk) << waits.output();
  EXPECT_FALSE(std::filesystem::exists(data_layout{data()}.running_mark())) << "it stopped in order";
  std::filesystem::remove(data() / "filling");
  child_program ran{run("")};
  EXPECT_EQ(ran.exit_code(), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 3U) << ran.output();
}

TEST_F(machine_faults, a_journal_without_disk_space_waits_and_continues) {
  serve(40, 1'000, milliseconds{150});
  const small_disk disk{data(), 16};
  if (!disk.is_there()) GTEST_SKIP() << "no file system may be mounted here: run as root";
  write_campaign("disk: {reserve_mib: 0}\n");
  child_program ran{run("")};
  ASSERT_TRUE(ran.prints("parsed ")) << ran.output();
  {
    std::ofstream filling{data() / "filling"};
    filling << std::string(20 << 20, 'x');
  }
  ASSERT_TRUE(ran.prints("make room")) << ran.output();
  std::filesystem::remove(data() / "filling");
  EXPECT_EQ(ran.exit_code(std::chrono::seconds{120}), exit_ok) << ran.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 40U) << ran.output();
  EXPECT_EQ(crashes_in(data()), 0U);
}

}  // namespace
}  // namespace laundromat
