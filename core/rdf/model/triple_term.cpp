// Scans the text of triple terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/triple_term.hpp"

#include <algorithm>

namespace laundromat {

namespace {

/// Behind the closing quote of the literal that begins at `at`.
std::size_t end_of_quotes(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

std::size_t end_of_run(std::string_view text, std::size_t at) {
  return std::min(text.find(' ', at), text.size());
}

term_kind kind_at(std::string_view text, std::size_t at) {
  if (text.substr(at).starts_with(triple_term_begin)) return term_kind::triple;
  switch (at < text.size() ? text[at] : '\0') {
    case '<':
      return term_kind::iri;
    case '_':
      return term_kind::blank;
    case '"':
      return term_kind::literal;
    default:
      return term_kind::none;
  }
}

}  // namespace

std::size_t end_of_spelled_term(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  do {
    const auto kind = kind_at(text, at);
    if (kind == term_kind::triple) ++depth;
    if (text.substr(at).starts_with(triple_term_end)) --depth;
    at = end_of_run(text, kind == term_kind::literal ? end_of_quotes(text, at) : at);
    if (depth > 0) ++at;
  } while (depth > 0 && at < text.size());
  return std::min(at, text.size());
}

std::array<triple_term_part, 3> parts_of_triple_term(std::string_view text) {
  std::array<triple_term_part, 3> parts;
  auto at = triple_term_begin.size() + 1;
  for (auto& part : parts) {
    if (at >= text.size()) break;
    const auto end = end_of_spelled_term(text, at);
    part = {kind_at(text, at), text.substr(at, end - at)};
    at = end + 1;
  }
  return parts;
}

label_place next_label(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    if (text[at] == '_') return {at, end_of_run(text, at)};
    at = end_of_run(text, text[at] == '"' ? end_of_quotes(text, at) : at) + 1;
  }
  return {};
}

}  // namespace laundromat
