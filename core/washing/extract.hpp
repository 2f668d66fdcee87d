// Extracts the records of a document without making statements of them: what the command `records` does for other outputs than RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/counter_value.hpp"
#include "core/extraction/plan/record_plan.hpp"
#include "core/extraction/write/record_writer.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

/// Like `parse_outcome`, of records.
struct extract_outcome : outcome {
  std::vector<counter_value> counters;  ///< see `record_counter::values`
  extraction_findings found;            ///< how the document is written
  content_meta decoded;
  span_sums spans;
  std::vector<defect> defects;  ///< the first ones
  std::vector<defect_count> defect_counts;
  std::uint64_t repairs = 0, skips = 0;
  staged_ledger ledger;

  [[nodiscard]] std::uint64_t records() const { return counters.empty() ? 0 : counters.front().count; }
};

/// Reads a leaf as `parse` does, and passes its records to `out` in the order of the document. Memory: that of one record, and of a document
/// that is read as a whole. Errors: those of `out`, and failures of the local disk.
[[nodiscard]] result<extract_outcome> extract(const parse_job& job, const washing_ports& ports,
                                              const parse_settings& settings, const record_plan& plan,
                                              record_writer& out);

}  // namespace laundromat
