// What is added to the cells, and the sums over all of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/square_sums.hpp"

namespace laundromat {

void square_sums::settle() {
  for (std::size_t i = 0; i < waits_; ++i) {
    const auto& added = waiting_[i];
    auto& sums = cells_[cell_of(added.key)];
    const auto sign = (added.key >> 40 & 1U) != 0 ? std::int64_t{1} : std::int64_t{-1};
    sums.in += sign * static_cast<std::int64_t>(added.in);
    sums.both += sign * static_cast<std::int64_t>(added.in + added.out);
  }
  waits_ = 0;
}

double square_sums::of_in_degrees() const {
  double sum = 0;
  for (const auto& one : cells_) sum += static_cast<double>(one.in) * static_cast<double>(one.in);
  return sum;
}

double square_sums::of_degrees() const {
  double sum = 0;
  for (const auto& one : cells_) sum += static_cast<double>(one.both) * static_cast<double>(one.both);
  return sum;
}

}  // namespace laundromat
