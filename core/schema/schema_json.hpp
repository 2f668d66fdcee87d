// A schema of records as JSON Schema, written and read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/schema/record_schema.hpp"

namespace laundromat {

/// JSON Schema 2020-12, indented, with a line end. Comments tell from how many records it was inferred, and what was counted of each field.
///
/// | of the schema        | in JSON Schema |
/// |----------------------|----------------|
/// | type of a text       | `format`: of the standard, or the name of XML Schema, which no validator checks: `xsd:integer`, `xsd:dateTime` |
/// | range of texts       | `formatMinimum`, `formatMaximum`, as ajv has them |
/// | empty text accepted  | `anyOf` with `{"const": ""}`, or `""` in `enum` |
/// | map with other fields | `additionalProperties: true`; else there is no such keyword, because a new field makes no record wrong |
[[nodiscard]] std::string schema_json(const record_schema& schema, std::string_view title = "Records");

struct schema_with_notes {
  record_schema schema;
  /// JSON pointers to the keywords that are not checked.
  std::vector<std::string> not_checked;
};

/// Reads what `schema_json` writes, and of other schemas type, required, properties, items (one schema), enum and const, minimum, maximum,
/// minLength, maxLength, and known formats. Annotations (title, description and the like) have no effect.
/// Errors: `syntax_error` for text that is no JSON; `invalid_argument` for a keyword with a value that it cannot have, with its JSON
/// pointer; `too_deep_nesting` for more than 64 schemas within each other.
[[nodiscard]] result<schema_with_notes> read_schema_json(std::string_view text);

}  // namespace laundromat
