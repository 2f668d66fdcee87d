// The maps and sets of this project that are hash tables: nobody can choose keys that collide.
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

/// Hashes texts, numbers, and digests. Not `noexcept`: so libstdc++ keeps each hash beside its element and computes it once.
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

/// Whoever goes through all elements must not let their order reach a result: it differs from run to run.
template <class Key, class Value, class Hasher = keyed_hasher>
using keyed_map = std::unordered_map<Key, Value, Hasher, std::equal_to<>>;
template <class Key>
using keyed_set = std::unordered_set<Key, keyed_hasher, std::equal_to<>>;

/// How many elements are looked at by searching each of a table once.
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
