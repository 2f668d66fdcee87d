// Implements repeated_keys: finds equal keys by their hashes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/repeated_keys.hpp"

#include <algorithm>

namespace laundromat::jsonld {

void repeated_keys::note(object_keys& keys, std::uint32_t object) {
  ++keys.members;
  if (keys.members > most_compared) return;
  auto& nodes = text_->tree->nodes;
  const auto& key = nodes.back();
  const auto bit = std::uint64_t{1} << (key.hash & 63);
  if ((keys.bits & bit) != 0) {
    for (auto* at = &nodes[object] + 1; at != &key; at = const_cast<json_node*>((at + 1)->next()))
      if (at->hash == key.hash && !at->is_overridden && at->view() == key.view()) override(*at);
  }
  keys.bits |= bit;
}

void repeated_keys::close(const object_keys& keys, std::uint32_t object) {
  if (keys.members <= most_compared) return;
  auto& nodes = text_->tree->nodes;
  const auto end = object + nodes[object].span;
  hashes_.clear();
  for (auto at = object + 1; at < end; at += 1 + nodes[at + 1].span)
    if (!nodes[at].is_overridden) hashes_.emplace_back(nodes[at].hash, at);
  // By the text only where hashes are the same.
  std::ranges::sort(hashes_, [&](const auto& one, const auto& other) {
    if (one.first != other.first) return one.first < other.first;
    const auto order = nodes[one.second].view() <=> nodes[other.second].view();
    return order == 0 ? one.second < other.second : order < 0;
  });
  for (std::size_t i = 0; i + 1 < hashes_.size(); ++i) {
    auto& earlier = nodes[hashes_[i].second];
    if (hashes_[i].first == hashes_[i + 1].first && earlier.view() == nodes[hashes_[i + 1].second].view())
      override(earlier);
  }
}

void repeated_keys::override(json_node& earlier) {
  earlier.is_overridden = true;
  has_keyword_ |= earlier.view().starts_with('@');
  const auto& value = *(&earlier + 1);
  faults_->skip(errc::repeated_key, earlier.begin, value.end, "the key follows again, and that one holds");
}

}  // namespace laundromat::jsonld
