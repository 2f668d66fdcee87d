// Implements components, and the choice of the smallest ones of a document that has too many statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/components.hpp"

#include <algorithm>

namespace laundromat {

namespace {

using quad = held_statements::quad;

/// Calls `take(quads)` with different statements, and each one once, of those for which `is_wanted(quad)`; there are about `wanted` of them. Statements are compared with those of the
/// same remainder of their hashes, so that about `most` at a time are in memory.
template <class IsWanted, class Take>
result<void> each_statement(const held_records& records, std::uint64_t wanted, std::uint64_t most,
                            IsWanted is_wanted, Take take) {
  const auto passes = wanted / std::max<std::uint64_t>(most, 1) + 1;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    quad_set seen(most);
    auto read = for_each_record(records, [&](const held_record& one) {
      const quad q{one.nodes, one.ground};
      const auto key = quad_set::key_of(one.nodes, one.ground);
      // The table uses the upper half.
      if (static_cast<std::uint32_t>(key) % passes == pass && is_wanted(q)) seen.add(q, key);
    });
    if (!read) return read;
    take(seen.take());
  }
  return {};
}

/// The largest size for which the components up to it have at most `most` statements together.
std::uint64_t largest_within(std::vector<std::uint32_t> sizes, std::uint64_t most) {
  std::ranges::sort(sizes);
  std::uint64_t sum = 0, largest = 0;
  for (std::size_t begin = 0, end = 0; begin < sizes.size(); begin = end) {
    while (end < sizes.size() && sizes[end] == sizes[begin]) ++end;
    sum += std::uint64_t{sizes[begin]} * (end - begin);
    if (sum > most) break;
    largest = sizes[begin];
  }
  return largest;
}

}  // namespace

components::components(node_sets sets) : of_(sets.size()) {
  constexpr auto none = ~std::uint32_t{0};
  std::vector<std::uint32_t> of_root(sets.size(), none);
  for (node n = 0; n < of_.size(); ++n) {
    auto& component = of_root[sets.find(n)];
    if (component == none) component = count_++;
    of_[n] = component;
  }
}

std::uint32_t components::of(const quad& one) const {
  for (const auto n : one.nodes)
    if (n != held_statements::no_node) return of_[n];
  return 0;
}

result<considered_statements> consider_statements(held_statements& held, const components& parts,
                                                  std::uint64_t most) {
  considered_statements all;
  all.quads = held.take_quads();
  if (!held.is_partial()) {
    all.sizes.resize(parts.count());
    for (const auto& q : all.quads) ++all.sizes[parts.of(q)];
    return all;
  }
  all.sizes.resize(parts.count());
  auto counted = each_statement(
      held.records(), held.records().count(), most / 2, [](const quad&) { return true; },
      [&](const held_statements::quad_vector& quads) {
        for (const auto& q : quads) ++all.sizes[parts.of(q)];
      });
  if (!counted) return tl::unexpected(counted.error());
  all.largest = largest_within(all.sizes, most);
  std::uint64_t wanted = 0;
  for (const auto size : all.sizes) wanted += size <= all.largest ? size : 0;
  if (wanted == 0) return all;
  all.quads.reserve(wanted);
  auto chosen = each_statement(
      held.records(), wanted, most / 2, [&](const quad& q) { return all.sizes[parts.of(q)] <= all.largest; },
      [&](const held_statements::quad_vector& quads) {
        all.quads.insert(all.quads.end(), quads.begin(), quads.end());
      });
  if (!chosen) return tl::unexpected(chosen.error());
  return all;
}

}  // namespace laundromat
