// The element that is skipped: from which byte, and why.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/emission/refusal.hpp"

namespace laundromat::rdfxml {

/// At most one element is skipped at a time, with everything in it. Its bytes go to quarantine, but for those that belong to statements
/// already written; one defect covers them.
class skipped_element {
 public:
  /// `log` outlives it.
  explicit skipped_element(defect_log& log) : log_(log) {}

  /// The depth of the element that is skipped; 0 for none.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// Skips the element at `depth`, whose start tag begins at `element_begin`. None is skipped yet.
  void begin(std::size_t depth, std::uint64_t element_begin, const refusal& why) {
    depth_ = depth;
    begin_ = std::max(log_.reached(), element_begin);
    place_ = log_.place_of(std::max(begin_, why.noticed));
    why_ = why;
    log_.reach(element_begin, span_kind::syntax);
    log_.hold(begin_);
  }
  /// The skipped element ends before the byte at `end`.
  void end(std::uint64_t end) {
    log_.reach(end, span_kind::quarantine);
    log_.report({why_.rule, treatment::skip, begin_, end, why_.noticed, {}, why_.message}, place_);
    depth_ = 0;
    log_.hold(end);
  }

 private:
  defect_log& log_;
  std::size_t depth_ = 0;
  std::uint64_t begin_ = 0;
  defect_place place_;
  refusal why_;
};

}  // namespace laundromat::rdfxml
