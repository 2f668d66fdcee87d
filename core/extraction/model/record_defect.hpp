// What is wrong with a record, at the place of the record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "core/extraction/model/data_record.hpp"
#include "core/rdf/model/account_sink.hpp"

namespace laundromat {

[[nodiscard]] inline defect defect_at(const record_place& place, errc rule, treatment done,
                                      std::string message) {
  return {.rule = rule,
          .offset_bytes = place.offset_bytes,
          .length_bytes = place.length_bytes,
          .line = place.line,
          .column = place.column,
          .message = std::move(message),
          .done = done};
}

}  // namespace laundromat
