// Tests of functions of a campaign.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/campaign.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace laundromat {

namespace {

bool has_local_documents_when_open(const std::string& network) {
  campaign c;
  c.network.allow = {network};
  return has_local_documents(c);
}

}  // namespace

TEST(local_documents, include_files_and_the_served_folder) {
  EXPECT_FALSE(has_local_documents({}));
  campaign files;
  files.files.roots = {"/srv/dumps"};
  EXPECT_TRUE(has_local_documents(files));
  campaign served;
  served.serve.folder = "docs";
  EXPECT_TRUE(has_local_documents(served));
}

TEST(local_documents, include_loopback_addresses) {
  for (const auto* open : {"127.0.0.1:8080", "127.0.0.0/8", "127.3.0.0/16", "[::1]:80", "::1", "0.0.0.0/0",
                           "::/0", "::ffff:127.0.0.1"})
    EXPECT_TRUE(has_local_documents_when_open(open)) << open;
  for (const auto* open : {"10.0.0.0/8", "192.168.1.7:8080", "[fc00::/7]:80"})
    EXPECT_FALSE(has_local_documents_when_open(open)) << open << " is the same machine for all";
}

TEST(washing_signature, differs_with_what_a_clean_document_depends_on) {
  const campaign usual;
  EXPECT_EQ(washing_signature(usual), washing_signature(campaign{}));
  const auto differs = [&](auto change) {
    campaign other;
    change(other);
    return washing_signature(other) != washing_signature(usual);
  };
  EXPECT_TRUE(differs([](campaign& c) { c.washing.profile = "strict"; }));
  EXPECT_TRUE(differs([](campaign& c) { c.washing.triple_terms = "basic-encoding"; }));
  EXPECT_TRUE(differs([](campaign& c) { c.washing.directions = "dropped"; }));
  EXPECT_TRUE(differs([](campaign& c) { c.limits.depth = 1; }));
  EXPECT_TRUE(differs([](campaign& c) { c.ledger.rows = 1; }));
  EXPECT_FALSE(differs([](campaign& c) { c.washing.threads = 7; }));
  EXPECT_FALSE(differs([](campaign& c) { c.pools.parsers = 7; }));
  EXPECT_FALSE(differs([](campaign& c) { c.record_specs = "3:a"; }));
  EXPECT_EQ(washing_signature(usual).find(program_version), 0U);
}

TEST(interval_rules_for, takes_the_numbers_of_the_campaign) {
  campaign c;
  c.interval_s = 7;
  c.revisit = {true, true, 60, 600, 6'000};
  EXPECT_EQ(interval_rules_for(c),
            (interval_rules{true, seconds{7}, seconds{60}, seconds{600}, seconds{6'000}}));
  c.revisit.shortest_s = 601;
  const auto problems = check(c);
  EXPECT_NE(std::ranges::find(problems, "revisit.shortest_s", &campaign_problem::key), problems.end());
}

}  // namespace laundromat
