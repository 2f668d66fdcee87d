// The rows of a ledger that a report prints: which of them, and in which order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "app/records/error_report.hpp"
#include "core/rdf/model/hint.hpp"

namespace laundromat {

/// Passes the selected rows, up to the limit.
class row_filter {
 public:
  explicit row_filter(const report_options& options, std::uint64_t usual_limit)
      : options_(options), limit_(options.limit.value_or(usual_limit)) {}

  void begin() { passed_ = matching_ = 0; }
  [[nodiscard]] bool asks_for(errc rule, treatment done) const {
    return (options_.rules.empty() || options_.rules.contains(rule)) &&
           (!options_.done || *options_.done == done);
  }
  /// Also for the rule that a message names.
  [[nodiscard]] bool passes(const defect& found) {
    if (!asks_for(found.rule, found.done) && !asks_for(rule_about(found.rule, found.message), found.done))
      return false;
    ++matching_;
    return passed_ < limit_ && ++passed_ > 0;
  }
  /// The number of rows since `begin` that are selected, those beyond the limit too.
  [[nodiscard]] std::uint64_t matching() const { return matching_; }

 private:
  const report_options& options_;
  std::uint64_t limit_, passed_ = 0, matching_ = 0;
};

/// Reads the ledger twice, so that stream damage is printed first. Errors: those of `known` and `into`.
[[nodiscard]] result<std::optional<ledger_subject>> report_stream_first(const defect_feed& known,
                                                                        ledger_sink& into);

}  // namespace laundromat
