// Unites nodes by path halving; the root of a component is its least node.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/graph_components.hpp"

#include <algorithm>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

constexpr int bucket_bits = 16;

std::uint64_t hash_of_node(std::string_view iri) {
  return keyed_hash(iri.substr(0, iri.find('#')));
}

}  // namespace

void graph_components::keep_once() {
  std::ranges::sort(hashes_);
  const auto repeated = std::ranges::unique(hashes_);
  hashes_.erase(repeated.begin(), repeated.end());
}

void graph_components::add_subject(std::string_view iri) {
  if (is_cut_) return;
  const auto hash = hash_of_node(iri);
  if (hash == last_ && !hashes_.empty()) return;
  last_ = hash;
  hashes_.push_back(hash);
  if (hashes_.size() < most_nodes_ * 2) return;
  keep_once();
  is_cut_ = hashes_.size() > most_nodes_;
}

void graph_components::end_of_subjects() {
  keep_once();
  is_cut_ = is_cut_ || hashes_.size() > most_nodes_;
  if (is_cut_) hashes_.clear();
  hashes_.shrink_to_fit();
  buckets_.assign((std::size_t{1} << bucket_bits) + 1, 0);
  for (const auto hash : hashes_) ++buckets_[(hash >> (64 - bucket_bits)) + 1];
  for (std::size_t i = 1; i < buckets_.size(); ++i) buckets_[i] += buckets_[i - 1];
  parents_.resize(hashes_.size());
  for (std::uint32_t i = 0; i < parents_.size(); ++i) parents_[i] = i;
  is_marked_.assign(hashes_.size(), false);
}

std::uint32_t graph_components::find_node(std::string_view iri) const {
  const auto hash = hash_of_node(iri);
  const auto bucket = hash >> (64 - bucket_bits);
  const auto begin = hashes_.begin() + buckets_[bucket], end = hashes_.begin() + buckets_[bucket + 1];
  const auto found = std::lower_bound(begin, end, hash);
  return found == end || *found != hash ? none : static_cast<std::uint32_t>(found - hashes_.begin());
}

std::uint32_t graph_components::root_of(std::uint32_t node) {
  while (parents_[node] != node) {
    parents_[node] = parents_[parents_[node]];
    node = parents_[node];
  }
  return node;
}

void graph_components::link(std::string_view subject, std::string_view object) {
  const auto a = find_node(object);
  if (a == none) return;
  const auto b = find_node(subject);
  if (b == none) return;
  const auto x = root_of(a), y = root_of(b);
  parents_[std::max(x, y)] = std::min(x, y);
}

bool graph_components::mark(std::string_view iri) {
  const auto node = find_node(iri);
  if (node == none) return false;
  is_marked_[root_of(node)] = true;
  return true;
}

std::uint64_t graph_components::count() {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < parents_.size(); ++i) sum += parents_[i] == i ? 1 : 0;
  return sum;
}

std::uint64_t graph_components::count_marked() {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < parents_.size(); ++i) sum += parents_[i] == i && is_marked_[i] ? 1 : 0;
  return sum;
}

std::uint64_t graph_components::unmarked_documents() {
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < parents_.size(); ++i) sum += is_marked_[root_of(i)] ? 0 : 1;
  return sum;
}

std::vector<component_size> graph_components::largest_unmarked(std::size_t most) {
  std::vector<std::uint32_t> sizes(parents_.size(), 0);
  for (std::uint32_t i = 0; i < parents_.size(); ++i) ++sizes[root_of(i)];
  const auto is_larger = [](const component_size& a, const component_size& b) {
    return a.documents != b.documents ? a.documents > b.documents : a.root < b.root;
  };
  std::vector<component_size> out;  // a heap with the smallest at its front
  for (std::uint32_t i = 0; i < parents_.size(); ++i) {
    if (parents_[i] != i || is_marked_[i]) continue;
    out.push_back({i, sizes[i]});
    std::ranges::push_heap(out, is_larger);
    if (out.size() <= most) continue;
    std::ranges::pop_heap(out, is_larger);
    out.pop_back();
  }
  std::ranges::sort(out, is_larger);
  return out;
}

std::uint32_t graph_components::component_of(std::string_view iri) {
  const auto node = find_node(iri);
  return node == none ? none : root_of(node);
}

}  // namespace laundromat
