// Tests which changes of a campaign make URIs followed that were not.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/following.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace laundromat {
namespace {

/// The causes whose refusals may be lifted by a change.
std::vector<errc> lifted(const std::function<void(campaign&)>& change,
                         const std::function<void(campaign&)>& before = {},
                         const std::vector<std::string>& excluded = {},
                         const std::vector<std::string>& excluded_before = {}) {
  campaign old;
  if (before) before(old);
  auto now = old;
  change(now);
  const auto terms_before = following_terms_of(old, excluded_before);
  std::vector<errc> out;
  for (const auto& one : following_terms_of(now, excluded)) {
    const auto was = std::ranges::find(terms_before, one.cause, &following_terms::cause);
    if (may_follow_more(one, was->words)) out.push_back(one.cause);
  }
  return out;
}

const auto nothing = [](campaign&) {};

TEST(following, more_kinds_lift_the_refusals_of_kinds_and_of_other_ways) {
  const auto wider = [](campaign& c) { c.discovery.follow.emplace_back("sample"); };
  EXPECT_EQ(lifted(wider), (std::vector{errc::kind_not_followed, errc::other_way_taken}));
  const auto narrower = [](campaign& c) { c.discovery.follow = {"sitemap"}; };
  EXPECT_EQ(lifted(narrower), std::vector{errc::other_way_taken})
      << "the way that was taken may be followed no more";
  const auto other_order = [](campaign& c) { std::ranges::reverse(c.discovery.follow); };
  EXPECT_TRUE(lifted(other_order).empty());
  EXPECT_TRUE(lifted(nothing).empty());
}

TEST(following, a_changed_scope_lifts_what_was_outside) {
  const auto other = [](campaign& c) { c.discovery.scope = {"include domain example.org"}; };
  EXPECT_EQ(lifted(other), (std::vector{errc::out_of_scope, errc::other_way_taken}));
}

TEST(following, limits_lift_their_own_refusals_only) {
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.per_host = 7; }), std::vector{errc::budget_used});
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.per_domain = 7; }), std::vector{errc::budget_used});
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.per_document = 7; }), std::vector{errc::announcement_limit});
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.depth = 7; }), std::vector{errc::trap_suspected});
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.path_segments = 7; }), std::vector{errc::trap_suspected});
  EXPECT_EQ(lifted([](campaign& c) { c.politeness.delay_s = 7; }), std::vector<errc>{});
}

TEST(following, formats_and_schemes_count_when_they_are_added) {
  const auto formats = [](campaign& c) { c.discovery.other_formats = true; };
  EXPECT_EQ(lifted(formats), (std::vector{errc::non_rdf_format, errc::other_way_taken}));
  EXPECT_EQ(lifted([](campaign& c) { c.discovery.other_formats = false; }, formats),
            std::vector{errc::other_way_taken});
  EXPECT_EQ(lifted([](campaign& c) { c.network.ftp = true; }),
            (std::vector{errc::scheme_refused, errc::other_way_taken}));
}

TEST(following, what_is_looked_for_counts_when_it_is_added) {
  const auto one = [](campaign& c) { c.discovery.predicates = {"http://e/p"}; };
  EXPECT_EQ(lifted(one), (std::vector{errc::ok, errc::kind_not_followed, errc::other_way_taken}));
  const auto none = [](campaign& c) { c.discovery.predicates.clear(); };
  EXPECT_EQ(lifted(none, one), std::vector{errc::other_way_taken});
  EXPECT_EQ(lifted([](campaign& c) { c.robots.directives = false; }), std::vector{errc::ok});
}

TEST(following, what_forbids_counts_when_it_is_gone) {
  EXPECT_EQ(lifted(nothing, {}, {"exclude host e"}, {"exclude host e", "exclude URI http://e/"}),
            std::vector{errc::excluded});
  EXPECT_TRUE(lifted(nothing, {}, {"exclude host e", "exclude host f"}, {"exclude host e"}).empty());
  const auto published = [](campaign& c) { c.public_base = "http://e/wardrobe/"; };
  EXPECT_TRUE(lifted(published).empty());
  EXPECT_EQ(lifted([](campaign& c) { c.public_base.clear(); }, published), std::vector{errc::own_output});
}

}  // namespace
}  // namespace laundromat
