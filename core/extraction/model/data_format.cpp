// The table, and the guess by the first character of a text.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/model/data_format.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/rdf_version.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using words = std::string_view[];

constexpr words csv_types = {"text/csv", "application/csv", "text/x-csv"};
constexpr words tsv_types = {"text/tab-separated-values", "text/tsv"};
constexpr words json_types = {"application/json", "application/geo+json", "text/json"};
constexpr words json_lines_types = {"application/x-ndjson", "application/jsonl", "application/x-jsonlines",
                                    "application/json-seq"};
constexpr words xml_types = {"application/xml", "text/xml"};
constexpr words yaml_types = {"application/yaml", "text/yaml", "application/x-yaml"};
constexpr words html_types = {"text/html", "application/xhtml+xml"};
constexpr words csv_extensions = {"csv"};
constexpr words tsv_extensions = {"tsv", "tab"};
constexpr words json_extensions = {"json", "geojson"};
constexpr words json_lines_extensions = {"jsonl", "ndjson"};
constexpr words xml_extensions = {"xml"};
constexpr words yaml_extensions = {"yaml", "yml"};
constexpr words html_extensions = {"html", "htm", "xhtml"};

constexpr data_format_entry table[] = {
    {data_format::csv, "CSV", "csv", csv_types, csv_extensions, "each row"},
    {data_format::tsv, "TSV", "tsv", tsv_types, tsv_extensions, "each row"},
    {data_format::json, "JSON", "json", json_types, json_extensions,
     "each item of the outermost array, else the document"},
    {data_format::json_lines, "JSON lines", "json-lines", json_lines_types, json_lines_extensions,
     "each value"},
    {data_format::xml, "XML", "xml", xml_types, xml_extensions,
     "children of the root whose name repeats, else the root"},
    {data_format::yaml, "YAML", "yaml", yaml_types, yaml_extensions,
     "each item of the outermost sequence, else each document"},
    {data_format::html, "HTML", "html", html_types, html_extensions, "each row of each table"},
};

template <class List>
std::optional<data_format> find_in(List list, std::string_view word) {
  for (const auto& entry : table)
    if (std::ranges::any_of(entry.*list, [&](auto one) { return is_same_word(one, word); }))
      return entry.format;
  return std::nullopt;
}

/// The extensions of a name, the last one first; query and fragment of a URI do not belong to it.
std::optional<data_format> by_name(std::string_view name) {
  name = name.substr(0, name.find_first_of("?#"));
  name.remove_prefix(name.rfind('/') == name.npos ? 0 : name.rfind('/') + 1);
  for (auto dot = name.rfind('.'); dot != name.npos; dot = name.rfind('.')) {
    if (const auto found = data_format_from_extension(name.substr(dot + 1))) return found;
    name = name.substr(0, dot);
  }
  return std::nullopt;
}

data_format by_text(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto begin = text.find_first_not_of(" \t\r\n\x1E");
  if (begin == text.npos) return data_format::unknown;
  text.remove_prefix(begin);
  if (text.starts_with("---")) return data_format::yaml;
  if (text[0] == '{' || text[0] == '[') return data_format::json;
  if (text[0] == '<') {
    std::string head(text.substr(0, 1'024));
    std::ranges::transform(head, head.begin(), to_lower);
    const bool is_html = head.find("<!doctype html") != head.npos || head.find("<html") != head.npos ||
                         head.find("<table") != head.npos || head.find("<body") != head.npos;
    return is_html ? data_format::html : data_format::xml;
  }
  return text.find('\t') < text.find_first_of("\r\n") ? data_format::tsv : data_format::csv;
}

}  // namespace

std::span<const data_format_entry> data_format_table() {
  return table;
}

data_shape shape_of(data_format format) {
  switch (format) {
    case data_format::unknown:
    case data_format::csv:
    case data_format::tsv:
      return data_shape::table;
    case data_format::json:
    case data_format::json_lines:
    case data_format::yaml:
      return data_shape::tree;
    case data_format::xml:
    case data_format::html:
      return data_shape::markup;
  }
  return data_shape::table;
}

std::string_view to_string(data_format format) {
  for (const auto& entry : table)
    if (entry.format == format) return entry.name;
  return "unknown";
}

std::optional<data_format> data_format_from_key(std::string_view key) {
  for (const auto& entry : table)
    if (is_same_word(entry.key, key)) return entry.format;
  return std::nullopt;
}

std::optional<data_format> data_format_from_media_type(std::string_view media_type) {
  return find_in(&data_format_entry::media_types, media_type);
}

std::optional<data_format> data_format_from_extension(std::string_view extension) {
  return find_in(&data_format_entry::extensions, extension);
}

data_format guess_data_format(std::string_view media_type, std::string_view name,
                              std::string_view first_text) {
  media_type = without_parameters(media_type);
  if (const auto by_type = data_format_from_media_type(media_type)) return *by_type;
  if (media_type.ends_with("+json")) return data_format::json;
  if (media_type.ends_with("+xml")) return data_format::xml;
  if (const auto named = by_name(name)) return *named;
  return by_text(first_text);
}

}  // namespace laundromat
