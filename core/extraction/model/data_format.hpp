// The one table of formats that records are read from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace laundromat {

/// Numbers are not stored.
enum class data_format : std::uint8_t { unknown, csv, tsv, json, json_lines, xml, yaml, html };

/// How values are in a document, which decides how its fields are found.
enum class data_shape : std::uint8_t {
  table,   ///< rows, in which fields have names
  tree,    ///< maps and lists, with paths to fields
  markup,  ///< elements, with selectors
};
/// Text of an unknown format is read as a table.
[[nodiscard]] data_shape shape_of(data_format format);

struct data_format_entry {
  data_format format;
  std::string_view name;                          ///< `JSON lines`
  std::string_view key;                           ///< in specifications: `json-lines`
  std::span<const std::string_view> media_types;  ///< the registered one first
  std::span<const std::string_view> extensions;   ///< without dot, lower case, the usual one first
  std::string_view records;                       ///< what a record is when a specification does not say it
};

/// In the order of the enumeration, without `unknown`.
[[nodiscard]] std::span<const data_format_entry> data_format_table();
/// `CSV`; `unknown`.
[[nodiscard]] std::string_view to_string(data_format format);
[[nodiscard]] std::optional<data_format> data_format_from_key(std::string_view key);
/// By media type without parameters, case ignored.
[[nodiscard]] std::optional<data_format> data_format_from_media_type(std::string_view media_type);
/// By extension without dot, case ignored.
[[nodiscard]] std::optional<data_format> data_format_from_extension(std::string_view extension);

/// What a document is in, by the first that says it: its media type, unless that is as general as `text/plain`; the extension of its name,
/// also behind that of a compression; the first bytes of its text. `unknown` for blank text only: what is
/// nothing else is CSV.
[[nodiscard]] data_format guess_data_format(std::string_view media_type, std::string_view name,
                                            std::string_view first_text);

}  // namespace laundromat
