// Cases of catalogues in JSON, and what they announce.
// SPDX-License-Identifier: Apache-2.0
//
// `cases/json/NAME.json` came from http://ckan.example/api/3/action/NAME; a name with `--` has a query behind it.
#include "core/discovery/catalogue/json_catalogue.hpp"

#include "tests/core/discovery/describe_announcements.hpp"
#include "tests/core/slow_source.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using namespace testing;

std::string describe_catalogue(const json_catalogue& read) {
  part_list parts("catalogue " + std::string(to_string(read.kind)));
  parts.add("listed", read.listed).add("of", read.count).add("next", read.next);
  return parts.line() + testing::describe(read.found);
}

std::string read_catalogue(const std::string& text, std::string_view address, std::size_t piece = 1 << 20) {
  slow_source source{text, piece};
  const auto read = read_json_catalogue(source, address);
  return read ? describe_catalogue(*read) : read.error().detail;
}

std::string address_of(const fs::path& file) {
  auto name = file.stem().string();
  if (const auto query = name.find("--"); query != name.npos) name.replace(query, 2, "?");
  return "http://ckan.example/api/3/action/" + name;
}

TEST(json_catalogue, announces_what_each_case_expects) {
  int cases = 0;
  for (const auto& file : files_in(fs::path(source_path()) / "tests/core/discovery/catalogue/json")) {
    if (file.extension() == ".expected") continue;
    const auto text = read_file(file);
    const auto whole = read_catalogue(text, address_of(file));
    EXPECT_EQ(read_catalogue(text, address_of(file), 5), whole) << file;
    auto expected = file;
    expect_file(whole, expected.concat(".expected"));
    ++cases;
  }
  EXPECT_GE(cases, 9);
}

/// Every JSON file of the public test data with catalogues of CKAN, DCAT and the LOD Cloud.
TEST(json_catalogue, announces_what_is_expected_of_shared_documents) {
  const auto shared = shared_folder();
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED is not set";
  std::string actual;
  for (const auto* folder : {"dcat", "lodcloud"})
    for (const auto& file : files_in(*shared / "conditions" / folder)) {
      if (file.extension() != ".json") continue;
      actual += "== " + file.filename().string() + "\n" +
                shortened(read_catalogue(read_file(file), "http://example.org/" + file.filename().string()));
    }
  expect_file(actual, fs::path(source_path()) / "tests/core/discovery/catalogue/json.expected");
}

TEST(json_catalogue, of_each_prefix_is_used_as_far_as_it_goes) {
  const auto text = read_file(fs::path(source_path()) /
                              "tests/core/discovery/catalogue/json/package_search--q=x&rows=2.json");
  std::size_t datasets = 0;
  for (std::size_t length = 0; length < text.size(); ++length) {
    const auto source = make_memory_source(text.substr(0, length));
    const auto read = read_json_catalogue(*source, "http://e/package_search");
    ASSERT_TRUE(read);
    EXPECT_GE(read->found.datasets.size(), datasets) << length;
    datasets = read->found.datasets.size();
  }
  EXPECT_EQ(datasets, 2U);
}

TEST(json_catalogue, has_a_limit_of_datasets_and_of_bytes) {
  std::string text = "{\"dataset\": [";
  for (int i = 0; i < 100; ++i)
    text += std::string(i == 0 ? "" : ",") + "{\"title\": \"" + std::to_string(i) +
            "\", \"landingPage\": \"http://e/" + std::to_string(i) + "\"}";
  text += "]}";
  announcement_limits limits;
  limits.datasets = 10;
  auto source = make_memory_source(text);
  const auto few = read_json_catalogue(*source, "http://e/data.json", limits);
  EXPECT_EQ(few->found.datasets.size(), 10U);
  EXPECT_EQ(few->found.left_out, 90U);
  EXPECT_EQ(few->listed, 100U);
  limits = {};
  limits.bytes = 1'000;
  source = make_memory_source(text);
  const auto cut = read_json_catalogue(*source, "http://e/data.json", limits);
  EXPECT_LT(cut->found.datasets.size(), 30U);
  EXPECT_EQ(cut->found.defects.back().rule, errc::announcement_limit);
}

TEST(next_ckan_page, is_advanced_by_what_came) {
  const std::string search = "http://e/api/3/action/package_search";
  EXPECT_EQ(next_ckan_page(search, 25, 10), search + "?start=10");
  EXPECT_EQ(next_ckan_page(search + "?start=10&rows=10&q=a%26b", 25, 10),
            search + "?rows=10&q=a%26b&start=20");
  EXPECT_EQ(next_ckan_page(search + "?rows=1000", 2'500, 300), search + "?rows=1000&start=300");
  EXPECT_EQ(next_ckan_page(search + "?start=20", 25, 5), "");
  EXPECT_EQ(next_ckan_page(search + "?start=20", 25, 0), "");
  EXPECT_EQ(next_ckan_page(search + "?start=x&starting=3", 25, 5), search + "?starting=3&start=5");
  EXPECT_EQ(next_ckan_page(search + "?start=18446744073709551615", 25, 5), "");
  EXPECT_EQ(next_ckan_page("http://e/api/3/action/current_package_list_with_resources?limit=5", 0, 5),
            "http://e/api/3/action/current_package_list_with_resources?limit=5&offset=5");
}

TEST(next_ckan_page, is_none_of_a_stored_answer_and_of_a_server_that_gives_one_page_again_and_again) {
  EXPECT_EQ(next_ckan_page("http://e/data/ckan.json", 0, 2), "");
  const std::string list = "http://e/api/3/action/current_package_list_with_resources";
  EXPECT_EQ(next_ckan_page(list + "?offset=2", 4, 2), "");
  EXPECT_EQ(next_ckan_page(list + "?offset=20000", 0, 2), "");
}

TEST(ckan_search, takes_the_place_of_a_list) {
  EXPECT_EQ(ckan_search_of("http://e/api/3/action/package_list?limit=5#x"),
            "http://e/api/3/action/package_search?rows=100&start=0");
  EXPECT_EQ(ckan_search_of("http://e/api/3/action/tag_list"), "");
}

}  // namespace
}  // namespace laundromat
