// Takes the records of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/rdf/model/account_sink.hpp"

namespace laundromat {

/// Takes the results of an extractor, a `reader` (core/rdf/model/reader.hpp) whose contents are records. Records and spans come in the order
/// of the document, a record before its span, which is of the kind `statement`, or `quarantine` where the sink skips the record.
class record_sink : public account_sink {
 public:
  /// The record is valid only during the call, and may be changed. An error ends the reading.
  [[nodiscard]] virtual result<void> on_record(data_record& record) = 0;
};

/// Limits of extraction; exceeding one skips the smallest unit.
struct extraction_limits {
  std::uint64_t record_bytes = std::uint64_t{16} << 20;  ///< of its text in the document
  std::uint32_t record_values = 1'000'000;
  std::uint32_t nesting = 512;
  /// Of documents that are read as a whole: HTML and YAML.
  std::uint64_t document_bytes = std::uint64_t{64} << 20;
  std::uint64_t excerpt_bytes = std::uint64_t{1} << 10;  ///< of `defect::before` and `after`
};

}  // namespace laundromat
