// Infers the schema of records from a stream of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "core/schema/distinct_values.hpp"
#include "core/schema/name_index.hpp"
#include "core/schema/record_schema.hpp"

namespace laundromat {

/// Limits of a schema. What exceeds one is counted in `record_schema::left_out_fields`, and its map is open.
struct schema_limits {
  std::size_t fields = 1'000;
  std::size_t nesting = 64;      ///< maps and lists within each other
  std::size_t name_bytes = 256;  ///< of a field
  distinct_limits distinct;
  /// Values of all fields together that are compared at a time, to find fields whose values are all different.
  std::uint64_t compared_values = std::uint64_t{1} << 20;
  /// Values are an enumeration when they are few and each came so often on average.
  std::uint64_t repeats_of_enumeration = 5;
  std::size_t example_bytes = 60;
};

/// Memory: with the default limits at most 80 MiB for the compared values, and at most 16 KiB a field.
/// Time: linear in the text of the records.
class schema_builder {
 public:
  explicit schema_builder(schema_limits limits = {})
      : limits_(limits), spare_values_(limits.compared_values) {
    fields_.emplace_back();
  }

  void add(data_value record);
  /// The schema of all records so far. It accepts each of them.
  [[nodiscard]] record_schema finish() const;

 private:
  /// The least and greatest value of a field in the order of their keys.
  struct extremes {
    double least_key = 0, greatest_key = 0;
    std::string least, greatest;

    void add(const types_of_text& typed, std::string_view text);
  };
  struct counted_field {
    std::string name;
    field_statistics seen;
    std::uint64_t last_record = 0;
    type_set text_types = type_set::all(), number_types = type_set::all();
    extremes texts, numbers;
    std::uint64_t shortest = ~std::uint64_t{0}, longest = 0;
    distinct_values distinct;
    name_index children;
    std::uint32_t items = name_index::none;
    bool is_open = false;
  };

  void count(counted_field& field, data_value value, std::size_t nesting);
  void count_text(counted_field& field, std::string_view text);
  void count_number(counted_field& field, std::string_view digits);
  void count_value(counted_field& field, std::string_view text);
  void count_map(counted_field& field, data_value map, std::size_t nesting);
  void count_list(counted_field& field, data_value list, std::size_t nesting);
  /// The number of a new field, or `name_index::none` when a limit forbids it.
  [[nodiscard]] std::uint32_t new_field(std::string_view name, std::size_t nesting);
  [[nodiscard]] field_schema finish(const counted_field& field, std::uint64_t parents) const;

  schema_limits limits_;
  std::deque<counted_field> fields_;  ///< the first one is the record itself
  std::uint64_t spare_values_;
  std::uint64_t records_ = 0, left_out_ = 0;
};

}  // namespace laundromat
