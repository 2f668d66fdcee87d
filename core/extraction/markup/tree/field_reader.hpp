// Reads the fields of a specification out of an element.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/markup/selector/selector.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/model/sought_places.hpp"
#include "core/extraction/spec/field_spec.hpp"
#include "core/extraction/steps/compiled_steps.hpp"
#include "core/yaml/yaml_tree.hpp"

namespace laundromat::markup {

/// Something about a value, and the element that it is in.
struct field_fault {
  errc rule{};
  std::string message;
  node_index at = no_node;
  bool is_lost = true;  ///< as `value_fault` has it
};

/// A field at whose place nothing was, where it was first looked for.
struct field_miss {
  std::size_t field = 0;  ///< its number
  std::string place, message;
};

/// The failure `configuration` that tells them, with their lines.
[[nodiscard]] failure failure_of(const std::vector<line_problem>& problems);

/// The fields of a record, compiled, and which of them the document has had.
class field_reader {
 public:
  /// `fields` are as `read_fields` accepts them; `tables`, which may be null, outlives the reader.
  /// Errors: the selectors and steps that cannot be compiled.
  [[nodiscard]] static tl::expected<field_reader, std::vector<line_problem>> compile(
      std::span<const field_spec> fields, bool is_xml, const lookup_tables* tables);
  ~field_reader();
  field_reader(field_reader&&) noexcept;
  field_reader& operator=(field_reader&&) noexcept;

  [[nodiscard]] bool is_empty() const;
  /// Adds the prefixes that selectors of the fields ask for.
  void add_prefixes(std::set<std::string, std::less<>>& prefixes) const { add_prefixes(fields_, prefixes); }
  /// What relative IRIs in attributes of HTML are resolved against, as `type: iri` asks for it. Empty: they are not understood.
  void set_base(std::string base) { base_ = std::move(base); }
  /// Adds the map of the fields within `at`. False when a field that is required is missing; a map within the record, or in a list, is then left
  /// out, and the record only where the field is its own. A field that is not there, or has no value, is left out, and so is a map without members.
  /// Of `others`, a map, the members follow whose names no field has, and no selector begins with; their views stay those of `others`.
  [[nodiscard]] bool read(const markup_tree& tree, node_index at, std::optional<data_value> others,
                          data_record& record, std::vector<field_fault>& faults);
  /// Fields that were not found when they were looked for first, in this order.
  [[nodiscard]] const std::vector<field_miss>& misses() const { return misses_; }
  /// Whether a field of `misses` was found later.
  [[nodiscard]] bool was_found(const field_miss& one) const { return sought_.was_found(one.field); }
  [[nodiscard]] bool was_any_found() const { return sought_.was_any_found(); }
  /// Whether something was at a place of a field in what was read last.
  [[nodiscard]] bool has_place() const { return has_place_; }

 private:
  struct compiled_field;
  struct work;
  field_reader();

  bool read_map(const std::vector<compiled_field>& fields, node_index at, std::string_view name, bool is_root,
                work& now);
  static void add_prefixes(const std::vector<compiled_field>& fields,
                           std::set<std::string, std::less<>>& prefixes);
  void add_others(const work& now) const;
  void note_search(const compiled_field& field, const markup_tree& tree, node_index at, bool is_found);
  bool read_field(const compiled_field& field, node_index at, work& now);
  void read_maps(const compiled_field& field, node_index at, work& now);
  void read_values(const compiled_field& field, node_index at, work& now);
  [[nodiscard]] static std::vector<compiled_field> compile_fields(
      std::span<const field_spec> fields, bool is_xml, const lookup_tables* tables, std::size_t depth,
      const std::string& within, std::size_t& count, std::vector<line_problem>& problems);

  std::vector<compiled_field> fields_;
  std::set<std::string, std::less<>> used_;  ///< names that `others` does not add
  sought_places sought_;
  std::vector<field_miss> misses_;
  bool is_html_ = false, has_place_ = false;
  tree_search search_;
  std::unique_ptr<step_outcome> outcome_;
  std::string text_, base_;
};

}  // namespace laundromat::markup
