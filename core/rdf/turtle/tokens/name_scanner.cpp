// Implements the scanner of names: finds where names, labels and words end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/tokens/name_scanner.hpp"

#include <algorithm>

#include "core/rdf/model/blank_label.hpp"
#include "core/rdf/model/decision.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/turtle/tokens/lexer_limits.hpp"
#include "core/rdf/turtle/tokens/scan.hpp"
#include "core/rdf/turtle/tokens/stray.hpp"
#include "core/rdf/turtle/tokens/turtle_characters.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::turtle {

namespace {

constexpr std::ptrdiff_t dots_in_name = 16;
constexpr std::ptrdiff_t list_lookahead_bytes = 256;

/// Whether `>>`, `|}` or `~` with a reifier begins there, behind a name without a gap. `ex:a~b` is a name with a bad character.
decision begins_triple_sign(const text_window& text, const char* at) {
  if (*at != '~' && *at != '>' && *at != '|') return decision::no;
  const auto* behind = at + 1;
  while (*at == '~' && has_class(*behind, is_name)) ++behind;
  if (text.is_cut(behind)) return decision::undecided;
  const bool is_sign = *at == '~'   ? behind == at + 1 || *behind == ':'
                       : *at == '>' ? *behind == '>'
                                    : *behind == '}';
  return is_sign ? decision::yes : decision::no;
}

}  // namespace

const char* name_scanner::skip_name(const char* at, bool is_local, std::uint8_t& flags) const {
  for (;;) {
    while (has_class(*at, is_name)) ++at;
    if (at >= end()) return text_->is_closed() ? end() : nullptr;
    const char c = *at;
    if (is_local && c == ':') {
      ++at;
    } else if (is_high(c)) {
      const auto step = next_utf8({at, static_cast<std::size_t>(end() - at)});
      if (!step.is_valid || !is_pn_chars(step.code)) return at;
      flags &= static_cast<std::uint8_t>(~is_plain);
      at += step.length;
    } else if (is_local && (c == '%' || c == '\\')) {
      const std::ptrdiff_t length = c == '%' ? 3 : 2;
      if (text_->is_cut(at + length - 1)) return nullptr;
      if (at + length > end()) return at;
      if (c == '%' && (hex_value(at[1]) < 0 || hex_value(at[2]) < 0)) return at;
      if (c == '\\' && !is_escapable(at[1])) return at;
      flags &= static_cast<std::uint8_t>(~is_plain);
      if (c == '\\') flags |= has_escapes;
      at += length;
    } else if (c == '.') {
      const auto* after = at;
      while (*after == '.' && after - at < dots_in_name) ++after;
      if (text_->is_cut(after)) return nullptr;
      const bool goes_on =
          after < end() &&
          (has_class(*after, is_name) || (is_local && (*after == ':' || *after == '%' || *after == '\\')) ||
           is_high(*after));
      if (!goes_on) return at;
      at = after;
    } else {
      return at;
    }
  }
}

token name_scanner::scan(const char* at) const {
  const char* short_colon = nullptr;
  const auto* const short_end = find_short_name_end(at, short_colon);
  if (short_end != nullptr && has_class(*short_end, ends_plainly) && *at != '_') {
    if (short_colon == nullptr) return {token_kind::word, 0, at, short_end, at};
    if (short_colon[1] != '-') return {token_kind::name, is_plain, at, short_end, short_colon};
  }
  const auto* to = at;
  while (has_class(*to, is_name)) ++to;
  if (*to == ':') {
    // Nearly all names are of this kind.
    const auto *colon = to, *first = ++to;
    while (has_class(*to, is_name)) ++to;
    if (has_class(*to, ends_plainly) && *first != '-' && *at != '_' && to - at <= name_limit_bytes)
      return {token_kind::name, is_plain, at, to, colon};
    to = colon;
    if (*at != '_') return scan_local(at, to);
    if (to == at + 1) return scan_blank(at);
  }
  if (text_->is_cut(to)) return wait_for_name(*text_, at);
  if (has_class(*to, ends_name) && *to != '.') return scan_word(at, to);
  std::uint8_t flags = 0;
  to = skip_name(at, false, flags);
  if (to == nullptr) return wait_for_name(*text_, at);
  if (*to == ':' && to < end() && *at != '_') return scan_local(at, to);
  return scan_word(at, to);
}

token name_scanner::scan_word(const char* at, const char* to) const {
  const auto is_sign = to == end() ? decision::no : begins_triple_sign(*text_, to);
  if (is_sign == decision::undecided) return wait_for_name(*text_, at);
  if (to == end() || has_class(*to, ends_name) || is_sign == decision::yes)
    return limit_name({token_kind::word, 0, at, to, at});
  return scan_stray(*text_, at, std::max(to, at + 1));
}

token name_scanner::scan_local(const char* at, const char* colon) const {
  token name{token_kind::name, is_plain, at, colon + 1, colon};
  const auto* first = colon + 1;
  if (text_->is_cut(first) || (*first == '/' && text_->is_cut(first + 1))) return wait_for_name(*text_, at);
  if (*first == '/' && first[1] == '/') return scan_bare_iri(*text_, at);
  if (*first == '.') return end_name(name);
  if (is_high(*first)) {
    const auto step = next_utf8({first, static_cast<std::size_t>(end() - first)});
    if (step.is_valid && !is_pn_chars_base(step.code)) return extend_bad_name(name);
  }
  const auto* to = skip_name(first, true, name.flags);
  if (to == nullptr) return wait_for_name(*text_, at);
  name.end = to;
  if (*first == '-') name.flags = static_cast<std::uint8_t>((name.flags | is_bad_name) & ~is_plain);
  return end_name(name);
}

/// `name.end` is where the characters end that a name may contain.
token name_scanner::end_name(token name) const {
  const auto* to = name.end;
  if (text_->is_cut(to)) return wait_for_name(*text_, name.begin);
  if (to == end()) return limit_name(name);
  if (*to == '.') return end_name_at_dots(name);
  if (*to == '(') return end_name_at_list(name);
  if (has_class(*to, ends_name)) return limit_name(name);
  const auto is_sign = begins_triple_sign(*text_, to);
  if (is_sign == decision::undecided) return wait_for_name(*text_, name.begin);
  return is_sign == decision::yes ? limit_name(name) : extend_bad_name(name);
}

/// A dot ends the statement, unless the statement plainly goes on.
token name_scanner::end_name_at_dots(token name) const {
  const auto* after = name.end;
  while (*after == '.' && after - name.end < dots_in_name) ++after;
  if (text_->is_cut(after)) return wait_for_name(*text_, name.begin);
  if (after < end() && (*after == ';' || *after == ',')) {
    name.end = after;
    name.flags = static_cast<std::uint8_t>((name.flags | is_bad_name) & ~is_plain);
  }
  return limit_name(name);
}

/// `dbr:Paris_(band)`: nothing in these brackets is a term, so they are no list.
token name_scanner::end_name_at_list(token name) const {
  const auto* limit = end() - name.end > list_lookahead_bytes ? name.end + list_lookahead_bytes : end();
  const auto* to = name.end + 1;
  bool has_letter = false;
  while (to < limit && (has_class(*to, is_name) || is_high(*to) || *to == '.')) {
    has_letter = has_letter || (has_class(*to, is_letter) && *to != 'e' && *to != 'E');
    ++to;
  }
  if (text_->is_cut(to)) return wait_for_name(*text_, name.begin);
  const std::string_view content(name.end + 1, static_cast<std::size_t>(to - name.end - 1));
  if (to == limit || *to != ')' || !has_letter || content == "true" || content == "false")
    return limit_name(name);
  return extend_bad_name(name);
}

token name_scanner::extend_bad_name(token name) const {
  const auto* to = end_of_stray(*text_, name.end);
  if (to == nullptr) return wait_for_name(*text_, name.begin);
  name.end = to;
  name.flags = static_cast<std::uint8_t>((name.flags | is_bad_name) & ~is_plain);
  if (name.text().find('#') != std::string_view::npos) name.kind = token_kind::stray;
  return limit_name(name);
}

token name_scanner::scan_blank(const char* at) const {
  token label{token_kind::blank, is_plain, at, at + 2, at + 1};
  const auto* first = at + 2;
  const auto* to = skip_name(first, false, label.flags);
  if (to == nullptr) return wait_for_name(*text_, at);
  label.end = to;
  bool is_bad_first = to > first && (*first == '-' || *first == '.');
  if (to > first && is_high(*first)) is_bad_first = !is_pn_chars_base(next_utf8({first, 4}).code);
  if (is_bad_first) label.flags |= is_bad_name;
  if (*first == '.' && to < end()) label.end = first;
  if (label.end > first && label.end < end() && *label.end == ':') return limit_name(label);
  label = end_name(label);
  if (label.kind == token_kind::blank && label.end == first) label.kind = token_kind::stray;
  return label;
}

token name_scanner::scan_tag(const char* at) const {
  const auto* to = at + 1;
  while (has_class(*to, is_name)) ++to;
  if (text_->is_cut(to)) return wait_for_name(*text_, at);
  return limit_name({token_kind::tag, 0, at, to, at + 1});
}

}  // namespace laundromat::turtle
