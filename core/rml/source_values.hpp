// The values of the references of a logical source, record by record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rml/rml_mapping.hpp"

namespace laundromat {

/// The values of each reference in a record, by its number. A list or map may be among them.
using reference_values = std::vector<std::vector<data_value>>;

class values_sink : public account_sink {
 public:
  /// The values are valid only during the call. An error ends the reading.
  [[nodiscard]] virtual result<void> on_values(const reference_values& values, const record_place& place) = 0;
};

/// Reads the records of a document. A table has, where the mapping says nothing else, a header and commas; a field without text has no value. A
/// reference to a column that the header does not have is a `missing_field` (note), and so is, at the end of the document, one for which no record has
/// a value, not even null. A text of `nulls` is no value.
/// Memory: a record; for XPath that cannot be followed record by record, and for a JSON document that is one record, the document up to
/// `limits.document_bytes`. `source` and `sink` outlive the reader. Errors: none for a source that `read_rml` has made.
[[nodiscard]] result<std::unique_ptr<reader>> make_source_reader(const logical_source& source,
                                                                 wash_profile profile,
                                                                 const extraction_limits& limits,
                                                                 values_sink& sink);

}  // namespace laundromat
