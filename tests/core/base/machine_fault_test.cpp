// Which failures are machine faults, and how long a failed job waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/machine_fault.hpp"

#include <gtest/gtest.h>

#include "core/base/machine_reading.hpp"

namespace laundromat {

TEST(machine_fault, space_descriptors_memory_and_disks_are_machine_faults_and_nothing_else_is) {
  for (const auto code :
       {errc::no_space, errc::no_descriptors, errc::out_of_memory, errc::io_failed, errc::journal_full})
    EXPECT_TRUE(is_machine_fault(code)) << to_string(code);
  for (const auto code :
       {errc::ok, errc::internal, errc::cancelled, errc::not_found, errc::worker_crashed, errc::lease_expired,
        errc::limit_exceeded, errc::archive_damaged, errc::digest_mismatch, errc::journal_failed})
    EXPECT_FALSE(is_machine_fault(code)) << to_string(code);
  EXPECT_TRUE(is_machine_fault(errc::unsafe_data_folder)) << "the folder contains a link";
  EXPECT_TRUE(is_machine_fault(errc::sync_failed));
}

TEST(machine_fault, every_machine_fault_has_a_remedy) {
  EXPECT_NE(remedy_for(errc::no_space).find("make room"), std::string_view::npos);
  EXPECT_NE(remedy_for(errc::no_descriptors).find("ulimit -n"), std::string_view::npos);
  EXPECT_NE(remedy_for(errc::out_of_memory).find("ulimit -v"), std::string_view::npos);
}

TEST(machine_reading, the_pause_grows_with_each_successive_fault_and_is_longer_when_a_request_is_repeated) {
  EXPECT_EQ(pause_after(1, false), seconds{1});
  EXPECT_EQ(pause_after(2, false), seconds{2});
  EXPECT_EQ(pause_after(4, false), seconds{8});
  EXPECT_EQ(pause_after(12, false), seconds{60});
  EXPECT_EQ(pause_after(1'000'000, false), seconds{60});
  EXPECT_EQ(pause_after(1, true), seconds{30}) << "each try sends a request to a server";
  EXPECT_EQ(pause_after(2, true), seconds{60});
  EXPECT_EQ(pause_after(12, true), seconds{600});
  EXPECT_EQ(pause_after(0, true), pause_after(1, true));
}

TEST(machine_reading, space_has_grown_when_much_was_freed_and_not_when_a_temporary_file_was_removed) {
  constexpr std::uint64_t mib = 1 << 20;
  EXPECT_TRUE(has_grown(0, mib));
  EXPECT_TRUE(has_grown(8 * mib, 10 * mib));
  EXPECT_FALSE(has_grown(80 * mib, 82 * mib));
  EXPECT_FALSE(has_grown(mib, 0));
}

TEST(machine_reading, a_small_disk_keeps_a_twentieth_free) {
  EXPECT_EQ(reserve_of(1'024, 1'000'000), 1'024U);
  EXPECT_EQ(reserve_of(1'024, 1'000), 50U);
  EXPECT_EQ(reserve_of(0, 1'000'000), 0U);
}

}  // namespace laundromat
