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

}  // namespace laundromat
