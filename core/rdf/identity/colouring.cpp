// Implements colouring: each round sums over quads, so that their order has no effect.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/colouring.hpp"

#include <algorithm>

#include "core/base/fast_hash.hpp"

namespace laundromat {

namespace {

constexpr std::uint64_t self_colour = 0x9E3779B97F4A7C15ULL;

}  // namespace

colouring::colouring(const dataset& data)
    : data_(data), colours_(data.end_term(), 0), sums_(data.end_term(), 0) {
  for (dataset::term_id term = 1; term < data.end_term(); ++term) {
    if (data.is_blank(term))
      blanks_.push_back(term);
    else
      colours_[term] = fast_hash(data.spelling(term));
  }
  for (std::uint32_t number = 0; number < data.quads().size(); ++number) {
    const auto& q = data.quads()[number];
    for (auto at = q.begin(); at != q.end(); ++at)
      if (data.is_blank(*at) && std::find(q.begin(), at, *at) == at) mentions_.push_back({*at, number});
  }
}

void colouring::refine() {
  for (const auto& [blank, number] : mentions_) {
    std::uint64_t seen = 0;
    for (const auto term : data_.quads()[number])
      seen = mix(seen * 31 + (term == blank ? self_colour : colours_[term]) + 1);
    sums_[blank] += seen;
  }
  for (const auto blank : blanks_) {
    colours_[blank] = mix(colours_[blank] * 31 + sums_[blank]);
    sums_[blank] = 0;
  }
}

std::vector<std::uint64_t> colouring::sorted() const {
  std::vector<std::uint64_t> all;
  all.reserve(blanks_.size());
  for (const auto blank : blanks_) all.push_back(colours_[blank]);
  std::ranges::sort(all);
  return all;
}

std::size_t colouring::count() const {
  auto all = sorted();
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all.size();
}

}  // namespace laundromat
