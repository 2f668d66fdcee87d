// The digest of a clean document: a tree of digests, whose leaves are hashed several at a time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// The size of a leaf in bytes; the last leaf may be smaller.
inline constexpr std::size_t tree_leaf_bytes = std::size_t{1} << 14;

/// Computes the root of a tree over bytes that arrive in chunks: the "chunks root" of BEP 52, BitTorrent version 2. An inner node is the
/// SHA-256 of its two children; leaves of zeros fill the tree up. With at most one leaf, also with no bytes, the root is its plain SHA-256.
/// Each step of SHA-256 waits for the step before, so that a processor hashes two leaves in the time of one. Memory: a digest per level;
/// 200 KiB from the fourth MiB on.
class tree_hasher {
 public:
  tree_hasher();
  ~tree_hasher();
  tree_hasher(tree_hasher&&) noexcept;
  tree_hasher& operator=(tree_hasher&&) noexcept;

  /// Enough leaves that few are hashed alone at the end; small enough for the cache of the core.
  static constexpr std::size_t chunk_bytes = 16 * tree_leaf_bytes;

  void update(std::string_view bytes);
  /// The digest of everything so far. The hasher then starts again with no input.
  [[nodiscard]] content_digest finish();

 private:
  void add_leaves(std::string_view whole);
  void add_leaf(content_digest leaf);

  class lanes;
  std::unique_ptr<lanes> lanes_;  ///< null while there are few leaves
  std::string started_;           ///< the bytes of an incomplete leaf
  std::uint64_t leaves_ = 0;
  /// Of level n, where bit n of `leaves_` is set: waits for its sibling.
  std::array<content_digest, 64> nodes_;
};

/// The root of the tree over `bytes`.
[[nodiscard]] content_digest tree_digest(std::string_view bytes);

}  // namespace laundromat
