// Compares records with a schema on their way to another sink.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/extraction/model/record_sink.hpp"
#include "core/schema/schema_checker.hpp"

namespace laundromat {

/// Passes everything on. No record is changed or lost: what differs from the schema is only noted.
class drift_sink final : public record_sink {
 public:
  /// `next` outlives this object.
  drift_sink(const record_schema& schema, record_sink& next) : checker_(schema), next_(next) {}

  result<void> on_record(data_record& record) override;
  void on_defect(const defect& found) override { next_.on_defect(found); }
  void on_span(span_kind kind, std::uint64_t length_bytes) override { next_.on_span(kind, length_bytes); }

  /// After the last record: notes each kind of drift of a field once, at the place of the first record that has it.
  void finish();
  [[nodiscard]] const drift_report& report() const { return checker_.report(); }

 private:
  schema_checker checker_;
  record_sink& next_;
  std::vector<record_place> places_;  ///< of the first record of each sum in the report
};

}  // namespace laundromat
