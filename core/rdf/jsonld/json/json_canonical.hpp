// Canonical spellings: JSON literals by RFC 8785, numbers as XML Schema writes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/jsonld/json/json_tree.hpp"

namespace laundromat::jsonld {

/// The value of the digits of a JSON number; nothing when it is beyond the range of a double.
[[nodiscard]] std::optional<double> double_of(std::string_view digits);
/// As ECMAScript prints it (ECMA-262 Number::toString, which RFC 8785 asks for).
[[nodiscard]] std::string ecmascript_number(double value);
/// `5.3E0`: at most 15 digits after the point (JSON-LD 1.1 API section 8.6).
[[nodiscard]] std::string canonical_double(double value);
/// Appends a value by RFC 8785. Returns false when it holds something that JSON does not.
[[nodiscard]] bool append_canonical_json(std::string& out, const json_node& value);

}  // namespace laundromat::jsonld
