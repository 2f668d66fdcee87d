// Implements span_list: sorts spans and joins neighbours.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/ledger/span_list.hpp"

#include <algorithm>
#include <utility>

namespace laundromat {

void span_list::add(byte_span wanted) {
  if (wanted.begin == wanted.end) return;
  if (!all_.empty() && all_.back().begin <= wanted.begin && wanted.begin <= all_.back().end) {
    all_.back().end = std::max(all_.back().end, wanted.end);
    return;
  }
  all_.push_back(wanted);
  if (all_.size() <= most_) return;
  for (std::uint64_t gap = 0; all_.size() > most_ / 2; gap = 2 * gap + 16) join(gap);
}

std::vector<byte_span> span_list::finish() {
  join(0);
  return std::exchange(all_, {});
}

void span_list::join(std::uint64_t gap_bytes) {
  std::ranges::sort(all_, {}, &byte_span::begin);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < all_.size(); ++i) {
    if (all_[i].begin <= all_[kept].end + gap_bytes)
      all_[kept].end = std::max(all_[kept].end, all_[i].end);
    else
      all_[++kept] = all_[i];
  }
  if (!all_.empty()) all_.resize(kept + 1);
}

}  // namespace laundromat
