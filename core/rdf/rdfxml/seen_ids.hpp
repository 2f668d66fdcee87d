// Which IRIs were given by rdf:ID before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace laundromat {

/// A set of hashes of 64 bits. Memory: at most 16 MiB; beyond about a million IRIs new ones are no longer remembered.
class seen_ids {
 public:
  /// Whether the IRI was added before.
  bool add(std::string_view iri) {
    const auto hash = std::hash<std::string_view>{}(iri) | 1;
    if (2 * (count_ + 1) > slots_.size()) grow();
    auto at = hash & (slots_.size() - 1);
    for (; slots_[at] != 0; at = (at + 1) & (slots_.size() - 1))
      if (slots_[at] == hash) return true;
    if (count_ == most) return false;
    slots_[at] = hash;
    ++count_;
    return false;
  }
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
    for (const auto hash : old) {
      if (hash == 0) continue;
      auto at = hash & (slots_.size() - 1);
      while (slots_[at] != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = hash;
    }
  }

  std::vector<std::uint64_t> slots_;
  std::size_t count_ = 0;
};

}  // namespace laundromat
