// Implements lenient_value: parses as JSON-LD does, and copies what is valid.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/lenient_value.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat {

namespace {

reader_limits limits_of(const extraction_limits& limits) {
  reader_limits out;
  out.nesting = limits.nesting;
  out.node_object_bytes = std::uint64_t{limits.record_values} * sizeof(jsonld::json_node);
  return out;
}

}  // namespace

lenient_value::lenient_value(wash_profile profile, const extraction_limits& limits)
    : most_values_(limits.record_values), parser_(profile, limits_of(limits)) {}

bool lenient_value::read(std::string_view text, data_record& record) {
  left_out_.clear();
  if (!parser_.parse(text, jsonld::json_chunk::value, tree_)) return false;
  if (parser_.has_gap() || parser_.has_loss() || parser_.is_uneven()) return false;
  if (!add(tree_.root(), {}, record) || record.size() > most_values_) return false;
  for (const auto& fault : faults())
    if (fault.rule == errc::repeated_key) left_out_.emplace_back(fault.begin, fault.end);
  std::ranges::sort(left_out_);
  return true;
}

/// False when the value is damaged: then nothing is added.
bool lenient_value::add(const jsonld::json_node& node, std::string_view name, data_record& record) {
  using enum jsonld::json_kind;
  switch (node.kind) {
    case null:
      return record.add_null(name), true;
    case boolean:
      return record.add_boolean(node.is_true, name), true;
    case number:
      return record.add_number(node.view(), name), true;
    case string:
      return record.add_text(node.view(), name), true;
    case object:
      if (node.is_cut) return false;
      record.begin_map(name);
      add_members(node, record);
      record.end();
      return true;
    case array: {
      if (node.is_cut || node.is_torn) return false;
      const auto size = record.size();
      record.begin_list(name);
      bool is_complete = true;
      for (const auto& item : jsonld::json_items(node)) is_complete = is_complete && add(item, {}, record);
      record.end();
      if (!is_complete) record.cut(size);
      return is_complete;
    }
    case damaged:
      break;
  }
  return false;
}

void lenient_value::add_members(const jsonld::json_node& object, data_record& record) {
  for (const auto [key, value] : jsonld::json_members(object))
    if (!add(*value, key->view(), record)) left_out_.emplace_back(key->begin, value->end);
}

bracket_extent measure_value(std::string_view text, bool is_last, int most_odd_words) {
  using enum bracket_extent::how;
  std::string open;
  char before = ':';  // the bracket, comma, colon, quote or word before
  int odd_words = 0;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    const bool may_begin = before == ':' || before == ',' || before == '{' || before == '[';
    if (c == '"' || (c == '\'' && may_begin)) {
      for (++at; at < text.size() && text[at] != c; ++at)
        if (text[at] == '\\') ++at;
      before = '"';
    } else if (c == '/' && at + 1 < text.size() && (text[at + 1] == '/' || text[at + 1] == '*')) {
      const bool is_line = text[at + 1] == '/';
      const auto end = is_line ? text.find_first_of("\r\n", at) : text.find("*/", at + 2);
      if (end == text.npos) break;
      at = is_line ? end : end + 1;
      continue;
    } else if (c == '{' || c == '[') {
      const bool is_key = !open.empty() && open.back() == '{' && before != ':';
      if (is_key && before != '"') return {none, at};  // a bracket is missing before it
      open += before = c;
    } else if (c == '}' || c == ']') {
      if (open.empty() || open.back() != (c == '}' ? '{' : '[')) return {none, at};
      open.pop_back();
      before = c;
    } else if (c == ',' || c == ':') {
      before = c;
    } else if (!is_white_space(c)) {
      // Words behind strings: a quote is lost, and what was outside of strings is inside.
      if (before == '"' && ++odd_words > most_odd_words) return {none, at};
      before = 'a';
    }
    if (open.empty() && at < text.size()) return {found, at + 1};
  }
  return {is_last ? none : incomplete, std::min(at, text.size())};
}

}  // namespace laundromat
