// Tests of which ways a campaign takes, and which URIs belong to others.
// SPDX-License-Identifier: Apache-2.0
#include "core/planning/taken_ways.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

discovery_policy following(std::vector<announced_as> kinds) {
  discovery_policy out;
  out.follow = kinds_of(kinds);
  return out;
}

announced_dataset dataset() {
  announced_dataset d{"#d"};
  d.dumps = {"http://e/dump.nt"};
  d.samples = {"http://e/id/1"};
  d.prefixes = {{"http://e/id/"}};
  d.endpoints = {{"http://e/sparql"}};
  return d;
}

dump_finding unknown(const std::string&) {
  return {};
}

TEST(taken_ways, a_dump_stands_for_samples_and_documents_below_its_prefixes_R197) {
  const auto policy = following({announced_as::page, announced_as::dump, announced_as::sample});
  taken_ways ways{policy, unknown};
  EXPECT_EQ(ways.add(dataset())->way, access_way::dump);
  EXPECT_TRUE(ways.is_of_other_way({"http://e/id/1", announced_as::sample, "#d"}));
  EXPECT_TRUE(ways.is_of_other_way({"http://e/id/7", announced_as::page}));
  EXPECT_TRUE(ways.is_of_other_way({"http://other/1", announced_as::sample, "#d"}));
  EXPECT_FALSE(ways.is_of_other_way({"http://other/1", announced_as::sample, "#another"}));
  EXPECT_FALSE(ways.is_of_other_way({"http://e/about", announced_as::page}));
  EXPECT_FALSE(ways.is_of_other_way({"http://e/dump.nt", announced_as::dump, "#d"}));
  EXPECT_FALSE(ways.is_of_other_way({"http://e/dump.nt", announced_as::page})) << "what the way needs";
  EXPECT_FALSE(ways.is_of_other_way({"http://e/id/void", announced_as::description, "#d"}));
}

TEST(taken_ways, a_document_below_nested_prefixes_is_judged_by_all_of_them) {
  const auto policy = following({announced_as::page, announced_as::dump, announced_as::sample});
  taken_ways ways{policy, unknown};
  const auto add = [&](const std::string& prefix, bool has_dump) {
    announced_dataset one;
    one.key = prefix;
    one.prefixes.push_back({prefix});
    one.samples.push_back(prefix + "sample");
    if (has_dump) one.dumps.push_back(prefix + "dump.nt");
    ways.add(one);
  };
  for (const auto* prefix : {"http://e/a/", "http://e/a/b/", "http://e/b/", "http://e/a/b/d/"})
    add(prefix, true);
  add("http://e/a/b/c/", false);
  const auto is_other = [&](const std::string& uri) {
    return ways.is_of_other_way({uri, announced_as::page});
  };
  EXPECT_TRUE(is_other("http://e/a/b/x"));
  EXPECT_TRUE(is_other("http://e/a/z"));
  EXPECT_TRUE(is_other("http://e/a/b/d/1"));
  EXPECT_FALSE(is_other("http://e/a/b/c/1")) << "one dataset needs it";
  EXPECT_FALSE(is_other("http://e/c/1"));
  EXPECT_FALSE(is_other("http://e/a"));
}

TEST(taken_ways, a_dump_that_is_refused_or_gave_nothing_is_no_way_R198) {
  const auto policy = following({announced_as::page, announced_as::dump});
  taken_ways refused{policy, [](const std::string&) { return dump_finding{errc::non_rdf_format}; }};
  const auto other = refused.add(dataset());
  ASSERT_TRUE(other);
  EXPECT_EQ(other->way, access_way::linked_data);
  EXPECT_NE(other->why.find("The dump is not possible: http://e/dump.nt is not followed, non_rdf_format."),
            std::string::npos)
      << other->why;
  EXPECT_NE(other->why.find("a crawl does not query endpoints"), std::string::npos) << other->why;
  EXPECT_TRUE(refused.is_of_other_way({"http://e/dump.nt", announced_as::dump, "#d"}));
  EXPECT_FALSE(refused.is_of_other_way({"http://e/id/1", announced_as::sample, "#d"}));
  EXPECT_TRUE(refused.is_start({"http://e/id/1", announced_as::sample, "#d"}));
  EXPECT_FALSE(refused.is_start({"http://e/id/1", announced_as::sample, "#another"}));

  taken_ways failed{policy, [](const std::string&) {
                      return dump_finding{errc::ok, errc::http_status, "404"};
                    }};
  EXPECT_NE(failed.add(dataset())->why.find("gave nothing, http_status 404"), std::string::npos);
}

TEST(taken_ways, without_links_only_samples_are_requested_and_it_says_so_R224) {
  auto linked_data = dataset();
  linked_data.dumps.clear();
  const auto why = [&](std::vector<announced_as> kinds) {
    const auto policy = following(std::move(kinds));
    return taken_ways{policy, unknown}.add(linked_data)->why;
  };
  EXPECT_EQ(why({announced_as::sample}),
            "Of Linked Data below http://e/id/ only 1 sample URI is requested: the campaign does not follow "
            "links. For that, add `linked` to discovery.follow, and predicates to discovery.predicates. The "
            "SPARQL endpoint http://e/sparql is not possible: a crawl does not query endpoints.");
  EXPECT_NE(why({announced_as::page}).find("is requested, and pages that a sitemap or feed lists: "),
            std::string::npos);
  EXPECT_TRUE(why({announced_as::page, announced_as::linked})
                  .starts_with("Linked Data below http://e/id/ is used for the whole dataset: "));
}

TEST(taken_ways, without_a_possible_way_all_uris_are_judged_like_others) {
  auto policy = following({announced_as::dump});
  policy.scope = discovery_scope{{*parse_scope_rule("include domain other.example")}};
  taken_ways ways{policy, [](const std::string&) { return dump_finding{errc::out_of_scope}; }};
  EXPECT_FALSE(ways.add(dataset()));
  EXPECT_FALSE(ways.is_of_other_way({"http://e/id/1", announced_as::sample, "#d"}));
  policy.ways = followed_ways::all;
  taken_ways all{policy, unknown};
  EXPECT_FALSE(all.add(dataset()));
}

TEST(taken_ways, a_document_that_one_dataset_needs_is_followed_though_another_has_a_dump) {
  const auto policy = following({announced_as::page, announced_as::dump});
  taken_ways ways{policy, unknown};
  ASSERT_EQ(ways.add(dataset())->way, access_way::dump);
  announced_dataset part{"#part"};
  part.samples = {"http://e/id/part/1"};
  part.prefixes = {{"http://e/id/part/"}};
  ASSERT_EQ(ways.add(part)->way, access_way::linked_data);
  EXPECT_FALSE(ways.is_of_other_way({"http://e/id/part/2", announced_as::page}));
  EXPECT_TRUE(ways.is_of_other_way({"http://e/id/2", announced_as::page}));
}

}  // namespace
}  // namespace laundromat
