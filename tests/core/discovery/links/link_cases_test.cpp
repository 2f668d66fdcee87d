// Cases of links: a file of each kind of document that has links, and what it announces.
// SPDX-License-Identifier: Apache-2.0
//
// `NAME.link` has a Link header field in each line, `NAME.linkset` and `NAME.json` are linksets, `NAME.html` is a page. All come from
// http://example.org/folder/page.
#include <sstream>

#include "core/discovery/links/html_head.hpp"
#include "core/discovery/links/link_relation.hpp"
#include "core/discovery/links/linkset.hpp"
#include "tests/core/discovery/describe_announcements.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using namespace testing;

constexpr std::string_view address = "http://example.org/folder/page";

std::string describe(const robots_directives& asked) {
  part_list parts("robots");
  parts.add("", asked.no_index ? "noindex" : "").add("", asked.no_follow ? "nofollow" : "");
  parts.add("", asked.no_archive ? "noarchive" : "").add("unavailable after", asked.unavailable_after);
  return asked == robots_directives{} ? std::string{} : parts.line();
}

std::string describe(const html_head& head) {
  auto out = testing::describe(head.found) + describe(head.robots);
  if (head.base != address) out += "base " + head.base + "\n";
  return head.is_whole ? out : out + "not whole\n";
}

html_head read_in_pieces(std::string_view page, std::size_t size) {
  html_head_reader reader{address, "laundromat"};
  for (std::size_t at = 0; at < page.size() && reader.wants_more(); at += size)
    reader.push(page.substr(at, size));
  return reader.finish();
}

std::string read_fields(const std::string& text) {
  std::vector<std::string> fields;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) fields.push_back(line);
  return testing::describe(announce_link_fields(fields, address));
}

std::string describe_case(const fs::path& file) {
  const auto text = read_file(file);
  if (file.extension() == ".link") return read_fields(text);
  if (file.extension() == ".html") {
    auto whole = describe(read_html_head(text, address, "laundromat"));
    for (const std::size_t size : {1, 7, 64})
      EXPECT_EQ(describe(read_in_pieces(text, size)), whole) << file << size;
    return whole;
  }
  const auto found = read_any_linkset(text, address);
  return found ? testing::describe(*found) : found.error().detail;
}

TEST(link_cases, announce_what_is_expected) {
  const auto folder = fs::path(source_path()) / "tests/core/discovery/links/cases";
  int cases = 0;
  for (const auto& file : files_in(folder)) {
    if (file.extension() == ".expected") continue;
    auto expected = file;
    expect_file(describe_case(file), expected.concat(".expected"));
    ++cases;
  }
  EXPECT_GE(cases, 14);
}

/// Every linkset and Signposting page of the public test data.
TEST(link_cases, shared_documents_announce_what_is_expected) {
  const auto shared = shared_folder();
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED is not set";
  std::string actual;
  for (const auto& file : files_in(*shared / "conditions/sitemaps/files")) {
    const auto name = file.filename().string();
    const bool is_linkset = name.find("linkset") != name.npos || name.ends_with("api-catalog");
    if (!is_linkset && file.extension() != ".html") continue;
    actual += "== " + name + "\n" + describe_case(file);
  }
  expect_file(actual, fs::path(source_path()) / "tests/core/discovery/links/shared.expected");
}

TEST(link_relation, has_each_name_once_in_lower_case) {
  for (const auto& row : link_relation_table()) {
    int same = 0;
    for (const auto& other : link_relation_table()) same += other.name == row.name ? 1 : 0;
    EXPECT_EQ(same, 1) << row.name;
  }
  EXPECT_EQ(kind_of_link("HTTP://RDFS.org/ns/void#dataDump", ""), announced_as::dump);
  EXPECT_FALSE(kind_of_link("stylesheet", "text/css"));
}

TEST(html_head, is_read_up_to_its_limit) {
  const std::string page =
      "<html><head><link rel=next href=a>" + std::string(2000, ' ') + "<link rel=next href=b>";
  html_head_limits limits;
  limits.head_bytes = 1000;
  html_head_reader reader{address, {}, {}, limits};
  reader.push(page);
  EXPECT_FALSE(reader.wants_more());
  const auto head = reader.finish();
  EXPECT_EQ(head.found.uris.size(), 1U);
  EXPECT_FALSE(head.is_whole);
  EXPECT_EQ(head.found.defects.front().rule, errc::announcement_limit);
}

TEST(html_head, has_a_limit_of_links_and_of_the_bytes_of_a_tag) {
  std::string page = "<head>";
  for (int i = 0; i < 50; ++i) page += "<link rel=item href=" + std::to_string(i) + ">";
  page += "<link rel=item href=\"" + std::string(5000, 'x') + "\"><link rel=item href=last>";
  html_head_limits limits;
  limits.links = 20;
  limits.tag_bytes = 1000;
  html_head_reader reader{address, {}, {}, limits};
  reader.push(page);
  const auto head = reader.finish();
  EXPECT_EQ(head.found.uris.size(), 20U);
  EXPECT_EQ(head.found.left_out, 31U);
  EXPECT_EQ(head.found.defects_found, 2U);
}

}  // namespace
}  // namespace laundromat
