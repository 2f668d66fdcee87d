// Implements blank_nodes: collects where blank nodes occur, and computes their first degree hashes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/blank_nodes.hpp"

#include <algorithm>

#include "core/base/digest.hpp"

namespace laundromat {

blank_nodes::blank_nodes(const dataset& data, hash_algorithm algorithm)
    : data_(data), algorithm_(algorithm), nodes_(data.end_term(), no_node) {
  for (dataset::term_id term = 1; term < data.end_term(); ++term) {
    if (!data.is_blank(term)) continue;
    nodes_[term] = count();
    terms_.push_back(term);
  }
  names_.assign(count(), unnamed);
  index_quads();
  hashes_.reserve(count());
  for (node n = 0; n < count(); ++n) hashes_.push_back(hash_first_degree(n));
}

/// RDFC-1.0 section 4.4.3, step 2, as a counting sort.
void blank_nodes::index_quads() {
  const auto each_mention = [this](auto take) {
    for (std::uint32_t number = 0; number < data_.quads().size(); ++number) {
      const auto& q = data_.quads()[number];
      for (std::size_t i = 0; i < q.size(); ++i) {
        const bool is_repeated = std::find(q.begin(), q.begin() + i, q[i]) != q.begin() + i;
        if (const auto n = nodes_[q[i]]; n != no_node && !is_repeated) take(n, number);
      }
    }
  };
  starts_.assign(count() + 1, 0);
  each_mention([this](node n, std::uint32_t) { ++starts_[n + 1]; });
  for (node n = 0; n < count(); ++n) starts_[n + 1] += starts_[n];
  mentions_.resize(starts_.back());
  auto free = starts_;
  each_mention([&](node n, std::uint32_t number) { mentions_[free[n]++] = number; });
}

std::string blank_nodes::hash(std::string_view text) const {
  if (algorithm_ == hash_algorithm::sha256) return sha256(text).hex();
  const auto digest = sha384(text);
  return to_hex({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string blank_nodes::hash_first_degree(node self) const {
  std::vector<std::string> lines;
  for (const auto number : quads_of(self)) {
    auto& line = lines.emplace_back();
    for (const auto term : data_.quads()[number]) {
      if (term == dataset::no_term) continue;
      const auto other = nodes_[term];
      line.append(other == no_node ? data_.spelling(term) : other == self ? "_:a" : "_:z").push_back(' ');
    }
    line.append(".\n");
  }
  std::ranges::sort(lines);
  std::string text;
  for (const auto& line : lines) text.append(line);
  return hash(text);
}

void blank_nodes::issue(node n) {
  if (is_named(n)) return;
  names_[n] = static_cast<std::uint32_t>(issued_.size());
  issued_.push_back(n);
}

}  // namespace laundromat
