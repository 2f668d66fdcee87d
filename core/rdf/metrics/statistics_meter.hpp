// Counts a clean document while it is written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "core/rdf/metrics/statistics.hpp"

namespace laundromat {

struct statistics_limits {
  std::size_t exact_nodes =
      node_sample::default_most_nodes;  ///< a power of two, 64 or more; beyond that many nodes are sampled
  std::size_t listed_terms = 1'000;     ///< of each list
  std::size_t kept_terms = 32'768;      ///< of each list, while counting
  std::size_t kept_bytes = std::size_t{2} << 20;  ///< of the texts of each list
};

/// Takes canonical N-Quads in byte order without repetitions, in batches of whole lines; how they are cut into batches changes nothing.
/// A line that is not canonical is passed over. Memory: with the default limits 40 MiB at most whatever the document, 100 KiB for a
/// small one; and the longest subject.
/// Exact is what needs no memory in sorted lines (subjects, all lengths, out-degrees), and the rest up to the limits. Beyond
/// `exact_nodes` different objects, or nodes, the result names the error of each figure, or that it is not known (`node_counts`). With
/// the default limits: counts and means have a standard error of about 0.5 %, the mean of the squares, from which a deviation follows, one of
/// 0.8 %, and a maximum is reached for sure and comes with what it can be at most.
class statistics_meter {
 public:
  explicit statistics_meter(const statistics_limits& limits = {});
  ~statistics_meter();
  statistics_meter(statistics_meter&&) noexcept;
  statistics_meter& operator=(statistics_meter&&) noexcept;

  void add(std::string_view lines);
  /// Called once, behind the last line.
  [[nodiscard]] document_statistics finish();

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
