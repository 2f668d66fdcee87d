// Tests of real faults of the machine: limits of a process, full devices, small file systems.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/machine_probe.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include <cstdlib>
#include <fstream>

#include "storage/files/posix_file.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

constexpr std::uint64_t mib = 1 << 20;

/// A file system of 4 MiB for a test; tests are skipped when mounting is not permitted.
class small_disk : public ::testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(path());
    if (::mount("tmpfs", path().c_str(), "tmpfs", 0, "size=4m") != 0)
      GTEST_SKIP() << "no file system may be mounted here: run as root";
    is_mounted_ = true;
  }
  ~small_disk() override {
    if (is_mounted_) ::umount2(path().c_str(), MNT_DETACH);
  }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "disk"; }
  void fill(std::uint64_t bytes) const {
    std::ofstream out{path() / "filling"};
    out << std::string(bytes, 'x');
  }

 private:
  temporary_folder folder_;
  bool is_mounted_ = false;
};

template <class Work>
void with_few_files(Work work) {
  const rlimit few{8, 8};
  ::setrlimit(RLIMIT_NOFILE, &few);
  std::vector<file_descriptor> taken;
  do taken.emplace_back(::open("/dev/null", O_RDONLY));
  while (taken.back().is_open());
  std::_Exit(work());
}

TEST(machine_faults, a_full_device_has_no_space) {
  const file_descriptor full{::open("/dev/full", O_WRONLY)};
  ASSERT_TRUE(full.is_open());
  const auto written = write_all(full.get(), "x", "/dev/full");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, errc::no_space);
}

TEST(machine_faults, a_process_that_may_open_no_more_files_has_no_descriptors) {
  EXPECT_EXIT(with_few_files([] { return static_cast<int>(open_to_read_file("/etc/passwd").error().code); }),
              ::testing::ExitedWithCode(static_cast<int>(errc::no_descriptors)), "");
}

TEST(machine_faults, exceeding_a_file_size_limit_is_not_a_machine_fault) {
  const temporary_folder folder;
  const auto write_much = [&] {
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit little{1'000, 1'000};
    ::setrlimit(RLIMIT_FSIZE, &little);
    auto file = create_file(folder.path() / "file");
    std::_Exit(static_cast<int>(write_all(file->get(), std::string(2'000, 'x'), "file").error().code));
  };
  EXPECT_EXIT(write_much(), ::testing::ExitedWithCode(static_cast<int>(errc::limit_exceeded)), "");
}

TEST(machine_faults, an_invalid_seek_of_a_document_is_not_a_machine_fault) {
  const temporary_folder folder;
  std::ofstream{folder.path() / "file"} << "x";
  const auto source = open_file_source(folder.path() / "file");
  ASSERT_TRUE(source);
  EXPECT_EQ((*source)->seek(~std::uint64_t{0}).error().code, errc::archive_damaged);
  EXPECT_EQ(make_memory_source("x")->seek(7).error().code, errc::archive_damaged);
}

TEST(machine_probe, a_healthy_machine_has_space_and_no_files_are_left) {
  const temporary_folder folder;
  machine_probe probe{{folder.path(), folder.path()}, 0};
  const auto seen = probe.look(true);
  EXPECT_FALSE(seen.trouble) << to_string(*seen.trouble);
  EXPECT_GT(seen.free_bytes, 0U);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(machine_probe, a_process_without_descriptors_is_in_trouble) {
  EXPECT_EXIT(with_few_files([] {
                machine_probe probe{{"/tmp"}, 0};
                const auto seen = probe.look(true);
                return seen.trouble ? static_cast<int>(seen.trouble->code) : 0;
              }),
              ::testing::ExitedWithCode(static_cast<int>(errc::no_descriptors)), "");
}

TEST(machine_probe, a_missing_folder_is_trouble_of_the_disk) {
  const temporary_folder folder;
  machine_probe probe{{folder.path() / "gone"}, 0};
  EXPECT_TRUE(probe.look(false).trouble);
}

TEST_F(small_disk, keeps_a_twentieth_and_reports_the_free_space) {
  machine_probe probe{{path()}, 1'024 * mib};
  EXPECT_FALSE(probe.look(false).trouble);
  fill(4 * mib - mib / 8);
  const auto seen = probe.look(false);
  ASSERT_TRUE(seen.trouble);
  EXPECT_EQ(seen.trouble->code, errc::no_space);
  EXPECT_NE(seen.trouble->detail.find(path().string()), std::string::npos) << seen.trouble->detail;
  EXPECT_NE(seen.trouble->detail.find("128 KiB free"), std::string::npos) << seen.trouble->detail;
  machine_probe without_reserve{{path()}, 0};
  EXPECT_FALSE(without_reserve.look(true).trouble) << "there is room for what is tried";
  fill(4 * mib - mib / 4);
  EXPECT_FALSE(probe.look(false).trouble) << "somebody made room";
}

TEST_F(small_disk, that_is_full_is_in_trouble_also_without_a_reserve) {
  fill(4 * mib);
  machine_probe probe{{path()}, 0};
  const auto seen = probe.look(true);
  ASSERT_TRUE(seen.trouble);
  EXPECT_EQ(seen.trouble->code, errc::no_space);
}

}  // namespace
}  // namespace laundromat
