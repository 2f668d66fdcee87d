// Tests of URI spaces: folders, delegation, joins, authority (M22 to M26, M33).
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/uri_space.hpp"

#include <gtest/gtest.h>

#include "tests/core/discovery/sitemap/reading.hpp"

namespace laundromat {
namespace {

TEST(uri_space, is_the_folder_of_the_sitemap) {
  EXPECT_EQ(uri_space_of("HTTP://Example.com/%7Ealice/sitemap.xml?x=/y/"), "http://example.com:80/~alice/");
  EXPECT_EQ(uri_space_of("http://example.com"), "http://example.com:80/");
  EXPECT_EQ(uri_space_of("urn:x:y"), "");
  EXPECT_TRUE(is_in_uri_space("http://example.com/sitemap.xml", "http://example.com/foaf.rdf#me"));
  EXPECT_TRUE(is_in_uri_space("http://example.com/a/sitemap.xml", "http://example.com/a/../a/b"));
  EXPECT_FALSE(is_in_uri_space("http://example.com/a/sitemap.xml", "http://example.com/ab"));
  EXPECT_FALSE(is_in_uri_space("http://example.com/sitemap.xml", "https://example.com/"));
  EXPECT_FALSE(is_in_uri_space("", "http://example.com/"));
}

uri_spaces delegated(const std::vector<std::string>& lists_alice) {
  const std::vector<std::string> index{"http://example.com/index.xml"};
  return uri_spaces{
      {{.uri = "http://example.com/sitemap.xml", .authority = "http://example.com/#us", .listed_by = index},
       {.uri = "http://example.com/~alice/sitemap.xml",
        .authority = "http://example.com/~alice/#me",
        .listed_by = lists_alice},
       {.uri = "http://example.com/~alice/books/sitemap.xml", .listed_by = index}}};
}

TEST(uri_space, delegates_by_the_longest_folder_that_an_index_lists_M24) {
  const auto spaces = delegated({"http://example.com/index.xml"});
  EXPECT_EQ(spaces.sitemap_of("http://example.com/x")->uri, "http://example.com/sitemap.xml");
  EXPECT_EQ(spaces.sitemap_of("http://example.com/~alice/x")->uri, "http://example.com/~alice/sitemap.xml");
  EXPECT_EQ(spaces.sitemap_of("http://example.com/~alice/books/x/y?z=/q/")->uri,
            "http://example.com/~alice/books/sitemap.xml");
  EXPECT_EQ(spaces.sitemap_of("http://example.com/~alicia/x")->uri, "http://example.com/sitemap.xml");
  EXPECT_EQ(spaces.sitemap_of("http://example.org/x"), nullptr);
  // Without an index that lists both, nobody gave the space away.
  EXPECT_EQ(delegated({}).sitemap_of("http://example.com/~alice/x")->uri, "http://example.com/sitemap.xml");
  EXPECT_EQ(delegated({"http://example.com/other.xml"}).sitemap_of("http://example.com/~alice/x")->uri,
            "http://example.com/sitemap.xml");
}

TEST(uri_space, folders_around_a_uri_begin_with_the_longest) {
  EXPECT_EQ(folders_around("HTTP://E.org/%7Ea/b?c=/d/#e/f"),
            (std::vector<std::string>{"http://e.org:80/~a/", "http://e.org:80/"}));
  EXPECT_EQ(folders_around("https://e.org"), std::vector<std::string>{"https://e.org:443/"});
  EXPECT_EQ(folders_around("http://e.org/a/../b/./c"),
            (std::vector<std::string>{"http://e.org:80/b/", "http://e.org:80/"}));
  EXPECT_TRUE(folders_around("urn:a:b").empty());
}

TEST(uri_space, names_the_publisher_of_a_document_M23) {
  const auto spaces = delegated({"http://example.com/index.xml"});
  EXPECT_EQ(spaces.publisher_of("http://example.com/x"), "http://example.com/#us");
  EXPECT_EQ(spaces.publisher_of("http://example.com/~alice/x"), "http://example.com/~alice/#me");
  EXPECT_EQ(spaces.publisher_of("http://example.com/~alice/books/x"), "");
  EXPECT_EQ(spaces.publisher_of("http://example.org/x"), "");
  const uri_spaces contradicting{{{.uri = "http://e/1.xml", .authority = "http://e/#a"},
                                  {.uri = "http://e/2.xml", .authority = "http://e/#b"}}};
  EXPECT_EQ(contradicting.publisher_of("http://e/x"), "");
  const uri_spaces parts{{{.uri = "http://e/1.xml"}, {.uri = "http://e/2.xml", .authority = "http://e/#b"}}};
  EXPECT_EQ(parts.publisher_of("http://e/x"), "http://e/#b");
}

sitemap_claims read_claims(const std::string& uri, const std::string& content) {
  return claims_of(uri,
                   testing::read_text("<urlset xmlns:sc='http://sw.deri.org/2007/07/sitemapextension'>" +
                                          content + "</urlset>",
                                      {.uri = uri}),
                   {});
}

TEST(uri_space, joins_only_what_both_sides_say_M25) {
  const auto parent = read_claims("http://example.com/sitemap.xml",
                                  "<sc:subSitemap>http://sparql.example.org/sitemap.xml</sc:subSitemap>");
  const auto confirming = read_claims("http://sparql.example.org/sitemap.xml",
                                      "<sc:parentSitemap>http://EXAMPLE.com/sitemap.xml</sc:parentSitemap>");
  const auto silent = read_claims("http://sparql.example.org/sitemap.xml", "");
  const auto claiming = read_claims("http://sparql.example.org/sitemap.xml",
                                    "<sc:subSitemap>http://example.com/sitemap.xml</sc:subSitemap>");
  EXPECT_EQ(judge_join(parent, confirming), join_verdict::joined);
  EXPECT_EQ(judge_join(confirming, parent), join_verdict::joined);
  EXPECT_EQ(judge_join(parent, silent), join_verdict::unconfirmed);
  EXPECT_EQ(judge_join(silent, confirming), join_verdict::none);
  // Both claim the other one as their own: neither agrees.
  EXPECT_EQ(judge_join(parent, claiming), join_verdict::unconfirmed);
}

/// Whether what a source says about a URI comes from the owner of the URI.
bool have_one_owner(const uri_spaces& spaces, std::string_view uri, std::string_view source) {
  return !spaces.owner_of(uri).empty() && spaces.owner_of(uri) == spaces.owner_of(source);
}

TEST(uri_space, takes_a_source_of_the_same_or_a_joined_space_as_authoritative_M26) {
  const auto parent = read_claims("http://example.com/sitemap.xml",
                                  "<sc:subSitemap>http://sparql.example.org/sitemap.xml</sc:subSitemap>");
  const auto confirming = read_claims("http://sparql.example.org/sitemap.xml",
                                      "<sc:parentSitemap>http://example.com/sitemap.xml</sc:parentSitemap>");
  const uri_spaces joined{{parent, confirming}};
  EXPECT_TRUE(have_one_owner(joined, "http://example.com/id/1", "http://example.com/dump.nt"));
  EXPECT_TRUE(have_one_owner(joined, "http://example.com/id/1", "http://sparql.example.org/query"));
  EXPECT_FALSE(have_one_owner(joined, "http://example.com/id/1", "http://elsewhere.example.org/sparql"));
  EXPECT_FALSE(have_one_owner(joined, "http://elsewhere.example.org/", "http://elsewhere.example.org/"));
  const uri_spaces apart{{parent, {.uri = "http://sparql.example.org/sitemap.xml"}}};
  EXPECT_FALSE(have_one_owner(apart, "http://example.com/id/1", "http://sparql.example.org/query"));
}

}  // namespace
}  // namespace laundromat
