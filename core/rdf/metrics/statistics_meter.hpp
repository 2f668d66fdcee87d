// Computes the statistics of a clean document while it is written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/rdf/metrics/statistics.hpp"

namespace laundromat {

struct statistics_limits {
  /// A power of two, 64 or more; larger documents are sampled.
  std::size_t exact_nodes = node_sample::default_most_nodes;
  std::size_t listed_terms = 1'000;               ///< per list
  std::size_t kept_terms = 32'768;                ///< per list, while counting
  std::size_t kept_bytes = std::size_t{2} << 20;  ///< of the texts of each list
};

/// Takes canonical N-Quads in byte order without repetitions, in batches of whole lines; the result does not depend on the batches.
/// A line that is not canonical is skipped. Memory: with the default limits 40 MiB at most, 100 KiB for a
/// small one; and the longest subject.
/// Figures that need no memory in sorted lines (subjects, all lengths, out-degrees) are exact; the others are exact up to the limits. Beyond
/// `exact_nodes` different objects, or nodes, the result has the error of each figure, or states that it is unknown (`node_counts`). With
/// the default limits counts and means have a standard error of about 0.5 %, the mean of the squares, which determines the deviation, one of
/// 0.8 %, and a maximum is reached and comes with an upper bound.
class statistics_meter {
 public:
  explicit statistics_meter(const statistics_limits& limits = {});
  ~statistics_meter();
  statistics_meter(statistics_meter&&) noexcept;
  statistics_meter& operator=(statistics_meter&&) noexcept;

  void add(std::string_view lines);
  /// Call it once, after the last line.
  [[nodiscard]] document_statistics finish();

 private:
  class state;
  std::unique_ptr<state> state_;
};

/// The statistics of a whole document. Errors: those of the source.
[[nodiscard]] result<document_statistics> measure(byte_source& lines);

}  // namespace laundromat
