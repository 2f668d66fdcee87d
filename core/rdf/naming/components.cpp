// Implements components: union and find over the nodes, then a counting sort of the statements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/components.hpp"

#include "core/rdf/naming/node_sets.hpp"

namespace laundromat {

namespace {

using node = held_statements::node;

node first_of(const held_statements::statement& s) {
  for (const auto n : s.nodes)
    if (n != held_statements::no_node) return n;
  return held_statements::no_node;
}

}  // namespace

components::components(const held_statements& held) {
  node_sets sets{held.node_count()};
  for (const auto& s : held.all())
    for (const auto first = first_of(s); const auto n : s.nodes)
      if (n != held_statements::no_node && n != first) sets.unite(n, first);
  constexpr auto none = ~std::uint32_t{0};
  std::vector<std::uint32_t> component_of(held.node_count(), none), sizes, of_statement;
  of_statement.reserve(held.all().size());
  for (const auto& s : held.all()) {
    auto& component = component_of[sets.find(first_of(s))];
    if (component == none) {
      component = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(0);
    }
    ++sizes[component];
    of_statement.push_back(component);
  }
  for (const auto size : sizes) starts_.push_back(starts_.back() + size);
  numbers_.resize(starts_.back());
  auto free = starts_;
  for (std::uint32_t i = 0; i < of_statement.size(); ++i) numbers_[free[of_statement[i]]++] = i;
}

}  // namespace laundromat
