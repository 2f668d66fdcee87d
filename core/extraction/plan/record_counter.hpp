// Counts the records of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/counter_value.hpp"
#include "core/extraction/model/value_path.hpp"
#include "core/extraction/spec/record_spec.hpp"

namespace laundromat {

/// Counts all records, and for each counter of the specification those with a value in its field, or with the value that it names: once,
/// however many they have.
class record_counter {
 public:
  /// `spec` outlives it.
  explicit record_counter(const record_spec& spec) : counters_(spec.counters) {
    values_.push_back({spec.name, std::string(records_counter), 0});
    for (const auto& counter : counters_) values_.push_back({spec.name, counter.name, 0});
  }

  void count(data_value record) {
    ++values_[0].count;
    for (std::size_t i = 0; i < counters_.size(); ++i)
      if (counts(counters_[i], record)) ++values_[i + 1].count;
  }
  /// First `records_counter`, then the others as in the specification.
  [[nodiscard]] const std::vector<counter_value>& values() const { return values_; }

 private:
  [[nodiscard]] static bool counts(const counter_spec& counter, data_value record) {
    bool is_counted = false;
    for_each_value(record, counter.field, [&](data_value value) {
      is_counted =
          is_counted || (counter.value ? value.text() == *counter.value : !value.is(data_kind::null));
    });
    return is_counted;
  }

  const std::vector<counter_spec>& counters_;
  std::vector<counter_value> values_;
};

}  // namespace laundromat
