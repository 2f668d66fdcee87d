// IRIs of lines: where they end, what is around them, and against what they are resolved.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/lines/line_lexer.hpp"
#include "core/rdf/lines/unicode_escape.hpp"
#include "core/rdf/model/bidi_mark.hpp"
#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/white_space.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

/// With the marks of writing direction before and behind its brackets.
lexed line_lexer::read_iri(std::size_t at, line_term& out) {
  const auto begin = at + leading_bidi_bytes(line_.substr(at));
  if (!strip_marks(at, begin, at)) return lexed::failed;
  auto end = begin;
  if (read_iri_text(end, out.view.value) != lexed::term) return lexed::failed;
  if (!resolve(begin, end, out.view.value) || !check(begin, end, out.view.value)) return lexed::failed;
  out.view.kind = term_kind::iri;
  out.end = end + leading_bidi_bytes(line_.substr(end));
  if (!strip_marks(end, out.end, at)) return lexed::failed;
  out.is_closed = true;
  return lexed::term;
}

/// The marks from `begin` to `end`, which are beside the brackets of the IRI at `iri_at`; there may be none.
bool line_lexer::strip_marks(std::size_t begin, std::size_t end, std::size_t iri_at) {
  if (begin == end) return true;
  if (treatment_of(errc::iri_character, profile()) != treatment::repair)
    return fail_at(errc::iri_character, iri_at, std::string(around_iri)) == lexed::term;
  faults_.push_back(
      {errc::iri_character, treatment::repair, begin, end - begin, begin, std::string(around_iri)});
  return true;
}

/// From `<` to after `>`. A `<`, or a quote or what looks like another IRI after a space, shows that a `>` is missing before it.
lexed line_lexer::read_iri_text(std::size_t& at, std::string_view& value) {
  const auto begin = at++;
  std::string text;
  bool has_space = false;
  while (at < line_.size() && line_[at] != '>') {
    const char c = line_[at];
    if (c == '<' || c == '\n' || c == '\r' || (c == '"' && has_space)) return fail_at(errc::unterminated, at);
    if (c == '\\') {
      if (!read_iri_escape(at, text)) return lexed::failed;
      continue;
    }
    const bool is_first = line_[at - 1] == '<';  // space within the brackets is no part of the IRI
    if (is_white_space(c) && !is_white_space(line_[at - 1]) && !is_first) {
      has_space = true;
      const auto rest = line_.substr(skip_space(at));
      if (is_absolute(rest.substr(0, rest.find_first_of(" \t>"))) || rest.starts_with("_:") ||
          rest.starts_with('.'))
        return fail_at(errc::unterminated, at,
                       "in an IRI, a space is followed by text that looks like another term");
    }
    const auto step = next_utf8(line_.substr(at));
    if (!step.is_valid) return fail_at(errc::illegal_utf8, at);
    text.append(line_.substr(at, step.length));
    at += step.length;
    if (text.size() > options_->limits.iri_bytes) return fail_at(errc::term_too_long, begin);
  }
  if (at == line_.size()) return fail_at(errc::unterminated, begin);
  ++at;
  value = keep(std::move(text));
  return lexed::term;
}

/// `\u` and `\U`; any other backslash is a character that an IRI must not contain.
bool line_lexer::read_iri_escape(std::size_t& at, std::string& value) {
  const auto escape = unicode_escape_at(line_, at);
  if (escape.length == 0) {
    value.push_back(line_[at++]);
    return true;
  }
  if (const auto pair = split_pair_at(line_, at); pair.length != 0) return join_pair(pair, at, at, value);
  if (is_surrogate(escape.code)) return fail_at(errc::lone_surrogate, at) == lexed::term;
  if (escape.code > 0x10FFFF) return fail_at(errc::bad_escape, at) == lexed::term;
  append_utf8(value, escape.code);
  at += escape.length;
  return true;
}

bool line_lexer::resolve(std::size_t begin, std::size_t end, std::string_view& iri) {
  if (is_absolute(trim_iri(iri))) return true;
  auto absolute = resolve_iri(options_->base_iri, trim_iri(iri));
  if (absolute == iri && !absolute.empty()) return true;
  if (absolute.empty()) return fail_at(errc::relative_iri, begin, std::string(no_base)) == lexed::term;
  const bool lost_its_colon = has_lost_colon(trim_iri(iri));
  if (!treat(errc::relative_iri, begin, end - begin, "<" + absolute + ">", begin)) {
    if (lost_its_colon) failure_.message = lost_colon;
    return false;
  }
  if (lost_its_colon)
    faults_.push_back(
        {errc::suspicious_iri, treatment::note, begin, end - begin, begin, std::string(lost_colon)});
  note_base(options_->used_base);
  iri = keep(std::move(absolute));
  return true;
}

bool line_lexer::check(std::size_t begin, std::size_t end, std::string_view& iri) {
  if (is_plain_iri(iri)) return true;
  const auto before = iri;
  const bool keeps = checker_.check_iri(iri);
  if (iri.data() != before.data()) iri = keep(std::string(iri));
  for (const auto& fault : checker_.faults()) {
    const auto at = place_of(begin + 1, end - 1, fault.offset);
    if (fault.done == treatment::skip) {
      fail_at(fault.rule, at, fault.message);
      return false;
    }
    const bool is_repair = fault.done == treatment::repair;
    const auto last = place_of(begin + 1, end - 1, fault.offset + fault.length);
    faults_.push_back({fault.rule, fault.done, is_repair ? begin : at, is_repair ? end - begin : last - at,
                       at, fault.message, is_repair ? "<" + std::string(iri) + ">" : std::string()});
  }
  return keeps;
}

std::size_t line_lexer::place_of(std::size_t begin, std::size_t end, std::size_t value_offset) const {
  std::size_t at = begin;
  for (std::size_t seen = 0; at < end && seen < value_offset;) {
    const auto escape = unicode_escape_at(line_, at);
    if (escape.length != 0 && escape.code <= 0x10FFFF) {
      seen += escape.code < 0x80 ? 1 : escape.code < 0x800 ? 2 : escape.code < 0x10000 ? 3 : 4;
      at += escape.length;
    } else {
      at += line_[at] == '\\' ? 2 : 1;
      ++seen;
    }
  }
  return std::min(at, end);
}

}  // namespace laundromat
