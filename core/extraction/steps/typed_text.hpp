// Whether a text is a value of a type, in the form of JSON and XML Schema.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/extraction/model/data_record.hpp"
#include "core/extraction/spec/field_spec.hpp"

namespace laundromat {

/// A value; the text is empty for a boolean.
struct typed_value {
  data_kind kind = data_kind::text;
  bool is_true = false;
  std::string text;

  friend bool operator==(const typed_value&, const typed_value&) = default;
};

/// Reads `text` as the type and the notation that the steps state (all but `format`); dates and times must be those of XML Schema. None when
/// it is not understood. Numbers keep the digits that they are written with, without zeros in front, without `+` and without marks between groups,
/// which must be where groups of digits end. An IRI is absolute.
[[nodiscard]] std::optional<typed_value> read_typed(const value_steps& steps, std::string_view text);

/// As messages name it: `an integer`, `a date`.
[[nodiscard]] std::string_view name_of(field_type type);

}  // namespace laundromat
