// A file that appears with all of its bytes.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/whole_file.hpp"

#include <gtest/gtest.h>

#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace fs = std::filesystem;

TEST(whole_file, is_created_only_where_the_name_is_free) {
  const temporary_folder folder;
  const auto name = folder.path() / "name", link = folder.path() / "link";
  EXPECT_EQ(create_whole_file(name, "first"), true);
  EXPECT_EQ(create_whole_file(name, "second"), false);
  fs::create_symlink("nothing", link);
  EXPECT_EQ(create_whole_file(link, "second"), false);
  EXPECT_EQ(create_whole_file(folder.path() / "none" / "name", "second"), false);
  EXPECT_EQ(fs::file_size(name), 5u);
  EXPECT_EQ(std::distance(fs::directory_iterator{folder.path()}, fs::directory_iterator{}), 2);
}

TEST(whole_file, is_created_in_an_open_folder_wherever_that_is_moved) {
  const temporary_folder folder;
  const auto before = folder.path() / "before", after = folder.path() / "after";
  fs::create_directory(before);
  const whole_file_folder open{before}, none{folder.path() / "none"}, unset;
  EXPECT_EQ(open.create("name", "first"), true);
  EXPECT_EQ(open.create("name", "second"), false);
  fs::rename(before, after);
  EXPECT_EQ(open.create("other", ""), true);
  EXPECT_EQ(fs::file_size(after / "name"), 5u);
  EXPECT_EQ(fs::file_size(after / "other"), 0u);
  EXPECT_EQ(none.create("name", "first"), false);
  EXPECT_EQ(unset.create("name", "first"), false);
}

}  // namespace laundromat
