// The sums over all cells.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/square_sums.hpp"

namespace laundromat {

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
