// Union and find over the terms, then a counting sort of the quads.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/components.hpp"

#include <numeric>

namespace laundromat {

namespace {

/// Sets of terms that grow together.
class term_sets {
 public:
  explicit term_sets(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), dataset::term_id{0});
  }
  dataset::term_id find(dataset::term_id t) {
    while (parents_[t] != t) t = parents_[t] = parents_[parents_[t]];
    return t;
  }
  void unite(dataset::term_id one, dataset::term_id other) { parents_[find(one)] = find(other); }

 private:
  std::vector<dataset::term_id> parents_;
};

/// The first blank node of a quad, or `no_term`.
dataset::term_id blank_of(const dataset& data, const dataset::quad& q) {
  for (const auto term : q)
    if (data.is_blank(term)) return term;
  return dataset::no_term;
}

}  // namespace

components::components(const dataset& data) {
  term_sets sets{data.end_term()};
  for (const auto& q : data.quads()) {
    const auto first = blank_of(data, q);
    for (const auto term : q)
      if (first != dataset::no_term && data.is_blank(term)) sets.unite(term, first);
  }
  constexpr auto none = ~std::uint32_t{0};
  std::vector<std::uint32_t> numbers(data.end_term(), none), sizes, of_quad(data.quads().size(), none);
  for (std::size_t i = 0; i < of_quad.size(); ++i) {
    const auto first = blank_of(data, data.quads()[i]);
    if (first == dataset::no_term) continue;
    auto& number = numbers[sets.find(first)];
    if (number == none) {
      number = static_cast<std::uint32_t>(sizes.size());
      sizes.push_back(0);
    }
    ++sizes[number];
    of_quad[i] = number;
  }
  for (const auto size : sizes) starts_.push_back(starts_.back() + size);
  quads_.resize(starts_.back());
  auto free = starts_;
  for (std::uint32_t i = 0; i < of_quad.size(); ++i)
    if (of_quad[i] != none) quads_[free[of_quad[i]]++] = i;
}

}  // namespace laundromat
