// Tests that the journal knows whose URIs are: sitemaps, indexes, robots.txt and joins, as they were read last.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/sitemap_rows.hpp"

#include "core/discovery/sitemap/authority_chain.hpp"
#include "core/web/seed_hash.hpp"
#include "tests/storage/announcing_fixture.hpp"

namespace laundromat {
namespace {

const std::string home = "http://example.com/";

class sitemap_rows : public announcing_test {
 protected:
  using uri_list = std::vector<std::string>;
  static announcements listing(const char* by, announced_as kind, const uri_list& uris) {
    announcements found;
    for (const auto& uri : uris) found.uris.push_back({uri, kind, "", "", by});
    return found;
  }
  static announcements authority(const std::string& who) {
    announcements found = listing("loc", announced_as::page, {home + "1"});
    found.authority = who;
    return found;
  }
  void crawl(const std::string& uri, announcements found, timestamp at = noon) {
    hop_uri = uri;
    crawl_list(known_.insert(uri).second && !is_seed(uri) ? add(uri) : seed_hash(uri), std::move(found), at);
  }
  bool is_seed(const std::string& uri) { return j().seed(seed_hash(uri)).has_value(); }
  void name(const std::string& host, const std::string& sitemap) {
    ASSERT_TRUE(j().begin());
    name_sitemap(host, sitemap);
    ASSERT_TRUE(j().commit());
  }
  void crawl_paper() {
    name("example.com:80", home + "index.xml");
    crawl(home + "index.xml",
          listing("sitemap", announced_as::sitemap, {home + "sitemap.xml", home + "~alice/sitemap.xml"}));
    crawl(home + "sitemap.xml", authority(home + "#us"), noon + seconds{20});
    crawl(home + "~alice/sitemap.xml", authority(home + "~alice/#me"), noon + seconds{40});
  }
  authority_account explain(const std::string& uri) {
    const auto known = announcement_reader{j()}.sitemaps_around(uri);
    EXPECT_TRUE(known) << to_string(known.error());
    return explain_authority(*known, uri);
  }

  std::set<std::string> known_;
};

TEST_F(sitemap_rows, delegate_through_the_index_that_robots_txt_names_M24) {
  crawl_paper();
  EXPECT_EQ(explain(home + "x").publisher, home + "#us");
  const auto alice = explain(home + "~alice/x");
  EXPECT_EQ(alice.publisher, home + "~alice/#me");
  EXPECT_EQ(alice.sitemap, home + "~alice/sitemap.xml");
  ASSERT_EQ(alice.chain.size(), 5U);
  EXPECT_EQ(alice.chain[1].read, noon + seconds{3});
  EXPECT_EQ(explain("http://example.org/").folder, "");
  EXPECT_TRUE(j().check());
}

TEST_F(sitemap_rows, are_those_of_the_newest_reading_M24) {
  crawl_paper();
  crawl(home + "index.xml", listing("sitemap", announced_as::sitemap, {home + "sitemap.xml"}),
        noon + seconds{60});
  EXPECT_EQ(explain(home + "~alice/x").publisher, home + "#us") << "the index does not list it any more";
  crawl(home + "sitemap.xml", {}, noon + seconds{80});
  EXPECT_EQ(explain(home + "x").folder, "") << "it is empty: it says nothing";
}

TEST_F(sitemap_rows, are_joined_only_in_both_directions_M25) {
  const std::string other = "http://sparql.example.org/sitemap.xml";
  crawl(home + "sitemap.xml", listing("sc:subSitemap", announced_as::sitemap, {other}));
  crawl(other, listing("loc", announced_as::page, {"http://sparql.example.org/1"}), noon + seconds{20});
  EXPECT_TRUE(explain(home + "x").joined.empty());
  EXPECT_FALSE(explain(home + "x").chain.back().counts);
  EXPECT_FALSE(explain("http://sparql.example.org/query").chain.back().counts) << "a stranger claims it";
  crawl(other, listing("sc:parentSitemap", announced_as::sitemap, {home + "sitemap.xml"}),
        noon + seconds{40});
  EXPECT_EQ(explain(home + "x").joined, uri_list{"http://sparql.example.org:80/"});
  EXPECT_EQ(explain("http://sparql.example.org/query").joined, uri_list{"http://example.com:80/"});
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().take_down(
      seed_hash(other), [](std::string_view) { return true; }, noon));
  ASSERT_TRUE(j().commit());
  EXPECT_TRUE(explain(home + "x").joined.empty()) << "taken down";
}

TEST_F(sitemap_rows, are_read_within_limits_M26) {
  const auto chain = [](int i) { return "http://h" + std::to_string(i) + ".example/sitemap.xml"; };
  for (int i = 0; i < 5; ++i) {
    auto found = listing("sc:subSitemap", announced_as::sitemap, {chain(i + 1)});
    if (i > 0) found.uris.push_back({chain(i - 1), announced_as::sitemap, "", "", "sc:parentSitemap"});
    crawl(chain(i), found, noon + seconds{20} * i);
  }
  const auto all = announcement_reader{j()}.sitemaps_around("http://h2.example/x");
  EXPECT_EQ(all->sitemaps.size(), 5U);
  EXPECT_FALSE(all->is_cut);
  EXPECT_EQ(explain("http://h2.example/x").joined.size(), 4U);
  const auto few = announcement_reader{j()}.sitemaps_around("http://h2.example/x", {.sitemaps = 3});
  EXPECT_EQ(few->sitemaps.size(), 3U);
  EXPECT_TRUE(few->is_cut);
  EXPECT_EQ(explain_authority(*few, "http://h2.example/x").chain.back().link, chain_link::limit);
  const auto flat = announcement_reader{j()}.sitemaps_around("http://h2.example/a/b/c/d", {.folders = 2});
  EXPECT_TRUE(flat->is_cut);
}

TEST_F(sitemap_rows, a_list_is_searched_by_hash) {
  announcements found = listing("sitemap", announced_as::sitemap, {});
  for (int i = 0; i < 100; ++i)
    found.uris.push_back({home + std::to_string(i), announced_as::sitemap, "", "", "sitemap"});
  crawl(home + "index.xml", found);
  auto db = database::open(file(), database_access::read_only);
  auto c = db.query("SELECT lists FROM sitemaps WHERE is_index = 1");
  ASSERT_TRUE(c.next());
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(is_in_list(c.bytes(0), home + std::to_string(i)));
  EXPECT_FALSE(is_in_list(c.bytes(0), home + "100"));
  EXPECT_FALSE(is_in_list("", home));
}

}  // namespace
}  // namespace laundromat
