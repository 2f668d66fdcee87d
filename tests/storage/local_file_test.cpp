// Tests which local files a campaign allows.
// SPDX-License-Identifier: Apache-2.0
#include "storage/files/local_file.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

TEST(local_file, is_in_a_root_by_where_it_really_is_X01) {
  const temporary_folder folder;
  const auto at = [&](const std::string& name) { return folder.path() / name; };
  fs::create_directories(at("root/sub"));
  fs::create_directories(at("rooted"));
  for (const auto* name : {"root/in", "out", "rooted/out"}) std::ofstream{at(name)} << name;
  fs::create_symlink(at("out"), at("root/link"));
  fs::create_symlink(at("root/in"), at("inside"));
  fs::create_directory_symlink(at(""), at("root/up"));
  fs::create_directory_symlink(at("root"), at("alias"));
  const std::vector<std::string> roots{at("alias").string()};
  for (const auto* name : {"root/in", "root/sub/../in", "inside", "root/up/root/in", "alias/in"})
    EXPECT_TRUE(open_in_roots(at(name), roots)) << name;
  for (const auto* name : {"out", "root/link", "root/up/out", "root/../out", "rooted/out",
                           "root/sub/../../out", "root/gone/../../out", "gone"}) {
    const auto refused = open_in_roots(at(name), roots);
    ASSERT_FALSE(refused) << name;
    EXPECT_EQ(refused.error().code, errc::file_root_refused) << name;
  }
  EXPECT_EQ(open_in_roots(at("root/gone"), roots).error().code, errc::not_found);
  EXPECT_EQ(open_in_roots(at("alias/gone"), roots).error().code, errc::not_found);
  EXPECT_EQ(open_in_roots(at("root/sub"), roots).error().code, errc::file_root_refused)
      << "a folder is no file";
  EXPECT_FALSE(is_in_roots(at("root/in"), {}));
}

}  // namespace
}  // namespace laundromat
