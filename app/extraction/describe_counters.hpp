// What counters of records have counted, for readers and for programs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/terminal/terminal.hpp"
#include "core/base/counter_value.hpp"

namespace laundromat {

/// `12 records, women 3`, with a comma before; empty without counters. `counters` are those of one specification.
[[nodiscard]] std::string counters_in_words(const std::vector<counter_value>& counters);
/// A line for each counter but that of the records.
[[nodiscard]] std::string counter_lines(const std::vector<counter_value>& counters);
/// A table of the counters of all specifications; nothing without counters.
void print_counters(const std::vector<counter_value>& counters, std::ostream& out,
                    const terminal_info& where);
/// Adds to the facts of a document `records`, and `counters`: `{"women": 3}`. Nothing without counters.
template <class Json>
void add_document_counters(Json& out, const std::vector<counter_value>& counters) {
  for (const auto& one : counters)
    (one.name == records_counter ? out["records"] : out["counters"][one.name]) = one.count;
}
/// Adds a member `counters_by_specification`: `{"people": {"records": 12, "women": 3}}`. Nothing without counters.
template <class Json>
void add_counters_by_specification(Json& out, const std::vector<counter_value>& counters) {
  for (const auto& one : counters) out["counters_by_specification"][one.spec][one.name] = one.count;
}

}  // namespace laundromat
