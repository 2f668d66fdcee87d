// Tests of secret files.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/private_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "tests/storage/store_files.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

TEST(private_file, is_accessible_only_to_its_owner_and_leaves_no_other_file) {
  const temporary_folder folder;
  const auto inner = folder.path() / "secrets";
  ASSERT_TRUE(make_private_folder(inner));
  ASSERT_TRUE(write_private_file(inner / "key", "hush"));
  EXPECT_EQ(fs::status(inner).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(inner / "key").permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(read_private_file(inner / "key").value_or(""), "hush");
  EXPECT_EQ(files_below(folder.path()), 1U);
}

TEST(private_file, never_replaces_a_file) {
  const temporary_folder folder;
  const auto path = folder.path() / "key";
  ASSERT_TRUE(write_private_file(path, "first"));
  const auto again = write_private_file(path, "second");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, errc::invalid_argument);
  EXPECT_NE(again.error().detail.find("exists and is not overwritten"), std::string::npos)
      << again.error().detail;
  EXPECT_EQ(read_private_file(path).value_or(""), "first");
  EXPECT_EQ(files_below(folder.path()), 1U);
  EXPECT_EQ(make_private_folder(path).error().code, errc::invalid_argument);
  const auto nowhere = folder.path() / "nowhere" / "key";
  EXPECT_EQ(write_private_file(nowhere, "x").error(),
            (failure{errc::not_found, "create " + nowhere.string() + ": No such file or directory"}));
}

TEST(private_file, accessible_to_other_users_is_not_read) {
  const temporary_folder folder;
  const auto path = folder.path() / "key";
  ASSERT_TRUE(write_private_file(path, "hush"));
  for (const auto open : {fs::perms::group_read, fs::perms::others_read, fs::perms::group_write,
                          fs::perms::others_write, fs::perms::others_exec}) {
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write | open);
    const auto read = read_private_file(path);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, errc::configuration);
    EXPECT_NE(read.error().detail.find("chmod 600 " + path.string()), std::string::npos);
  }
  fs::permissions(path, fs::perms::owner_read);
  EXPECT_EQ(read_private_file(path).value_or(""), "hush");
  EXPECT_EQ(read_private_file(path, 3).error().code, errc::configuration);
  EXPECT_EQ(read_private_file(folder.path() / "nothing").error().code, errc::not_found);
}

TEST(sealed_file, is_read_repeatedly_and_cannot_be_changed) {
  const auto sealed = sealed_file::copy_of("hush");
  ASSERT_TRUE(sealed) << to_string(sealed.error());
  for (int time = 0; time < 3; ++time) {
    std::ifstream in{sealed->path()};
    std::string text;
    EXPECT_TRUE(in >> text);
    EXPECT_EQ(text, "hush");
  }
  const file_descriptor open{::open(sealed->path().c_str(), O_WRONLY)};
  EXPECT_TRUE(!open.is_open() || ::write(open.get(), "loud", 4) < 0);
  EXPECT_TRUE(!open.is_open() || ::ftruncate(open.get(), 0) < 0);
}

}  // namespace
}  // namespace laundromat
