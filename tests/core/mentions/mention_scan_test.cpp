// Tests of collecting mentions.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/mention_scan.hpp"

#include <gtest/gtest.h>

#include <map>

namespace laundromat::test {
namespace {

std::vector<mention> scanned(const std::vector<std::string>& blocks, std::size_t at_once = 1'000) {
  std::vector<mention> all;
  mention_scan scan{3, 10'000,
                    [&](std::vector<mention> some) -> result<void> {
                      all.insert(all.end(), some.begin(), some.end());
                      return {};
                    },
                    at_once};
  for (std::uint32_t i = 0; i < blocks.size(); ++i) EXPECT_TRUE(scan.add(blocks[i], i));
  EXPECT_TRUE(scan.finish());
  sort_mentions(all);
  return all;
}

std::map<std::uint32_t, mention> by_hash(const std::vector<mention>& all) {
  std::map<std::uint32_t, mention> found;
  for (const auto& one : all) found[one.iri] = one;
  return found;
}

}  // namespace

TEST(mention_scan, finds_each_iri_with_its_roles_and_its_first_block) {
  const auto found = by_hash(scanned({"<x:a> <x:p> <x:b> .\n<x:a> <x:p> \"<x:text> <x:no> .\" <x:g> .\n",
                                      "<x:b> <x:p> \"1\"^^<x:type> .\n<x:b> <x:q> <<( <x:in> <x:p> <<( <x:a> "
                                      "<x:deep> \"<x:no>\"@en )>> )>> .\n"}));
  const auto roles_of = [&](std::string_view iri) {
    const auto one = found.find(mention_hash(iri));
    return one == found.end() ? 0 : int{one->second.roles};
  };
  EXPECT_EQ(roles_of("x:a"), 1 + 4);
  EXPECT_EQ(roles_of("x:b"), 1 + 4);
  EXPECT_EQ(roles_of("x:p"), 2 + 4);
  EXPECT_EQ(roles_of("x:q"), 2);
  EXPECT_EQ(roles_of("x:g"), 8);
  EXPECT_EQ(roles_of("x:in"), 4);
  EXPECT_EQ(roles_of("x:deep"), 4);
  for (const auto* no : {"x:text", "x:no", "x:type"}) EXPECT_EQ(roles_of(no), 0) << no;
  EXPECT_EQ(found.size(), 7U);
  EXPECT_EQ(found.at(mention_hash("x:b")).block, 0U);
  EXPECT_EQ(found.at(mention_hash("x:in")).block, 1U);
  EXPECT_EQ(found.at(mention_hash("x:a")).document, 3U);
}

TEST(mention_scan, leaves_out_blank_nodes_and_what_is_no_line) {
  EXPECT_TRUE(
      scanned({"", "\n", "word\n", "<x:a>\n", "<x:a> <x:b>\n", "<x:a> <x:b> \n", "<x:a> <x:p> <x:b>\n"})
          .empty());
  const auto found =
      by_hash(scanned({"<https://lodlaundromat.org/.well-known/genid/1f/0> <x:p> "
                       "<https://lodlaundromat.org/.well-known/genid/1f/1> .\n"}));
  EXPECT_EQ(found.size(), 1U);
}

TEST(mention_scan, has_the_same_result_in_small_parts) {
  std::vector<std::string> blocks;
  for (int i = 0; i < 40; ++i) {
    std::string text;
    for (int j = 0; j < 50; ++j)
      text += "<x:s" + std::to_string(i) + "> <x:p" + std::to_string(j % 5) + "> <x:o" +
              std::to_string(i * j % 97) + "> .\n";
    blocks.push_back(text);
  }
  const auto whole = scanned(blocks, 1'000'000);
  EXPECT_GT(whole.size(), 100U);
  for (const std::size_t at_once : {1U, 7U, 64U, 1'000U})
    EXPECT_EQ(scanned(blocks, at_once), whole) << at_once;
}

TEST(roles_in, verifies_a_mention) {
  const std::string lines =
      "<x:a> <x:p> \"<x:b>\" .\n<x:a> <x:p> <x:c> <x:a> .\n<x:b2> <x:p> <<( <x:d> <x:p> <x:e> )>> .\n";
  EXPECT_EQ(roles_in(lines, "<x:a>"), 1 + 8);
  EXPECT_EQ(roles_in(lines, "<x:p>"), 2 + 4);
  EXPECT_EQ(roles_in(lines, "<x:b>"), 0) << "in a text";
  EXPECT_EQ(roles_in(lines, "<x:c>"), 4);
  EXPECT_EQ(roles_in(lines, "<x:e>"), 4);
  EXPECT_EQ(roles_in("", "<x:e>"), 0);
}

}  // namespace laundromat::test
