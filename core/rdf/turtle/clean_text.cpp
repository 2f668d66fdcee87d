// The tokens of a statement, one function each.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/clean_text.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

constexpr std::string_view lost_character =
    "U+FFFD in an IRI, kept: an earlier tool has lost a character here";
constexpr std::string_view replacement = "\xEF\xBF\xBD";

constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_alnum(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
/// Everything that can stand in a prefixed name, a number or a keyword of Turtle.
constexpr bool is_name_byte(char c) {
  return is_alnum(c) || c == '_' || c == '-' || c == '.' || c == ':' || c == '%' || c == '\\' || c == '+' ||
         static_cast<unsigned char>(c) >= 0x80;
}
constexpr bool is_surrogate(char32_t code) {
  return code >= 0xD800 && code <= 0xDFFF;
}

/// PN_CHARS_U or a digit: what a blank node label begins with (RDF 1.1 Turtle, production 141s).
bool starts_label(std::string_view label) {
  if (label.empty()) return false;
  if (is_alnum(label[0]) || label[0] == '_') return true;
  const auto step = next_utf8(label);
  struct range {
    char32_t first, last;
  };
  constexpr range bases[] = {{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},    {0x370, 0x37D},
                             {0x37F, 0x1FFF},  {0x200C, 0x200D}, {0x2070, 0x218F}, {0x2C00, 0x2FEF},
                             {0x3001, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}};
  return step.is_valid && std::ranges::any_of(bases, [&](const range& r) {
           return step.code >= r.first && step.code <= r.last;
         });
}

struct unicode_escape {
  std::size_t length = 0;  ///< with the backslash; 0 when it is none
  char32_t code = 0;
};

/// `\uXXXX` or `\UXXXXXXXX` at the front of `text`.
unicode_escape read_unicode_escape(std::string_view text) {
  if (text.size() < 2 || text[0] != '\\' || (text[1] != 'u' && text[1] != 'U')) return {};
  const std::size_t digits = text[1] == 'u' ? 4 : 8;
  if (text.size() < 2 + digits) return {};
  char32_t code = 0;
  for (const char c : text.substr(2, digits)) {
    const auto low = static_cast<char>(c | 0x20);
    if (is_digit(c)) {
      code = code * 16 + static_cast<char32_t>(c - '0');
    } else if (low >= 'a' && low <= 'f') {
      code = code * 16 + static_cast<char32_t>(low - 'a' + 10);
    } else {
      return {};
    }
  }
  return {2 + digits, code};
}

void append_percent(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out.push_back('%');
  out.push_back(digits[byte >> 4]);
  out.push_back(digits[byte & 15u]);
}

/// ASCII that an IRI cannot hold but that is safe to percent-encode: the end of the IRI is still where it
/// seems.
constexpr bool is_encodable(char32_t c) {
  return c == ' ' || c == '{' || c == '}' || c == '|' || c == '^' || c == '`' ||
         (c > 0 && c < 0x20 && c != '\n' && c != '\r');
}
/// ASCII after which nobody knows where the IRI was meant to end.
constexpr bool is_hopeless(char32_t c) {
  return c == '<' || c == '>' || c == '"' || c == '\\' || c == '\n' || c == '\r' || c == 0;
}

}  // namespace

void report_faults(statement_sink& sink, const text_position& start, std::string_view raw,
                   const std::vector<text_fault>& faults) {
  auto at = start;
  std::size_t seen = 0;
  for (const auto& fault : faults) {
    if (fault.offset < seen) {
      at = start;
      seen = 0;
    }
    at.advance(raw.substr(seen, fault.offset - seen));
    seen = fault.offset;
    sink.on_defect({fault.rule, at.offset_bytes, fault.length, at.line, at.column, fault.message});
  }
}

void text_cleaner::reset() {
  out_.clear();
  repairs_.clear();
  fatal_.reset();
  shifts_.clear();
  is_blank_ = true;
}

void text_cleaner::clean(std::string_view raw) {
  reset();
  std::size_t at = 0;
  while (at < raw.size() && !fatal_) at = clean_token(raw, at);
}

std::size_t text_cleaner::raw_offset(unsigned line, unsigned column) const {
  std::size_t clean = 0;
  for (unsigned i = 1; i < line; ++i) {
    const auto newline = out_.find('\n', clean);
    if (newline == std::string::npos) break;
    clean = newline + 1;
  }
  clean += column > 0 ? column - 1 : 0;
  const auto after = std::ranges::upper_bound(shifts_, clean, {}, &shift::clean_offset);
  if (after == shifts_.begin()) return clean;
  const auto& last = *std::prev(after);
  return last.raw_offset + (clean - last.clean_offset);
}

void text_cleaner::mark(std::size_t raw_at) {
  shifts_.push_back({out_.size(), raw_at});
}

void text_cleaner::repair(errc rule, std::size_t at, std::size_t length, std::string message) {
  repairs_.push_back({rule, at, length, std::move(message)});
}

std::size_t text_cleaner::stop(std::string_view raw, errc rule, std::size_t at, std::string message) {
  if (!fatal_) fatal_ = text_fault{rule, at, raw.size() - std::min(at, raw.size()), std::move(message)};
  return raw.size();
}

std::size_t text_cleaner::clean_token(std::string_view raw, std::size_t at) {
  const char c = raw[at];
  if (is_space(c)) {
    out_.push_back(c == '\r' ? ' ' : c);
    return at + 1;
  }
  if (c == '#') return clean_comment(raw, at);
  is_blank_ = false;
  if (c == '@' || c == '^') join_literal(at, "\"'^");
  if (c != '^') join_literal(at, "^");
  if (c == '<') return clean_iri_token(raw, at);
  if (c == '"' || (c == '\'' && dialect_ == text_dialect::turtle)) return clean_string(raw, at);
  if (c == '@') return clean_language(raw, at);
  if (is_name_byte(c) && !(c == '.' && dialect_ == text_dialect::lines)) return clean_name(raw, at);
  const bool is_punctuation = dialect_ == text_dialect::lines
                                  ? c == '.' || c == '^'
                                  : std::string_view("()[]{},;.^=").find(c) != std::string_view::npos;
  if (!is_punctuation) return stop(raw, errc::syntax_error, at, "a character that starts no term");
  out_.push_back(c);
  return at + 1;
}

/// The grammar allows space between a string, `^^` or `@`, and what follows; the parser does not.
void text_cleaner::join_literal(std::size_t at, std::string_view after) {
  if (out_.empty() || !is_space(out_.back())) return;
  const auto last = out_.find_last_not_of(" \t\n");
  if (last == std::string::npos || after.find(out_[last]) == after.npos) return;
  out_.resize(last + 1);
  mark(at);
}

std::size_t text_cleaner::clean_comment(std::string_view raw, std::size_t at) {
  const auto end = std::min(raw.find_first_of("\r\n", at), raw.size());
  for (auto text = raw.substr(at, end - at); !text.empty();) {
    const auto bad = find_bad_utf8(text);
    if (bad == text.npos) break;
    const auto length = next_utf8(text.substr(bad)).length;
    repair(errc::illegal_utf8, end - text.size() + bad, length, "bytes that are not UTF-8 in a comment");
    text.remove_prefix(bad + length);
  }
  mark(end);
  return end;
}

std::size_t text_cleaner::clean_iri_token(std::string_view raw, std::size_t at) {
  iri_.clear();
  const auto end = clean_iri(raw, at, iri_);
  if (fatal_) return raw.size();
  if (dialect_ == text_dialect::lines && !is_absolute(iri_)) {
    auto absolute = resolve_iri(base_, iri_);
    if (absolute.empty()) return stop(raw, errc::relative_iri, at, "<" + iri_ + "> and no base");
    repair(errc::relative_iri, at, end - at, "<" + iri_ + "> resolved to <" + absolute + ">");
    iri_ = std::move(absolute);
  }
  out_.push_back('<');
  out_ += iri_;
  out_.push_back('>');
  if (iri_.size() + 2 != end - at) mark(end);
  return end;
}

std::size_t text_cleaner::clean_iri(std::string_view raw, std::size_t at, std::string& iri) {
  const auto start = at++;
  while (at < raw.size() && raw[at] != '>') {
    at = clean_iri_character(raw, at, iri);
    if (fatal_) return raw.size();
    if (iri.size() > limits_.iri_bytes)
      return stop(raw, errc::term_too_long, start,
                  "an IRI of more than " + std::to_string(limits_.iri_bytes) + " bytes");
  }
  if (at == raw.size()) return stop(raw, errc::unterminated, start, "an IRI has no end");
  return at + 1;
}

std::size_t text_cleaner::clean_iri_character(std::string_view raw, std::size_t at, std::string& iri) {
  const char c = raw[at];
  if (c == '\\') return clean_iri_escape(raw, at, iri);
  if (static_cast<unsigned char>(c) >= 0x80) {
    const auto step = next_utf8(raw.substr(at));
    if (!step.is_valid) return stop(raw, errc::illegal_utf8, at, "bytes that are not UTF-8 in an IRI");
    if (step.code == 0xFFFD) repair(errc::bad_iri, at, step.length, std::string(lost_character));
    iri.append(raw.substr(at, step.length));
    return at + step.length;
  }
  const auto code = static_cast<char32_t>(static_cast<unsigned char>(c));
  if (is_hopeless(code)) return stop(raw, errc::bad_iri, at, "a character that no IRI can hold");
  if (is_encodable(code)) {
    append_percent(iri, c);
    repair(errc::bad_iri, at, 1, "a character that no IRI can hold, percent-encoded");
  } else {
    iri.push_back(c);
  }
  return at + 1;
}

std::size_t text_cleaner::clean_iri_escape(std::string_view raw, std::size_t at, std::string& iri) {
  const auto escape = read_unicode_escape(raw.substr(at));
  if (escape.length == 0) return stop(raw, errc::bad_escape, at, "a backslash in an IRI");
  if (escape.code > 0x10FFFF || is_surrogate(escape.code))
    return stop(raw, errc::bad_escape, at, "an escape in an IRI that is no character");
  if (is_hopeless(escape.code))
    return stop(raw, errc::bad_iri, at, "an escaped character that no IRI can hold");
  if (is_encodable(escape.code)) {
    append_percent(iri, static_cast<char>(escape.code));
    repair(errc::bad_iri, at, escape.length, "an escaped character that no IRI can hold, percent-encoded");
  } else {
    if (escape.code == 0xFFFD) repair(errc::bad_iri, at, escape.length, std::string(lost_character));
    append_utf8(iri, escape.code);
  }
  return at + escape.length;
}

std::size_t text_cleaner::clean_string(std::string_view raw, std::size_t at) {
  const char quote = raw[at];
  const bool is_long = dialect_ == text_dialect::turtle && raw.substr(at, 3) == std::string(3, quote);
  const std::string_view close = is_long ? raw.substr(at, 3) : raw.substr(at, 1);
  const auto start = at;
  const auto start_out = out_.size();
  out_ += close;
  at += close.size();
  while (at < raw.size() && !raw.substr(at).starts_with(close)) {
    at = clean_string_character(raw, at, is_long);
    if (fatal_) return raw.size();
    if (out_.size() - start_out > limits_.term_bytes)
      return stop(raw, errc::term_too_long, start,
                  "a literal of more than " + std::to_string(limits_.term_bytes) + " bytes");
  }
  if (at == raw.size()) return stop(raw, errc::unterminated, start, "a string has no end");
  out_ += close;
  return at + close.size();
}

std::size_t text_cleaner::clean_string_character(std::string_view raw, std::size_t at, bool is_long) {
  const char c = raw[at];
  if (c == '\\') return clean_string_escape(raw, at);
  if (static_cast<unsigned char>(c) >= 0x80) {
    const auto step = next_utf8(raw.substr(at));
    if (step.is_valid) {
      out_.append(raw.substr(at, step.length));
    } else {
      out_.append(replacement);
      repair(errc::illegal_utf8, at, step.length, "bytes that are not UTF-8, replaced by U+FFFD");
      mark(at + step.length);
    }
    return at + step.length;
  }
  if (c == '\0' || c == '\r' || (c == '\n' && !is_long)) {
    if (!is_long && c != '\0') repair(errc::syntax_error, at, 1, "a newline in a short string, kept");
    out_.append(c == '\0' ? "\\u0000" : c == '\r' ? "\\r" : "\\n");
    mark(at + 1);
    return at + 1;
  }
  out_.push_back(c);
  return at + 1;
}

std::size_t text_cleaner::clean_string_escape(std::string_view raw, std::size_t at) {
  const char next = at + 1 < raw.size() ? raw[at + 1] : '\0';
  if (next == 'u' || next == 'U') return clean_unicode_escape(raw, at);
  if (next != '\0' && std::string_view("tbnrf\"'\\").find(next) != std::string_view::npos) {
    out_.append(raw.substr(at, 2));
    return at + 2;
  }
  out_.append("\\\\");
  repair(errc::bad_escape, at, 1, "an unknown escape; the backslash is kept");
  mark(at + 1);
  return at + 1;
}

std::size_t text_cleaner::clean_unicode_escape(std::string_view raw, std::size_t at) {
  const auto escape = read_unicode_escape(raw.substr(at));
  if (escape.length == 0) {
    out_.append("\\\\");
    repair(errc::bad_escape, at, 1, "an incomplete escape; the backslash is kept");
    mark(at + 1);
    return at + 1;
  }
  if (escape.code >= 0xD800 && escape.code <= 0xDBFF) {
    const auto low = read_unicode_escape(raw.substr(at + escape.length));
    if (low.length != 0 && low.code >= 0xDC00 && low.code <= 0xDFFF) {
      append_utf8(out_, 0x10000 + ((escape.code - 0xD800) << 10) + (low.code - 0xDC00));
      repair(errc::bad_escape, at, escape.length + low.length, "a surrogate pair in two escapes, combined");
      mark(at + escape.length + low.length);
      return at + escape.length + low.length;
    }
  }
  if (escape.code > 0x10FFFF || is_surrogate(escape.code))
    return stop(raw, errc::bad_escape, at, "an escape that is no character");
  out_.append(raw.substr(at, escape.length));
  return at + escape.length;
}

std::size_t text_cleaner::clean_language(std::string_view raw, std::size_t at) {
  auto end = at + 1;
  bool has_underscore = false;
  for (; end < raw.size() && (is_alnum(raw[end]) || raw[end] == '-' || raw[end] == '_'); ++end)
    has_underscore = has_underscore || raw[end] == '_';
  const auto start = out_.size();
  out_.append(raw.substr(at, end - at));
  if (has_underscore) {
    std::replace(out_.begin() + static_cast<std::ptrdiff_t>(start), out_.end(), '_', '-');
    repair(errc::bad_language_tag, at, end - at, "underscores in a language tag, made hyphens");
  }
  return end;
}

std::size_t text_cleaner::clean_name(std::string_view raw, std::size_t at) {
  auto end = at;
  while (end < raw.size() && is_name_byte(raw[end])) end += raw[end] == '\\' && end + 1 < raw.size() ? 2 : 1;
  const auto name = raw.substr(at, end - at);
  const bool is_blank_node = name.starts_with("_:");
  if (dialect_ == text_dialect::lines && !is_blank_node)
    return stop(raw, errc::syntax_error, at, "a name or number where the line formats have none");
  if (find_bad_utf8(name) != name.npos)
    return stop(raw, errc::illegal_utf8, at, "bytes that are not UTF-8 in a name");
  if (name.find('\0') != name.npos) return stop(raw, errc::syntax_error, at, "U+0000 in a name");
  if (name.size() > limits_.iri_bytes) return stop(raw, errc::term_too_long, at, "a name that is too long");
  const bool is_number =
      is_digit(name[0]) || name[0] == '+' || name[0] == '-' || (name[0] == '.' && name.size() > 1);
  if (is_number && name.back() == '.') return stop(raw, errc::syntax_error, at, "a number ends with a dot");
  if (is_blank_node) {
    if (!starts_label(name.substr(2)))
      return stop(raw, errc::syntax_error, at, "a blank node label that cannot be one");
    out_.append("_:u");
    mark(at + 2);
    out_.append(name.substr(2));
  } else {
    out_.append(name);
  }
  return end;
}

}  // namespace laundromat
