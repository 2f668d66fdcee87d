// Tests that what was not followed is read again where more is followed now, although it has not changed.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/following.hpp"
#include "core/web/seed_hash.hpp"
#include "tests/storage/announcing_fixture.hpp"

namespace laundromat {
namespace {

class journal_following : public announcing_test {
 protected:
  std::vector<errc> note(const campaign& c, timestamp at, const std::vector<std::string>& excluded = {}) {
    EXPECT_TRUE(j().begin());
    auto lifted = j().note_following(following_terms_of(c, excluded), at);
    EXPECT_TRUE(lifted);
    EXPECT_TRUE(j().commit());
    return lifted.value_or(std::vector<errc>{});
  }
  bool is_kept(const record_hash& seed) { return j().kept_of(seed).value().is_there(); }

  static campaign following(std::vector<std::string> kinds) {
    campaign c;
    c.discovery.follow = std::move(kinds);
    return c;
  }
  /// One page, which is followed, and one next page, which is not.
  static announcements page_and_next() {
    auto found = pages({"http://e/1"});
    found.uris.push_back({"http://e/next", announced_as::next_page});
    return found;
  }
};

TEST_F(journal_following, a_list_is_read_again_when_a_refused_kind_is_followed_now_R214) {
  EXPECT_TRUE(note(following({"page"}), noon).empty()) << "nothing was followed before";
  const auto list = add("http://example.org/a.xml"), other = add("http://example.org/b.xml");
  crawl_list(list, page_and_next());
  crawl_list(other, pages({"http://e/1"}));
  EXPECT_TRUE(note(following({"page"}), noon + seconds{50}).empty());
  EXPECT_TRUE(is_kept(list)) << "a restart changes nothing";
  EXPECT_EQ(note(following({"page", "next_page"}), noon + seconds{100}),
            (std::vector{errc::kind_not_followed, errc::other_way_taken}));
  EXPECT_FALSE(is_kept(list));
  EXPECT_TRUE(is_kept(other)) << "all of it was followed";
  crawl_list(list, page_and_next(), noon + seconds{200});
  EXPECT_TRUE(is_kept(list)) << "it was read with these settings";
  EXPECT_TRUE(j().check());
}

TEST_F(journal_following, a_narrower_campaign_reads_nothing_again_and_a_wider_one_after_it_does_R214) {
  note(following({"page", "next_page"}), noon);
  const auto list = add("http://example.org/a.xml");
  crawl_list(list, page_and_next());
  note(following({"page"}), noon + seconds{100});
  EXPECT_TRUE(is_kept(list));
  note(following({"page", "next_page"}), noon + seconds{200});
  EXPECT_FALSE(is_kept(list)) << "it may have been read in between";
}

TEST_F(journal_following, only_the_cause_counts_for_which_a_uri_was_refused_R214) {
  auto c = following({"page"});
  note(c, noon);
  const auto list = add("http://example.org/a.xml");
  crawl_list(list, page_and_next());
  c.discovery.per_host = 7;
  c.discovery.scope = {"include domain example.org"};
  note(c, noon + seconds{100}, {"exclude host f"});
  note(c, noon + seconds{200});
  EXPECT_TRUE(is_kept(list)) << "the kind is still not followed";
}

TEST_F(journal_following, a_lifted_exclusion_reads_the_lists_again_that_it_had_kept_short_R214) {
  const auto c = following({"page", "next_page", "dump", "sitemap"});
  const std::vector<std::string> excluded{"exclude URI http://e/1"};
  note(c, noon, excluded);
  j().steer(std::make_shared<const steering_rules>(
      std::vector<steering_rule>{{steering_kind::exclude_uri, "http://e/1", "", noon}}));
  const auto list = add("http://example.org/a.xml"), other = add("http://example.org/b.xml");
  const auto download = crawl_list(list, pages({"http://e/1"}));
  crawl_list(other, pages({"http://e/2"}));
  EXPECT_EQ(count_of(download, errc::excluded), 1U);
  EXPECT_TRUE(note(c, noon + seconds{50}, {excluded[0], "exclude host f"}).empty()) << "one more forbids";
  EXPECT_TRUE(is_kept(list));
  EXPECT_EQ(note(c, noon + seconds{100}, {"exclude host f"}), std::vector{errc::excluded});
  EXPECT_FALSE(is_kept(list));
  EXPECT_TRUE(is_kept(other));
}

TEST_F(journal_following, a_raised_limit_reads_the_lists_again_that_it_had_cut_R214) {
  campaign c;
  c.discovery.per_host = 1;
  policy_.per_host = 1;
  j().follow(policy_);
  note(c, noon);
  const auto list = add("http://example.org/a.xml");
  EXPECT_EQ(count_of(crawl_list(list, pages({"http://e/1", "http://e/2"})), errc::budget_used), 1U);
  c.discovery.per_host = 2;
  EXPECT_EQ(note(c, noon + seconds{100}), std::vector{errc::budget_used});
  EXPECT_FALSE(is_kept(list));
}

TEST_F(journal_following, what_is_looked_for_in_all_documents_reads_all_again_R214) {
  auto c = following({"page"});
  note(c, noon);
  const auto list = add("http://example.org/a.xml");
  crawl_list(list, pages({"http://e/1"}));
  c.discovery.predicates = {"http://e/see"};
  note(c, noon + seconds{100});
  EXPECT_FALSE(is_kept(list));
}

TEST_F(journal_following, a_member_of_an_archive_counts_like_its_download_R214) {
  note(following({"page"}), noon);
  const auto seed = add("http://example.org/lists.tar");
  const auto root = start(seed);
  file_body(root);
  children(root, {member(0, "a.xml")});
  const auto list = member_hash(root, "a.xml", 0, false);
  leaf(list);
  claim(list);
  auto c = entry_change(list, event::announcements_found, noon + seconds{3});
  guess_outcome g;
  g.announced.uris = {{"http://e/c", announced_as::catalogue}};
  c.fact = g;
  now(c);
  now(seed_change(seed, event::crawl_ended, noon + seconds{4}));
  EXPECT_TRUE(is_kept(seed));
  note(following({"page", "catalogue"}), noon + seconds{100});
  EXPECT_FALSE(is_kept(seed));
}

}  // namespace
}  // namespace laundromat
