// Cuts templates into texts and fields.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/spec/rdf_spec.hpp"

#include <utility>

namespace laundromat {

bool read_template(std::string_view text, std::vector<template_part>& parts, std::size_t& offset) {
  template_part part;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto c = text[at];
    if (c == '\\' && at + 1 < text.size() && std::string_view("{}\\").find(text[at + 1]) != text.npos) {
      part.text += text[++at];
      continue;
    }
    if (c != '{' && c != '}') {
      part.text += c;
      continue;
    }
    // Within a field a backslash keeps a brace from ending it.
    offset = at;
    if (c == '}') return false;
    std::string field;
    bool is_closed = false;
    while (++at < text.size() && !is_closed) {
      if (text[at] == '\\' && at + 1 < text.size() &&
          std::string_view("{}\\").find(text[at + 1]) != text.npos)
        field += text[++at];
      else if (text[at] == '}')
        is_closed = true;
      else if (text[at] == '{')
        return false;
      else
        field += text[at];
    }
    --at;
    part.is_encoded = !field.starts_with('+');
    if (!part.is_encoded) field.erase(0, 1);
    if (!is_closed || field.empty()) return false;
    part.field = std::move(field);
    parts.push_back(std::exchange(part, {}));
  }
  if (!part.text.empty()) parts.push_back(std::move(part));
  return true;
}

}  // namespace laundromat
