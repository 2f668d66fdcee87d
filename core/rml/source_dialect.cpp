// Implements read_table_dialect.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/source_dialect.hpp"

#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "core/web/uri_characters.hpp"

namespace laundromat::rml {

namespace {

constexpr std::string_view csvw = "http://www.w3.org/ns/csvw#";

std::string_view csvw_word(const mapping_statement& said) {
  const std::string_view iri = said.predicate.value;
  return iri.starts_with(csvw) ? iri.substr(csvw.size()) : std::string_view();
}

/// One property of a dialect: each function returns whether the value is one that it can obey.
class dialect_reader {
 public:
  explicit dialect_reader(logical_source& into) : into_(into) {}

  /// Returns what may be written; empty: the value is obeyed.
  [[nodiscard]] std::string_view read(std::string_view property, std::string_view value) {
    if (property == "delimiter") return character(value, into_.dialect.delimiter, false);
    if (property == "quoteChar") return character(value, into_.dialect.quote, true);
    if (property == "commentPrefix") return character(value, into_.dialect.comment, true);
    if (property == "doubleQuote") return double_quote(value);
    if (property == "header" || property == "headerRowCount") return header(value);
    if (property == "skipRows") return rows(value);
    if (property == "skipInitialSpace") return boolean(value, into_.dialect.skips_initial_space);
    if (property == "encoding")
      return equals_ignoring_case(value, "utf-8") || equals_ignoring_case(value, "utf8") ? "" : "\"utf-8\"";
    if (property == "lineTerminators")
      return value == "\n" || value == "\r\n" || value == "\r" ? "" : "\"\\n\" or \"\\r\\n\"";
    if (property == "skipColumns" || property == "headerColumnCount") return value == "0" ? "" : "0";
    if (property == "skipBlankRows") return is_true(value) ? "" : "true";
    if (property == "trim") return is_true(value) || is_false(value) ? trims(value) : "true or false";
    return "another property";
  }

 private:
  static bool is_true(std::string_view value) { return value == "true" || value == "1"; }
  static bool is_false(std::string_view value) { return value == "false" || value == "0"; }

  static std::string_view character(std::string_view value, std::optional<char>& to, bool may_be_none) {
    if (value.size() > 1 || (value.empty() && !may_be_none) ||
        (!value.empty() && static_cast<unsigned char>(value[0]) >= 0x80))
      return may_be_none ? "one character of ASCII, or \"\" for none" : "one character of ASCII";
    to = value.empty() ? '\0' : value[0];
    return {};
  }
  static std::string_view boolean(std::string_view value, std::optional<bool>& to) {
    if (!is_true(value) && !is_false(value)) return "true or false";
    to = is_true(value);
    return {};
  }
  std::string_view double_quote(std::string_view value) {
    if (is_false(value)) into_.dialect.escape = '\\';
    return is_true(value) || is_false(value) ? "" : "true or false";
  }
  std::string_view header(std::string_view value) {
    if (is_false(value)) into_.has_header = false;
    return is_true(value) || is_false(value) ? "" : "true, or false for a table without a header";
  }
  std::string_view rows(std::string_view value) {
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), into_.skip_rows);
    return error == std::errc{} && end == value.data() + value.size() && into_.skip_rows <= most_skip_rows
               ? ""
               : "a number of rows, at most 1000";
  }
  static std::string_view trims(std::string_view value) { return is_false(value) ? "" : "false"; }

  static constexpr std::size_t most_skip_rows = 1'000;
  logical_source& into_;
};

}  // namespace

void read_table_dialect(const mapping_graph& graph, const node_place& at, logical_source& into,
                        mapping_problems& problems) {
  dialect_reader reader(into);
  for (const auto& said : graph.statements()) {
    if (readable_node(said.subject) != readable_node(*at.node)) continue;
    const auto name = csvw_word(said);
    if (name == "null") into.nulls.push_back(said.object.value);
    if (name.empty() || name == "null" || name == "url") continue;
    if (name != "dialect") {
      problems.add(
          at, "csvw:" + std::string(name) + " is not read: only csvw:url, csvw:dialect and csvw:null are",
          said.line);
      continue;
    }
    for (const auto& one : graph.statements()) {
      if (readable_node(one.subject) != readable_node(said.object)) continue;
      const auto property = csvw_word(one);
      if (property.empty()) continue;
      if (const auto instead = reader.read(property, one.object.value); !instead.empty())
        problems.add(at,
                     "csvw:" + std::string(property) + " " + readable_node(one.object) +
                         " is not supported: write " + std::string(instead) + ", or convert the table",
                     one.line);
    }
  }
}

}  // namespace laundromat::rml
