// Makes the records that a specification describes out of the values of tables, JSON and YAML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/spec/record_spec.hpp"
#include "core/extraction/steps/compiled_steps.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat {

/// Makes records of other records.
class field_sink : public record_sink {
 public:
  /// After the last record: notes each field that no record has. Errors: `missing_field`, as `make_sink` says.
  [[nodiscard]] virtual result<void> finish() = 0;
};

/// The fields of a specification, compiled; threads may share them.
class path_fields {
 public:
  /// `are_columns`: records are rows, which all have the same names in the same order, and places are these names; else places are paths
  /// (`json_path`). Without a place a field is that of the same name; a map (`fields`), the value around it.
  /// Errors: the paths and steps that cannot be compiled. `tables` outlives this object.
  [[nodiscard]] static tl::expected<path_fields, std::vector<line_problem>> compile(
      const std::vector<field_spec>& fields, bool keeps_others, bool are_columns,
      const lookup_tables& tables);
  ~path_fields();
  path_fields(path_fields&&) noexcept;
  path_fields& operator=(path_fields&&) noexcept;

  /// Of a table: the columns that fields take, each once.
  [[nodiscard]] const std::vector<std::string>& columns() const;
  /// A sink that makes records with these fields of those that it gets, and passes them on. A field of which nothing is found is absent; a record that
  /// lacks a required field is skipped; one of a tree with nothing at any of the places is noted, and left out; a column that the table lacks, and a field that no record has, is noted once, with the nearest name: the
  /// column at the first row, the field at the end, at the place of the first record that was looked at. When none of the fields is found, other ones are not kept, and no record
  /// has a value, the document fails (`missing_field`): the specification is for another one. Both arguments outlive it.
  [[nodiscard]] std::unique_ptr<field_sink> make_sink(wash_profile profile, record_sink& next) const;

 private:
  struct compiled_field;
  struct parts;
  class matching_sink;
  class compiler;
  explicit path_fields(std::unique_ptr<parts> made);

  std::unique_ptr<parts> parts_;
};

}  // namespace laundromat
