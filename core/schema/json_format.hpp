// The types of texts and the formats of JSON Schema.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/schema/value_type.hpp"

namespace laundromat {

struct json_format {
  value_type type;
  std::string_view name;
};

/// Formats of JSON Schema 2020-12 (Validation 7.3) where they mean the same as the type. Its `time` needs a zone.
inline constexpr std::array json_formats{
    json_format{value_type::date, "date"},
    json_format{value_type::date_time_stamp, "date-time"},
    json_format{value_type::uri, "uri"},
    json_format{value_type::iri, "iri"},
    json_format{value_type::email, "email"},
    json_format{value_type::year, "xsd:gYear"},
    json_format{value_type::integer, "xsd:integer"},
    json_format{value_type::decimal, "xsd:decimal"},
    json_format{value_type::number, "xsd:double"},
    json_format{value_type::boolean, "xsd:boolean"},
    json_format{value_type::date_time, "xsd:dateTime"},
    json_format{value_type::time, "xsd:time"},
    json_format{value_type::language_tagged, "rdf:langString"},
};

/// Empty for a mere text.
[[nodiscard]] constexpr std::string_view format_of(value_type type) {
  const auto* const found = std::ranges::find(json_formats, type, &json_format::type);
  return found == json_formats.end() ? std::string_view() : found->name;
}
[[nodiscard]] constexpr std::optional<value_type> type_of_format(std::string_view name) {
  const auto* const found = std::ranges::find(json_formats, name, &json_format::name);
  if (found == json_formats.end()) return std::nullopt;
  return found->type;
}

}  // namespace laundromat
