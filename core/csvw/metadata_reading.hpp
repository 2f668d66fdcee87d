// What the parts of the metadata reader share: the document, its base and language, and the way to report problems.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/metadata.hpp"
#include "core/csvw/read_metadata.hpp"

namespace laundromat::csvw {

using json_value = nlohmann::json;

/// One document while it is read.
struct reading {
  std::string url;       ///< of the document
  std::string base;      ///< of its references
  std::string language;  ///< of its texts; empty: not known
  metadata_loader& loader;
  problem_sink& problems;
  const metadata_limits& limits;
  bool& has_failed;

  void warn(std::string_view path, std::string message) const;
  /// The metadata cannot be used.
  void fail(std::string_view path, std::string message) const;
  [[nodiscard]] std::string resolved(std::string_view reference) const;
};

/// A step further in a JSON pointer.
[[nodiscard]] std::string below(std::string_view path, std::string_view name);
[[nodiscard]] std::string below(std::string_view path, std::size_t index);

// Values of one type; a warning and nothing for others.
[[nodiscard]] std::optional<std::string> read_text(const reading& in, const json_value& value,
                                                   std::string_view path);
[[nodiscard]] std::optional<bool> read_boolean(const reading& in, const json_value& value,
                                               std::string_view path);
[[nodiscard]] std::optional<std::uint64_t> read_count(const reading& in, const json_value& value,
                                                      std::string_view path);
/// A text, or a list of texts of which other values are left out with a warning.
[[nodiscard]] std::vector<std::string> read_texts(const reading& in, const json_value& value,
                                                  std::string_view path);
/// A natural language property.
[[nodiscard]] std::vector<tagged_text> read_titles(const reading& in, const json_value& value,
                                                   std::string_view path);
/// An `@id`: an absolute IRI; blank nodes are an error.
[[nodiscard]] std::string read_id(const reading& in, const json_value& value, std::string_view path);
/// An `@type` that has to be `expected`.
void check_type(const reading& in, const json_value& value, std::string_view expected, std::string_view path);

/// Adds the values of a property that is none of the vocabulary; false when it is no common property either.
[[nodiscard]] bool read_common(const reading& in, const std::string& name, const json_value& value,
                               std::string_view path, std::vector<common_property>& out);
/// The values of a common property or of notes.
[[nodiscard]] std::vector<common_value> read_common_values(const reading& in, const json_value& value,
                                                           std::string_view path, std::uint32_t depth = 0);
/// The end of the list of known properties: common, `@` or unknown.
void read_other(const reading& in, const std::string& name, const json_value& value, std::string_view path,
                std::vector<common_property>* out);

/// False when the property is not inherited.
[[nodiscard]] bool read_inherited(const reading& in, const std::string& name, const json_value& value,
                                  std::string_view path, inherited_properties& out);
[[nodiscard]] std::optional<datatype_description> read_datatype(const reading& in, const json_value& value,
                                                                std::string_view path);
/// An object, or the URL of one.
[[nodiscard]] std::optional<dialect> read_dialect(const reading& in, const json_value& value,
                                                  std::string_view path);
[[nodiscard]] schema read_schema(const reading& in, const json_value& value, std::string_view path);
/// Takes the members of an object at a URL with `@context` of its own; `take` gets the object and its `reading`.
[[nodiscard]] std::optional<json_value> load_object(const reading& in, const json_value& value,
                                                    std::string_view path, reading& inner);
/// Checks `@context`, which sets base and language.
void read_context(reading& in, const json_value& document);
[[nodiscard]] std::optional<json_value> parse_json(const reading& in, std::string_view text);

}  // namespace laundromat::csvw
