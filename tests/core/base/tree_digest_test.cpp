// Digests of clean documents: roots that another program computed, and chunks of any size.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/tree_digest.hpp"

#include <gtest/gtest.h>

#include <random>

namespace laundromat {
namespace {

std::string text_of(std::size_t bytes) {
  std::string text(bytes, '\0');
  for (std::size_t i = 0; i < bytes; ++i) text[i] = static_cast<char>(i * i % 251);
  return text;
}

}  // namespace

/// Computed by a few lines of Python with hashlib, written after BEP 52.
TEST(tree_digest, is_the_chunks_root_of_bep_52) {
  const struct {
    std::size_t bytes;
    std::string_view root;
  } cases[] = {
      {0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"},
      {tree_leaf_bytes, "94a508539de1a562362ef77c549d7f6812fcfb7053ac5db72ffcba90f8332a16"},
      {tree_leaf_bytes + 1, "d4a7c39a76cae0c0d3dffb073832a12165dfe33d90d591a59fa6beb6f4b60f27"},
      {3 * tree_leaf_bytes, "e7613601e179998af7ea049568064de551c708190d0d261349e4645aaff8ff40"},
      {5 * tree_leaf_bytes - 1, "dd6bf42f8a87e6f125382444b69296b51e3694c479fa0cfa8230b67ce884bec3"},
      {300 * tree_leaf_bytes, "3d7a6af976a5a3423a3d7cdaae457d835580b13ea93a1366b2b6564ada500286"},
      {1000 * tree_leaf_bytes + 77, "552507ce07a6a5370fe580c89ddd0a0b1e058d469fc7ba5d142195663938f8c5"}};
  for (const auto& c : cases) EXPECT_EQ(tree_digest(text_of(c.bytes)).hex(), c.root) << c.bytes;
}

TEST(tree_digest, of_one_leaf_is_its_sha_256) {
  for (const auto bytes : {std::size_t{0}, std::size_t{77}, tree_leaf_bytes})
    EXPECT_EQ(tree_digest(text_of(bytes)), sha256(text_of(bytes)));
}

TEST(tree_digest, does_not_depend_on_the_chunks_and_a_hasher_can_be_used_again) {
  std::mt19937 random(1);
  tree_hasher hasher;
  for (int round = 0; round < 40; ++round) {
    const auto text = text_of(random() % (600 * tree_leaf_bytes));
    const auto most = std::size_t{1} << (8 + random() % 14);
    for (std::string_view left = text; !left.empty();) {
      const auto chunk = left.substr(0, 1 + random() % most);
      hasher.update(chunk);
      left.remove_prefix(chunk.size());
    }
    ASSERT_EQ(hasher.finish(), tree_digest(text)) << text.size() << " bytes in chunks of at most " << most;
  }
}

TEST(tree_digest, detects_every_flipped_bit) {
  const auto text = text_of(300 * tree_leaf_bytes + 5);
  const auto root = tree_digest(text);
  for (const auto at : {std::size_t{0}, tree_leaf_bytes - 1, 255 * tree_leaf_bytes, text.size() - 1}) {
    auto other = text;
    other[at] ^= 1;
    EXPECT_NE(tree_digest(other), root) << at;
  }
  EXPECT_NE(tree_digest(text.substr(0, text.size() - 1)), root);
}

}  // namespace laundromat
