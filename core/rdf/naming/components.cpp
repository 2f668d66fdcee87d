// Implements components, and the choice of the smallest ones of a document that has too many statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/components.hpp"

#include <algorithm>

namespace laundromat {

namespace {

using quad = held_statements::quad;

/// How many different statements each component has. Statements are compared with those of the same remainder of their hashes, so that as many
/// at a time are in memory as are usual.
result<std::vector<std::uint32_t>> count_statements(const held_records& records, const components& parts,
                                                    std::uint64_t most) {
  std::vector<std::uint32_t> sizes(parts.count());
  const auto passes = records.count() / std::max<std::uint64_t>(most, 1) + 1;
  for (std::uint64_t pass = 0; pass < passes; ++pass) {
    quad_set seen(most);
    auto read = for_each_record(records, [&](const held_record& one) {
      const quad q{one.nodes, one.ground};
      const auto key = quad_set::key_of(one.nodes, one.ground);
      // The table uses the upper half.
      if (static_cast<std::uint32_t>(key) % passes != pass) return;
      const auto before = seen.size();
      if (seen.add(q, key) == before) ++sizes[parts.of(q)];
    });
    if (!read) return tl::unexpected(read.error());
  }
  return sizes;
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
  auto sizes = count_statements(held.records(), parts, most);
  if (!sizes) return tl::unexpected(sizes.error());
  all.sizes = std::move(*sizes);
  all.largest = largest_within(all.sizes, most);
  quad_set seen(most);
  auto read = for_each_record(held.records(), [&](const held_record& one) {
    const quad q{one.nodes, one.ground};
    if (all.sizes[parts.of(q)] <= all.largest) seen.add(q, quad_set::key_of(one.nodes, one.ground));
  });
  if (!read) return tl::unexpected(read.error());
  all.quads = seen.take();
  return all;
}

}  // namespace laundromat
