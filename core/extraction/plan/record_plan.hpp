// A specification of records that is ready to be used: checked, and compiled once for all documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/extraction/csv/csv_extractor.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/record_spec.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/schema/drift.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// What is known of a document besides its bytes; all may be empty.
struct document_hints {
  std::string_view media_type, name;
  std::string_view address = {};       ///< its URI; `name` may be a path within an archive
  std::string_view described_by = {};  ///< the IRIs of metadata that links of its answer name, one a line
};

/// What reading a document found out about how it is written.
struct extraction_findings {
  data_format format = data_format::unknown;
  csv_findings table;  ///< of CSV and TSV
  drift_report drift;  ///< how the records differ from the schema of the specification, at the end
};

/// Immutable, so that threads may share it.
class record_plan {
 public:
  /// Errors: what of the specification cannot be compiled, as a selector or a regular expression.
  [[nodiscard]] static tl::expected<std::shared_ptr<const record_plan>, std::vector<line_problem>> make(
      record_spec spec);
  ~record_plan();

  [[nodiscard]] const record_spec& spec() const;
  /// The records of a document, as the specification says: fields are matched and transformed. With a schema each kind of drift of a field is
  /// a note at the end of the document, at the place of the first record that has it. The plan, `sink` and
  /// `found`, which may be null, outlive the reader.
  [[nodiscard]] std::unique_ptr<reader> make_extractor(const document_hints& hints, wash_profile profile,
                                                       record_sink& sink,
                                                       extraction_findings* found = nullptr) const;

 private:
  struct parts;
  explicit record_plan(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
};

}  // namespace laundromat
