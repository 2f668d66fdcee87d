// Where records are written to.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/rdf/model/account_sink.hpp"

namespace laundromat {

/// Takes the records of one document after the other.
class record_writer {
 public:
  virtual ~record_writer() = default;
  /// The value is valid only during the call. `defects` takes what of it cannot be written. Errors: those of the output.
  [[nodiscard]] virtual result<void> write(data_value record, const record_place& place,
                                           account_sink& defects) = 0;
  /// After the last one.
  [[nodiscard]] virtual result<void> finish_records() = 0;
};

}  // namespace laundromat
