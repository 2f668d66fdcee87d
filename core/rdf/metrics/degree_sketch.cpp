// Implements the degree sketch: applies pending additions to hashed cells, and computes bounds and sums over all cells.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/degree_sketch.hpp"

#include <algorithm>
#include <cmath>

namespace laundromat {

void degree_sketch::cell::add(const addition& added) {
  const auto both = added.in + added.out;
  const auto sign = (added.key >> 40 & 1U) != 0 ? std::int64_t{1} : std::int64_t{-1};
  signed_in += sign * static_cast<std::int64_t>(added.in);
  signed_both += sign * static_cast<std::int64_t>(both);
  if (key == added.key) {
    in += added.in;
    out += added.out;
    votes += both;
  } else if (votes >= both) {
    votes -= both;
  } else {
    missed = most_of_others();
    key = added.key;
    in = added.in;
    out = added.out;
    votes = both - votes;
  }
  total += both;
}

void degree_sketch::flush() {
  for (std::size_t i = 0; i < waits_; ++i) cells_[cell_of(waiting_[i].key)].add(waiting_[i]);
  waits_ = 0;
}

degree_sketch::bounds degree_sketch::greatest_in_degree() const {
  bounds all;
  for (const auto& one : cells_) {
    all.reached = std::max(all.reached, one.in);
    all.most = std::max({all.most, one.most_of_others(), std::min(one.in + one.missed, one.most_of_known())});
  }
  return all;
}

degree_sketch::bounds degree_sketch::greatest_degree() const {
  bounds all;
  for (const auto& one : cells_) {
    const auto reached = one.in + one.out;
    all.reached = std::max(all.reached, reached);
    all.most =
        std::max({all.most, one.most_of_others(), std::min(reached + one.missed, one.most_of_known())});
  }
  return all;
}

double degree_sketch::squares_of_in_degrees() const {
  double sum = 0;
  for (const auto& one : cells_)
    sum += static_cast<double>(one.signed_in) * static_cast<double>(one.signed_in);
  return sum;
}

double degree_sketch::squares_of_degrees() const {
  double sum = 0;
  for (const auto& one : cells_)
    sum += static_cast<double>(one.signed_both) * static_cast<double>(one.signed_both);
  return sum;
}

double degree_sketch::error_of_squares() const {
  return std::sqrt(2.0 / static_cast<double>(cells_.size()));
}

}  // namespace laundromat
