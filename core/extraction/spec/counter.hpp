// Whether a counter of a specification counts a record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/extraction/model/value_path.hpp"
#include "core/extraction/spec/record_spec.hpp"

namespace laundromat {

/// A record with a value in the field, or with the value that the counter names; once, however many it has.
[[nodiscard]] inline bool counts(const counter_spec& counter, data_value record) {
  bool is_counted = false;
  for_each_value(record, counter.field, [&](data_value value) {
    is_counted = is_counted || (counter.value ? value.text() == *counter.value : !value.is(data_kind::null));
  });
  return is_counted;
}

}  // namespace laundromat
