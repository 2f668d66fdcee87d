// Implements read_rml_template.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_template.hpp"

#include <utility>

namespace laundromat {

tl::expected<std::vector<template_piece>, std::string> read_rml_template(std::string_view text) {
  std::vector<template_piece> pieces;
  template_piece piece;
  bool is_in_reference = false;
  const auto wrong = [](std::string message) { return tl::unexpected(std::move(message)); };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
    auto& to = is_in_reference ? piece.reference : piece.text;
    if (c == '\\' && (next == '{' || next == '}' || next == '\\')) {
      to += next;
      ++at;
    } else if (c == '{') {
      if (is_in_reference) return wrong("a `{` within a reference: write `\\{` for the character");
      is_in_reference = true;
    } else if (c == '}') {
      if (!is_in_reference) return wrong("a `}` that ends no reference: write `\\}` for the character");
      if (piece.reference.empty()) return wrong("`{}` has no reference: write `{name}`");
      pieces.push_back(std::exchange(piece, {}));
      is_in_reference = false;
    } else {
      to += c;
    }
  }
  if (is_in_reference)
    return wrong("a `{` whose reference has no end: write `{name}`, or `\\{` for the character");
  if (!piece.text.empty()) pieces.push_back(std::move(piece));
  return pieces;
}

}  // namespace laundromat
