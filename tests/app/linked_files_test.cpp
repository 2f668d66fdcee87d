// Tests of links in a data folder: no command reads, writes or removes their targets.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "app/run/waits_file.hpp"
#include "app/site/served_site.hpp"
#include "tests/app/journal_commands.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// The clean documents are in another folder, with a link to it.
class linked_documents : public journal_commands {
 protected:
  void SetUp() override {
    journal_commands::SetUp();
    journal_.reset();
    const auto group = layout_.clean() / clean_.hex().substr(0, 2);
    fs::create_directories(elsewhere());
    fs::rename(group, elsewhere() / "ab");
    fs::create_directory_symlink(elsewhere() / "ab", group);
    std::ofstream{elsewhere() / "ab" / "treasure"} << "kept";
    for (const auto& file : fs::recursive_directory_iterator{elsewhere()})
      if (file.is_regular_file()) before_[file.path()] = read_file(file.path());
    ASSERT_GE(before_.size(), 6U);
  }
  [[nodiscard]] fs::path elsewhere() const { return other_.path() / "elsewhere"; }
  void expect_untouched() const {
    std::map<fs::path, std::string> now;
    for (const auto& file : fs::recursive_directory_iterator{elsewhere()})
      if (file.is_regular_file()) now[file.path()] = read_file(file.path());
    EXPECT_EQ(now, before_);
  }

  temporary_folder other_;
  std::map<fs::path, std::string> before_;
};

TEST_F(linked_documents, are_not_read_by_any_command) {
  const auto target = (other_.path() / "catalogue").string();
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"cat", clean_.hex()},
                                             {"cat", clean_.hex(), "--subject", "http://a.example/s"},
                                             {"show", "--format", "json", clean_.hex()},
                                             {"show", "--format", "nq", clean_.hex()},
                                             {"errors", socks_.hex()},
                                             {"diff", clean_.hex(), clean_.hex()},
                                             {"export", "-o", "-"},
                                             {"catalogue", target},
                                             {"verify"}}) {
    const auto refused = on_data(words);
    EXPECT_NE(refused.code, exit_ok) << words[0];
    EXPECT_NE((refused.out + refused.err).find("links in a data folder are not followed"), std::string::npos)
        << words[0] << ": " << refused.out << refused.err;
  }
  EXPECT_FALSE(fs::exists(fs::path{target} / "data"));
  expect_untouched();
}

TEST_F(linked_documents, are_not_removed_as_unknown_ones) {
  (void)on_data({"verify", "--remove-unknown"});
  expect_untouched();
}

TEST_F(linked_documents, a_single_link_is_neither_read_nor_removed) {
  const auto group = layout_.clean() / clean_.hex().substr(0, 2);
  fs::remove(group);
  fs::create_directory(group);
  fs::create_directory_symlink(elsewhere() / "ab" / clean_.hex(), group / clean_.hex());
  EXPECT_NE(on_data({"cat", clean_.hex()}).code, exit_ok);
  EXPECT_NE(on_data({"verify", "--remove-unknown"}).code, exit_ok);
  expect_untouched();
}

TEST(linked_files, small_files_of_an_engine_are_neither_written_nor_read_through_a_link) {
  const temporary_folder data;
  const auto treasure = data.path() / "treasure";
  std::ofstream{treasure} << "1234";
  for (const auto* name : {"serve.port", "engine.waits", "nodes.json.new", "nodes.json"})
    fs::create_symlink(treasure, data.path() / name);
  campaign c;
  c.data = (data.path()).string();
  c.serve.folder = source_path("conf/demo-web");
  const auto site = serve_campaign(c);
  ASSERT_TRUE(site && *site);
  EXPECT_NE((*site)->port(), 1234);
  {
    const waits_file waits{data.path()};
    waits.write("for room");
  }
  EXPECT_EQ(read_file(treasure), "1234");
  EXPECT_EQ(read_waits(data.path()), "");
}

}  // namespace
}  // namespace laundromat
