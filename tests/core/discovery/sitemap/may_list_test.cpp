// Tests of the rules on what a sitemap may list.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/may_list.hpp"

#include <gtest/gtest.h>

#include <map>

namespace laundromat {
namespace {

constexpr std::string_view sitemap = "http://example.org/catalog/sitemap.xml";
using enum listing_verdict;

listing_verdict judge(std::string_view listed, const std::vector<std::string>& named = {}) {
  return may_list(sitemap, listed, named);
}

TEST(may_list, judges_host_folder_and_scheme) {
  EXPECT_EQ(judge("http://example.org/catalog/show?item=23"), own);
  EXPECT_EQ(judge("http://EXAMPLE.org:80/%63atalog/x"), own);
  EXPECT_EQ(judge("http://example.org/catalog"), outside_folder);
  EXPECT_EQ(judge("http://example.org/catalog/../x"), outside_folder);
  EXPECT_EQ(judge("http://example.org/"), outside_folder);
  EXPECT_EQ(judge("https://example.org/catalog/x"), other_scheme);
  EXPECT_EQ(judge("http://example.org:8080/catalog/x"), other_scheme);
  EXPECT_EQ(judge("http://www.example.org/catalog/x"), other_host);
  EXPECT_EQ(judge("http://example.org.evil.net/catalog/x"), other_host);
  EXPECT_EQ(judge("http://example.org@evil.net/catalog/x"), other_host);
  EXPECT_EQ(judge("mailto:a@example.org"), other_host);
}

TEST(may_list, believes_the_robots_txt_of_the_target) {
  EXPECT_EQ(judge("http://other.example/x", {"http://example.org/catalog/sitemap.xml"}), cross_submitted);
  EXPECT_EQ(judge("http://other.example/x",
                  {"http://example.org/elsewhere.xml", "HTTP://Example.org/catalog/./sitemap.xml"}),
            cross_submitted);
  EXPECT_EQ(judge("http://other.example/x", {"http://example.org/elsewhere.xml"}), other_host);
}

TEST(may_list, removes_what_cannot_be_listed) {
  announcements found;
  const auto add = [&](std::string uri, announced_as kind, std::string by = "loc") {
    found.uris.push_back({.uri = std::move(uri), .kind = kind, .by = std::move(by)});
  };
  add("http://example.org/catalog/1", announced_as::page);
  add("http://evil.example/2", announced_as::page);
  add("http://named.example/3", announced_as::page);
  add("http://example.org/4", announced_as::page);
  add("http://example.org/5", announced_as::page);
  add("http://evil.example/6", announced_as::sitemap, "sitemap");
  add("http://sparql.example/7", announced_as::sitemap, "sc:subSitemap");
  add("http://dumps.example/8", announced_as::dump, "sc:dataDump");
  add("http://cdn.example/9", announced_as::page, "enclosure");
  add("http://evil.example/10", announced_as::alternate, "link");
  const std::map<std::string, std::vector<std::string>, std::less<>> named{
      {"named.example:80", {std::string(sitemap)}}};
  const auto removed = keep_listed(found, sitemap,
                                   [&](std::string_view host) {
                                     return named.contains(host)
                                                ? std::span<const std::string>(named.find(host)->second)
                                                : std::span<const std::string>{};
                                   },
                                   {});
  std::string kept;
  for (const auto& one : found.uris) kept += one.uri.substr(one.uri.rfind('/') + 1) + " ";
  EXPECT_EQ(kept, "1 3 4 5 7 8 9 ");
  std::string gone;
  for (const auto& one : removed) gone += one.uri.substr(one.uri.rfind('/') + 1) + " ";
  EXPECT_EQ(gone, "2 6 10 ");
  EXPECT_EQ(found.defects_found, 4U);  // three removed, and the folder once
  for (const auto& defect : found.defects) EXPECT_EQ(defect.rule, errc::outside_uri_space);
}

}  // namespace
}  // namespace laundromat
