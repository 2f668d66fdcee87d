// The hash maps and hash sets of this project: nobody can choose keys that collide.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

/// Hashes texts, numbers and digests. Not `noexcept`: libstdc++ then stores each hash with its element and computes it once.
struct keyed_hasher {
  using is_transparent = void;

  std::size_t operator()(std::string_view text) const { return keyed_hash(text); }
  std::size_t operator()(std::unsigned_integral auto number) const {
    return keyed_hash(std::uint64_t{number});
  }
  template <class Digest>
  requires requires(const Digest& d) { d.hex(), d.view(); }
  std::size_t operator()(const Digest& d) const { return keyed_hash(d.view()); }
};

/// The order of iteration differs from run to run and must not affect a result.
template <class Key, class Value, class Hasher = keyed_hasher>
using keyed_map = std::unordered_map<Key, Value, Hasher, std::equal_to<>>;
template <class Key>
using keyed_set = std::unordered_set<Key, keyed_hasher, std::equal_to<>>;

/// How many elements are compared when each element of a table is searched once.
template <class Table>
[[nodiscard]] std::uint64_t probes_of(const Table& table) {
  std::uint64_t probes = 0;
  for (std::size_t i = 0; i < table.bucket_count(); ++i) {
    const std::uint64_t size = table.bucket_size(i);
    probes += size * (size + 1) / 2;
  }
  return probes;
}

}  // namespace laundromat
