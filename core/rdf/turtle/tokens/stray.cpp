// Implements strays: text that is no token ends at a space, or at a byte that delimits tokens.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/stray.hpp"

#include <algorithm>

#include "core/rdf/model/false_bracket.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"

namespace laundromat::turtle {

token broken_up_to(const char* at, const char* line_end) {
  const auto* to = line_end;
  while (to > at + 1 && has_class(to[-1], is_gap)) --to;
  if (to > at + 1 && (to[-1] == '.' || to[-1] == ';' || to[-1] == ',')) --to;
  return {token_kind::broken, 0, at, to, at};
}

const char* end_of_stray(const text_window& text, const char* from) {
  const auto* to = from;
  std::uint32_t open = 0;
  const auto* limit = text.end() - from > name_limit_bytes ? from + name_limit_bytes : text.end();
  for (; to < limit; ++to) {
    const char c = *to;
    if (has_class(c, is_gap) || c == ';' || c == ',' || c == ']' || c == '}' || c == '"' || c == '<' ||
        c == '[' || c == '{')
      break;
    if (c == '(') ++open;
    if (c == ')' && open-- == 0) break;
  }
  if (to == limit && limit < text.end()) return to;
  if (text.is_cut(to)) return nullptr;
  while (to > from && to[-1] == '.' && (to == text.end() || has_class(*to, is_gap) || *to == '}')) --to;
  return to;
}

token scan_stray(const text_window& text, const char* at, const char* from) {
  const auto* to = end_of_stray(text, from);
  if (to == nullptr) return wait_for_name(text, at);
  return limit_name({token_kind::stray, 0, at, std::max(to, at + 1), at});
}

token scan_bare_iri(const text_window& text, const char* at) {
  auto found = scan_stray(text, at, at + 1);
  const bool has_false_bracket = !why_false_bracket(found.text()).empty();
  if (found.kind != token_kind::stray || has_false_bracket || found.end - at > name_limit_bytes - 4)
    return found;
  while (found.end > at + 1 && (found.end[-1] == '.' || found.end[-1] == '>')) --found.end;
  found.kind = token_kind::bare_iri;
  return found;
}

token limit_name(token name) {
  if (name.end - name.begin <= name_limit_bytes) return name;
  name.kind = token_kind::stray;
  name.end = name.begin + name_limit_bytes;
  while (is_high(*name.end) && (static_cast<unsigned char>(*name.end) & 0x40u) == 0) --name.end;
  return name;
}

token wait_for_name(const text_window& text, const char* at) {
  if (text.end() - at <= name_limit_bytes + name_lookahead_bytes) return need_more_at(at);
  return limit_name({token_kind::stray, 0, at, text.end(), at});
}

}  // namespace laundromat::turtle
