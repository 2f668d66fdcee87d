// Literals: text with its escapes, tag, datatype.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/lines/line_lexer.hpp"
#include "core/rdf/lines/unicode_escape.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The namespace of a prefix that is understood after `^^` without a declaration.
std::string_view datatype_namespace(std::string_view prefix) {
  if (prefix == "xsd:") return "http://www.w3.org/2001/XMLSchema#";
  if (prefix == "rdf:") return "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  return {};
}

bool is_about_datatype(errc rule) {
  return rule == errc::unknown_datatype || rule == errc::missing_language_tag ||
         rule == errc::tag_and_datatype;
}

}  // namespace

lexed line_lexer::read_literal(std::size_t at, line_term& out) {
  const auto begin = at;
  const auto done = read_text(at, out.view.value);
  if (done != lexed::term) return done;
  out.view.kind = term_kind::literal;
  out.begin = begin;
  if (out.view.value.size() > options_->limits.term_bytes) return fail_at(errc::term_too_long, begin);
  tag_at_ = datatype_at_ = datatype_end_ = at;
  const auto before = out;
  if (!read_suffix(at, out)) return lexed::failed;
  out.end = at;
  return check_literal(before, out) ? lexed::term : lexed::failed;
}

/// From the opening quote to after the closing one.
lexed line_lexer::read_text(std::size_t& at, std::string_view& value) {
  const auto begin = at;
  const char quote = line_[at];
  const char quotes_of_text[] = {quote, quote, quote};
  const bool is_long =
      mode_ != quotes::last && line_.substr(at).starts_with(std::string_view(quotes_of_text, 3));
  const auto close = line_.substr(at, is_long ? 3 : 1);
  if (close != "\"" && !treat(errc::turtle_in_lines, at, close.size(), "\"", at)) return lexed::failed;
  at += close.size();
  std::string text;
  while (at < line_.size()) {
    const char c = line_[at];
    if (c == quote && line_.substr(at).starts_with(close)) {
      if (mode_ != quotes::last || at == last_quote_) {
        at += close.size();
        value = keep(std::move(text));
        return lexed::term;
      }
      if (!treat(errc::quote_in_literal, at, 1, "\\\"", begin)) return lexed::failed;
      text.push_back(c);
      ++at;
    } else if (!read_text_special(at, begin, text)) {
      return lexed::failed;
    }
    if (text.size() > options_->limits.term_bytes) return fail_at(errc::term_too_long, begin);
  }
  fail_at(errc::unterminated, begin);
  return quote == '"' ? lexed::open : lexed::failed;  // an apostrophe may not be a quote
}

/// Handles one special character.
bool line_lexer::read_text_special(std::size_t& at, std::size_t begin, std::string& value) {
  const char c = line_[at];
  if (c == '\\') return read_text_escape(at, begin, value);
  if (c == '\n' || c == '\r') {
    const std::size_t length = line_.substr(at).starts_with("\r\n") ? 2 : 1;
    const auto after = length == 2 ? "\\r\\n" : c == '\r' ? "\\r" : "\\n";
    if (!treat(errc::line_break_in_literal, at, length, after, begin)) return false;
    value.append(line_.substr(at, length));
    at += length;
    return true;
  }
  const auto step = next_utf8(line_.substr(at));
  if (!step.is_valid && !treat(errc::illegal_utf8, at, step.length, replacement, begin)) return false;
  value.append(step.is_valid ? line_.substr(at, step.length) : replacement);
  at += step.length;
  return true;
}

bool line_lexer::read_text_escape(std::size_t& at, std::size_t begin, std::string& value) {
  constexpr std::string_view letters = "tbnrf\"'\\", meant = "\t\b\n\r\f\"'\\";
  const char next = at + 1 < line_.size() ? line_[at + 1] : '\0';
  const auto known = letters.find(next);
  if (next != '\0' && known != letters.npos) {
    value.push_back(meant[known]);
    at += 2;
    return true;
  }
  if (next == 'u' || next == 'U') return read_unicode_escape(at, begin, value);
  if (!treat(errc::bad_escape, at, 1, "\\\\", begin)) return false;
  value.push_back('\\');
  ++at;
  return true;
}

bool line_lexer::read_unicode_escape(std::size_t& at, std::size_t begin, std::string& value) {
  const auto escape = unicode_escape_at(line_, at);
  if (escape.length == 0 || escape.code > 0x10FFFF) {
    if (!treat(errc::bad_escape, at, 1, "\\\\", begin)) return false;
    value.push_back('\\');
    ++at;
    return true;
  }
  if (const auto pair = split_pair_at(line_, at); pair.length != 0) return join_pair(pair, at, begin, value);
  if (is_surrogate(escape.code)) {
    if (!treat(errc::lone_surrogate, at, escape.length, replacement, begin)) return false;
    value += replacement;
  } else {
    append_utf8(value, escape.code);
  }
  at += escape.length;
  return true;
}

/// Of the term at `begin`.
bool line_lexer::join_pair(const unicode_escape& pair, std::size_t& at, std::size_t begin,
                           std::string& value) {
  std::string joined;
  append_utf8(joined, pair.code);
  if (!treat(errc::split_surrogate_pair, at, pair.length, joined, begin)) return false;
  value += joined;
  at += pair.length;
  return true;
}

/// Tag and datatype, in either order; spaces may precede each.
bool line_lexer::read_suffix(std::size_t& at, line_term& out) {
  bool has_tag = false, has_datatype = false;
  while (true) {
    const auto next = skip_space(at);
    const char c = next < line_.size() ? line_[next] : '\0';
    if (c == '@' && !has_tag) {
      at = next;
      has_tag = true;
      if (!read_tag(at, out)) return false;
    } else if (c == '^' && !has_datatype) {
      at = next;
      has_datatype = true;
      if (!read_datatype(at, out)) return false;
    } else {
      return true;
    }
  }
}

bool line_lexer::read_tag(std::size_t& at, line_term& out) {
  const auto begin = at + 1;
  auto end = std::min(line_.find_first_of(" \t\r\n.<\"^,;#", begin), line_.size());
  if (depth_ > 0) end = std::min(end, line_.find(triple_term_end, begin));
  const auto tag = line_.substr(begin, end - begin);
  if (find_bad_utf8(tag) != tag.npos) return fail_at(errc::illegal_utf8, begin) == lexed::term;
  if (tag.size() > options_->limits.iri_bytes) return fail_at(errc::term_too_long, begin) == lexed::term;
  if (tag.find_first_of(":>@'") != tag.npos)  // a part of another term
    return fail_at(errc::bad_language_tag, at, "not a language tag") == lexed::term;
  if (tag.empty() && !treat(errc::bad_language_tag, at, 1, "", at)) return false;
  out.view.language = tag;
  out.is_closed = false;
  tag_at_ = begin;
  at = end;
  return true;
}

bool line_lexer::read_datatype(std::size_t& at, line_term& out) {
  if (!line_.substr(at).starts_with("^^")) return fail_at(errc::syntax_error, at) == lexed::term;
  const auto begin = skip_space(at + 2);
  datatype_at_ = begin + leading_bidi_bytes(line_.substr(begin));
  if (line_.substr(datatype_at_).starts_with('<')) {
    line_term type;
    if (read_iri(begin, type) != lexed::term) return false;
    out.view.datatype = type.view.value;
    at = type.end;
  } else {
    const auto text = line_.substr(begin);
    std::size_t length = text.find(':') == text.npos ? 0 : text.find(':') + 1;
    const auto space = datatype_namespace(text.substr(0, length));
    const auto name = length;
    while (length < text.size() && is_alpha(text[length])) ++length;
    if (space.empty() || length == name) return fail_at(errc::turtle_in_lines, begin) == lexed::term;
    out.view.datatype = keep(std::string(space) + std::string(text.substr(name, length - name)));
    if (!treat(errc::turtle_in_lines, begin, length, "<" + std::string(out.view.datatype) + ">", begin))
      return false;
    at = begin + length;
  }
  datatype_end_ = at;
  out.is_closed = at > 0 && line_[at - 1] == '>';
  return true;
}

/// `before` is the literal without tag and datatype.
bool line_lexer::check_literal(const line_term& before, line_term& out) {
  const auto language = out.view.language;
  const bool keeps = checker_.check_literal(out.view);
  if (!out.view.language.empty() && out.view.language.data() != language.data())
    out.view.language = keep(std::string(out.view.language));
  std::size_t place = before.begin + 1, seen = 0;  // of the last fault: in the line, in the value
  for (const auto& fault : checker_.faults()) {
    line_fault found{fault.rule, fault.done, 0, 0, 0, fault.message};
    if (is_about_tag(fault.rule)) {
      found.offset = found.noticed = tag_at_;
      found.length = language.size();
      found.after = out.view.language;
      if (found.after.empty()) {  // then the @ is dropped, too
        found.noticed = --found.offset;
        ++found.length;
      }
    } else if (is_about_datatype(fault.rule)) {
      const bool is_dropped = fault.done == treatment::repair;  // and the ^^ with it
      found.offset = found.noticed = is_dropped ? line_.rfind("^^", datatype_at_) : datatype_at_;
      found.after = out.view.datatype;
      found.length = datatype_end_ - found.offset;
    } else {
      if (fault.offset < seen) place = before.begin + 1, seen = 0;
      place = place_of(place, out.end, fault.offset - seen);
      seen = fault.offset;
      found.offset = found.noticed = place;
      found.length = place_of(place, out.end, fault.length) - place;
    }
    if (fault.done == treatment::skip) {
      fail_at(fault.rule, found.noticed, fault.message);
      return false;
    }
    if (fault.done == treatment::note) found.after.clear();
    faults_.push_back(std::move(found));
  }
  return keeps;
}

}  // namespace laundromat
