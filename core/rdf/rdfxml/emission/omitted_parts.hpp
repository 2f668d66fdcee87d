// The parts of a start tag that are left out while the rest of the tag is kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/emission/refusal.hpp"

namespace laundromat::rdfxml {

/// The parts wait until it is known whether the element is kept: the defect of a skipped element covers them.
class omitted_parts {
 public:
  void clear() { parts_.clear(); }
  [[nodiscard]] bool is_empty() const { return parts_.empty(); }
  /// Leaves out the bytes from `begin` to `end` for the reason `why`.
  void add(std::uint64_t begin, std::uint64_t end, const refusal& why, defect_log& log) {
    parts_.push_back(
        {begin, end, log.describe({why.rule, treatment::skip, begin, end, why.noticed, {}, why.message})});
  }
  /// Reports the parts, and accounts for the tag up to the end of the last one; what is kept between them is of the kind `kept`.
  void report(span_kind kept, defect_log& log) {
    if (!parts_.empty()) [[unlikely]]
      report_all(kept, log);
  }

 private:
  struct part {
    std::uint64_t begin = 0, end = 0;
    defect report;
  };

  [[gnu::cold]] void report_all(span_kind kept, defect_log& log) {
    std::ranges::stable_sort(parts_, {}, &part::begin);
    for (const auto& one : parts_) {
      log.reach(one.begin, kept);
      log.reach(one.end, span_kind::quarantine);
      log.emit(one.report);
    }
    parts_.clear();
  }

  std::vector<part> parts_;
};

}  // namespace laundromat::rdfxml
