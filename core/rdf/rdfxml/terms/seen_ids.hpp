// Which IRIs were given by rdf:ID before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/keyed_hash.hpp"

namespace laundromat::rdfxml {

/// A set of hashes of 64 bits, which are the same in every run; their slots are not, because an attacker could choose IRIs that all belong
/// to one slot. Memory: at most 16 MiB; beyond about a million IRIs new ones are no longer remembered.
class seen_ids {
 public:
  /// Whether the IRI was added before.
  bool add(std::string_view iri) {
    const auto hash = std::hash<std::string_view>{}(iri) | 1;
    if (2 * (count_ + 1) > slots_.size()) grow();
    auto& slot = find(hash);
    if (slot == hash) return true;
    if (count_ == most) return false;
    slot = hash;
    ++count_;
    return false;
  }
  /// How many slots were examined so far.
  [[nodiscard]] std::uint64_t probes() const { return probes_; }
  void clear() {
    slots_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::size_t most = (std::size_t{1} << 20) - 1;

  void grow() {
    if (slots_.size() >= 2 * (most + 1)) return;
    std::vector<std::uint64_t> old(slots_.empty() ? 64 : slots_.size() * 2);
    old.swap(slots_);
    for (const auto hash : old)
      if (hash != 0) find(hash) = hash;
  }
  /// Its slot, or the empty one where it belongs.
  std::uint64_t& find(std::uint64_t hash) {
    const auto mask = slots_.size() - 1;
    auto at = keyed_hash(hash) & mask;
    for (++probes_; slots_[at] != 0 && slots_[at] != hash; ++probes_) at = (at + 1) & mask;
    return slots_[at];
  }

  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
  std::uint64_t probes_ = 0;
};

}  // namespace laundromat::rdfxml
