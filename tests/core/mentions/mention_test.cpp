// Tests of mentions and their bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/mention.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {

TEST(mention, has_bytes_in_the_order_of_mentions) {
  const std::vector<mention> all{{0, 0, 0, 1},
                                 {0, 7, most_mention_blocks - 1, 15},
                                 {1, most_mentioning_documents - 1, 3, 8},
                                 {0xFFFF'FFFF, 5, 70'000, 4}};
  std::string last;
  for (const auto& one : all) {
    std::string bytes;
    write_mention(bytes, one);
    EXPECT_EQ(bytes.size(), mention_bytes);
    EXPECT_EQ(read_mention(bytes.data()), one);
    EXPECT_LT(last, bytes);
    last = bytes;
  }
  std::string far;
  write_mention(far, {1, 1, 0xFFFF'FFFF, 1});
  EXPECT_EQ(read_mention(far.data()).block, most_mention_blocks - 1) << "the last block that can be named";
}

TEST(mention, joins_the_roles_of_an_iri_in_a_document) {
  std::vector<mention> all{{5, 2, 9, 4}, {5, 1, 3, 1}, {4, 2, 0, 2}, {5, 2, 7, 1}, {5, 2, 8, 4}};
  sort_mentions(all);
  EXPECT_EQ(all, (std::vector<mention>{{4, 2, 0, 2}, {5, 1, 3, 1}, {5, 2, 7, 5}}));
  EXPECT_TRUE(all[2].has(mention_role::subject) && all[2].has(mention_role::object));
  EXPECT_FALSE(all[2].has(mention_role::predicate));
}

}  // namespace laundromat::test
