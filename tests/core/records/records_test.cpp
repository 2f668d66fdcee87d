// Tests of record hashes and the stale rule.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/records.hpp"

#include <gtest/gtest.h>

namespace laundromat {

TEST(record_hash_rules, a_download_hash_depends_on_seed_and_begin_time) {
  const auto seed = md5("http://example.org/");
  EXPECT_EQ(download_hash(seed, from_ms(1'500)), md5(seed.hex() + " 1500"));
}

TEST(record_hash_rules, a_member_hash_depends_on_parent_and_path_L32) {
  const auto parent = md5("a");
  EXPECT_EQ(member_hash(parent, "dump/x.nt", 7, false), md5(parent.hex() + " dump/x.nt"));
  EXPECT_NE(member_hash(parent, "x", 1, true), member_hash(parent, "x", 2, true));
}

TEST(stale_rule, is_strict_L17) {
  seed_record seed;
  seed.processed = from_ms(1'000'000);
  seed.interval = seconds{10};
  EXPECT_FALSE(is_stale(seed, from_ms(1'009'999)));
  EXPECT_FALSE(is_stale(seed, from_ms(1'010'000)));
  EXPECT_TRUE(is_stale(seed, from_ms(1'010'001)));
}

TEST(records, shares_are_proportional_to_size_and_add_up_to_at_most_the_total) {
  std::vector<archive_member> members(4);
  for (std::size_t i = 0; i < members.size(); ++i) members[i].kind = member_kind::file;
  members[0].size_bytes = 999;
  members[1].size_bytes = ~std::uint64_t{0};
  members[2].kind = member_kind::directory;
  const auto lying = shares_of(members, 1'000'000);
  EXPECT_EQ(lying[2], 0U);
  EXPECT_LE(lying[0] + lying[1] + lying[3], 1'000'000U);
  members[1].size_bytes = 2'999;
  EXPECT_NEAR(static_cast<double>(shares_of(members, 4'001)[0]), 1'000, 1);
  EXPECT_TRUE(shares_of({}, 5).empty());
}

TEST(stale_rule, a_new_seed_is_stale_at_once) {
  seed_record seed;
  seed.interval = std::chrono::years{10};
  EXPECT_TRUE(is_stale(seed, from_ms(1'700'000'000'000)));
}

TEST(member_uri, keeps_the_archive_and_encodes_the_path_C05) {
  EXPECT_EQ(member_uri("http://h/a.zip#x", "d/a b.nt"), "http://h/a.zip!/d/a%20b.nt");
  EXPECT_EQ(member_uri("http://h/a.zip", "\xff?#%"), "http://h/a.zip!/%FF%3F%23%25");
}

TEST(member_base, differs_for_members_and_does_not_name_the_place_of_a_local_archive_R139) {
  EXPECT_EQ(member_base("http://h/a.zip", "d/a b.nt"), "http://h/a.zip!/d/a%20b.nt");
  for (const auto* local : {"", "thismessage:/", "file:///home/fred/a.zip", "file:///home/fred/b!/a.zip"}) {
    EXPECT_EQ(member_base(local, "d/a b.nt"), "thismessage:/d/a%20b.nt") << local;
    EXPECT_EQ(member_base(local, "//h/a"), "thismessage:/%2F%2Fh/a") << local;
  }
  EXPECT_EQ(member_base("thismessage:/b.tar", "c.nt"), "thismessage:/b.tar!/c.nt");
  EXPECT_EQ(member_base("urn:x", "c.nt"), "urn:x!/c.nt");
  EXPECT_EQ(member_base("", "./a.ttl"), "thismessage:/a.ttl");
  EXPECT_EQ(member_base("", "../up.ttl"), "thismessage:/up.ttl");
  EXPECT_EQ(member_base("", "d/./../e//f/../a.ttl"), "thismessage:/e//a.ttl");
  EXPECT_EQ(member_base("", "d/..//h/a"), "thismessage:/%2Fh/a");
  EXPECT_EQ(member_base("", "/../h/a"), "thismessage:/h/a");
}

}  // namespace laundromat
