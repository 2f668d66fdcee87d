// How a text becomes the value of a field: compiled once, applied to each record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/extraction/spec/field_spec.hpp"

namespace laundromat {

/// A table in which values are looked up. It has no state of a document.
class lookup_table {
 public:
  virtual ~lookup_table() = default;
  /// The value that takes the place of `key`; none when it is not listed. Valid as long as the table.
  [[nodiscard]] virtual std::optional<std::string_view> find(std::string_view key) const = 0;
};

/// The tables that a specification names.
class lookup_tables {
 public:
  virtual ~lookup_tables() = default;
  /// Null when there is none of this name. The table outlives what is compiled.
  [[nodiscard]] virtual const lookup_table* find(std::string_view name) const = 0;
};

/// Why a value is left out, or `warn` took it. The caller knows the place.
struct value_fault {
  errc rule{};  ///< `unmatched_field`, `ill_typed_field` or `unlisted_value`
  std::string message;
  bool is_lost = true;  ///< no field has the text, and the user gave no value for it
};

/// What a text became; an object is filled again and again. Texts are valid until then, and as long as the text that was given.
struct step_outcome {
  struct value {
    std::uint32_t name = 0;  ///< index in `field_spec::names`
    data_kind kind = data_kind::text;
    bool is_true = false;
    std::string_view text;
  };
  std::vector<value> values;  ///< by name; several of one name only where the text is a list
  std::vector<std::string_view>
      warned;  ///< texts for the field `warn`; several only where the text is a list
  std::vector<value_fault> faults;
  text_arena kept;
  /// Set by the caller: what an `iri` that is relative is resolved against. Empty: it is not understood.
  std::string_view base;

  void clear() {
    values.clear();
    warned.clear();
    faults.clear();
    kept.clear();
  }
};

/// The steps of one field, without a state of a document: threads may share them.
class compiled_steps {
 public:
  /// `field` is one that `read_fields` accepts: several names, `warn` and `replace` come with a `match`, and `replace` with one name.
  /// Errors: `configuration`, with a message that says what is wrong; the caller adds the place in the specification. `tables` may be null.
  [[nodiscard]] static result<compiled_steps> compile(const field_spec& field, const lookup_tables* tables);
  ~compiled_steps();
  compiled_steps(compiled_steps&&) noexcept;
  compiled_steps& operator=(compiled_steps&&) noexcept;

  /// Adds what `text` (UTF-8) becomes to `out`. A value that is not understood is left out, and a fault says so. An empty text is no value where a type
  /// other than text is stated. Values of a list that are empty are left out.
  void apply(std::string_view text, step_outcome& out) const;
  /// The same of a scalar that is not null: a number or boolean that no step changes keeps its kind.
  void apply(data_value value, step_outcome& out) const;
  /// Adds the value that a field has which is not there, if the steps state one.
  void apply_to_nothing(step_outcome& out) const;
  /// Adds the values to the map that is open in `record`: with the names of the field, lists as lists; a name without a value is left out.
  /// `is_list`: the values are a list even when there is one.
  void add_members(const step_outcome& out, bool is_list, data_record& record) const;
  /// Whether white space at the ends of a text belongs to it, as `value_steps::keeps_space` says.
  [[nodiscard]] bool keeps_space() const;

 private:
  struct parts;
  explicit compiled_steps(std::unique_ptr<parts> made);

  [[nodiscard]] bool is_null(std::string_view text) const;
  void add_miss(std::string_view text, step_outcome& out) const;
  void apply_to_part(std::string_view text, step_outcome& out) const;
  void convert(std::uint32_t name, std::string_view text, step_outcome& out) const;

  std::unique_ptr<parts> parts_;
};

/// White space of ASCII and non-breaking spaces cut off at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

}  // namespace laundromat
