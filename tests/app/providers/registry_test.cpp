// Tests of registries: what is read, what is refused, and what a harvest writes back.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/providers/registry_file.hpp"
#include "tests/read_file.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

std::string problems_of(const std::string& text) {
  const auto read = parse_registry(text, "r.yaml", "http://127.0.0.1:1");
  std::string all;
  if (!read)
    for (const auto& one : read.error()) all += to_string(one) + '\n';
  return all;
}

TEST(registry, names_providers_with_their_void_files_and_dates_G02_G03_G04_G05) {
  const auto read = parse_registry(
      "agunsf:\n  void: http://data.example/void.ttl\nwith_date:\n  void: '{serve}/v'\n  modified: "
      "2015-12-04 14:25:44.758604\n"
      "  full_dumps: merge\n  inbox: https://i.example/inbox\nlater:\n",
      "r.yaml", "http://127.0.0.1:1");
  ASSERT_TRUE(read) << to_string(read.error().front());
  ASSERT_EQ(read->content.providers.size(), 2U);
  EXPECT_EQ(read->content.providers[0].void_uri, "http://data.example/void.ttl");
  EXPECT_FALSE(read->content.providers[0].modified);
  EXPECT_EQ(read->content.providers[1].void_uri, "http://127.0.0.1:1/v");
  EXPECT_EQ(to_iso8601(*read->content.providers[1].modified), "2015-12-04T14:25:44.758Z");
  EXPECT_EQ(read->content.providers[1].full_dumps, absent_subjects::stay);
  ASSERT_EQ(read->warnings.size(), 2U) << "a name with other characters, and a provider without a VoID file";
  EXPECT_EQ(read->warnings[0].line, 3U);
  EXPECT_EQ(read->warnings[1].line, 8U);
}

TEST(registry, errors_have_their_lines_and_say_what_to_write_D78) {
  EXPECT_EQ(problems_of("a:\n  void: http://e.example/\na:\n  void: http://f.example/\n").substr(0, 9),
            "r.yaml:3:");
  EXPECT_NE(problems_of("a:\n  viod: http://e.example/\n").find("the nearest is `void`"), std::string::npos);
  EXPECT_NE(problems_of("a/b:\n  void: http://e.example/\n").find("r.yaml:1:"), std::string::npos);
  EXPECT_NE(problems_of("a:\n  void: ./void.ttl\n").find("absolute http or https URI"), std::string::npos);
  EXPECT_NE(problems_of("a:\n  void: http://e.example/\n  modified: yesterday\n").find("r.yaml:3:"),
            std::string::npos);
  EXPECT_NE(problems_of("a:\n  void: http://e.example/\n  full_dumps: keep\n").find("`replace` or `merge`"),
            std::string::npos);
  EXPECT_NE(problems_of("- a\n").find("a map from the names"), std::string::npos);
  EXPECT_NE(problems_of("a: [\n").find("r.yaml:"), std::string::npos);
  EXPECT_EQ(problems_of(""), "");
}

TEST(registry, a_harvest_changes_only_its_lines_G12) {
  const std::string text =
      "# head\none: # first\n  modified: 2015-10-10 # old\n  void: http://e.example/\n\n# between\n'two':\n  "
      "  void: http://f.example/\n";
  const auto t = from_ms(1'700'000'000'000);
  const auto once = with_harvest(text, {"one", {{"d", t}}});
  ASSERT_TRUE(once);
  EXPECT_EQ(*once,
            "# head\none: # first\n  modified: 2023-11-14T22:13:20.000Z # old\n  void: "
            "http://e.example/\n\n# between\n'two':\n    void: "
            "http://f.example/\n");
  const auto twice = with_harvest(*once, {"two", {{"http://f.example/#a", t}, {"b", t + seconds{1}}}});
  ASSERT_TRUE(twice);
  EXPECT_TRUE(twice->ends_with(
      "'two':\n    void: http://f.example/\n    modified: 2023-11-14T22:13:21.000Z\n    datasets:\n        "
      "\"b\": 2023-11-14T22:13:21.000Z\n        \"http://f.example/#a\": 2023-11-14T22:13:20.000Z\n"))
      << *twice;
  EXPECT_EQ(with_harvest(*twice, {"two", {{"http://f.example/#a", t}, {"b", t + seconds{1}}}}), twice)
      << "again";
  const auto read = parse_registry(*twice, "r.yaml", "");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->content.providers[1].datasets.at("b"), t + seconds{1});
  EXPECT_FALSE(with_harvest(text, {"three", {{"d", t}}}));
  EXPECT_FALSE(with_harvest("one: {void: http://e.example/}\n", {"one", {{"d", t}}}));
}

TEST(registry, the_file_is_replaced_whole_and_keeps_its_mode_G12) {
  const temporary_folder folder;
  const auto file = folder.path() / "registry.yaml";
  std::ofstream{file} << "one:\n  void: http://e.example/\n";
  std::filesystem::permissions(file, std::filesystem::perms{0640});
  const auto done = write_harvest(file, {"one", {{"d", from_ms(1'700'000'000'000)}}});
  ASSERT_TRUE(done) << to_string(done.error());
  EXPECT_EQ(read_file(file), "one:\n  void: http://e.example/\n  modified: 2023-11-14T22:13:20.000Z\n");
  EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms{0640});
  EXPECT_FALSE(write_harvest(file, {"two", {{"d", from_ms(1)}}}));
  EXPECT_FALSE(write_harvest(folder.path() / "missing", {"one", {{"d", from_ms(1)}}}));
}

TEST(registry, a_file_with_other_line_ends_keeps_them_and_can_be_read_again_G12) {
  const temporary_folder folder;
  const auto file = folder.path() / "registry.yaml";
  std::ofstream{file, std::ios::binary}
      << "# made elsewhere\r\none:\r\n  void: http://e.example/\r\n\r\ntwo:\r\n  void: http://f.example/";
  const auto at = from_ms(1'700'000'000'000);
  ASSERT_TRUE(write_harvest(file, {"one", {{"d", at}}, false}));
  ASSERT_TRUE(write_harvest(file, {"two", {{"d", at}}, true}));
  EXPECT_EQ(
      read_file(file),
      "# made elsewhere\r\none:\r\n  void: http://e.example/\r\n  modified: 2023-11-14T22:13:20.000Z\r\n"
      "\r\ntwo:\r\n  void: http://f.example/\r\n  modified: 2023-11-14T22:13:20.000Z\r\n  datasets:\r\n"
      "    \"d\": 2023-11-14T22:13:20.000Z");
  const auto read = load_registry(file, "");
  ASSERT_TRUE(read) << to_string(read.error().front());
  ASSERT_EQ(read->content.providers.size(), 2U);
  EXPECT_EQ(read->content.providers[0].modified, at);
  EXPECT_EQ(read->content.providers[1].void_uri, "http://f.example/");
  EXPECT_EQ(read->content.providers[1].datasets.at("d"), at);
}

TEST(registry, that_of_geolink_is_read_G02) {
  const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "set LAUNDROMAT_SHARED to the folder with conditions/geolink";
  const auto read = load_registry(std::filesystem::path{shared} / "conditions/geolink/registry.yml", "");
  ASSERT_TRUE(read) << to_string(read.error().front());
  ASSERT_EQ(read->content.providers.size(), 4U);
  EXPECT_EQ(read->content.providers[2].name, "d1lod");
  EXPECT_EQ(read->content.providers[2].void_uri, "http://lod.dataone.org/void.ttl");
}

}  // namespace
}  // namespace laundromat
