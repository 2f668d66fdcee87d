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

}  // namespace laundromat
