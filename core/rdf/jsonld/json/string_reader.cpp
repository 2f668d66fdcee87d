// Implements string_reader: strings without escapes are views of the text, others are decoded.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/string_reader.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The value of four hexadecimal digits, or -1.
int hex4(const char* at, const char* end) {
  if (end - at < 4) return -1;
  int value = 0;
  for (int i = 0; i < 4; ++i) {
    const char c = at[i];
    const int digit = c >= '0' && c <= '9'   ? c - '0'
                      : c >= 'a' && c <= 'f' ? c - 'a' + 10
                      : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                             : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/// A control character as JSON writes it.
void append_escape(std::string& out, char c) {
  constexpr std::string_view digits = "0123456789abcdef";
  if (c == '\n' || c == '\r' || c == '\t') {
    out.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
  } else {
    out.append("\\u00").append(1, digits[static_cast<unsigned char>(c) >> 4]);
    out.append(1, digits[static_cast<unsigned char>(c) & 15]);
  }
}

/// The character of a two-byte escape, or 0.
char simple_escape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

bool is_high(int code) {
  return code >= 0xD800 && code < 0xDC00;
}
bool is_low(int code) {
  return code >= 0xDC00 && code < 0xE000;
}

}  // namespace

/// A string whose value is not its spelling. The value is never longer than three times the spelling.
struct string_reader::decoding {
  const char* begin;  ///< of the token, at its quote
  const char* at;     ///< how far the spelling is read
  char quote;
  bool is_in_object;
  std::string value = {};
  bool is_repaired = false;
  std::size_t fault = ~std::size_t{0};  ///< the one that costs the string
  const char* line_break = nullptr;     ///< the first one inside
  std::size_t value_to_break = 0;

  void put_replacement() {
    value += replacement;
    is_repaired = true;
  }
};

bool string_reader::read(const char*& at, char quote, bool is_in_object) {
  const char* begin = at;
  ends_damaged_ = false;
  bool is_ascii = true;
  const char* stop = find_string_end(begin + 1, text_->end, quote, is_ascii);
  if (stop == text_->end || *stop != quote) return decode(at, quote, is_in_object);
  const std::string_view text(begin + 1, stop);
  if (!is_ascii && find_bad_utf8(text) != text.npos) return decode(at, quote, is_in_object);
  auto& node = text_->add(json_kind::string, begin, stop + 1);
  node.text = text.data();
  node.size = static_cast<std::uint32_t>(text.size());
  node.hash = hash_of(text);
  at = stop + 1;
  return true;
}

/// JavaScript has these; under `max_recall` they are read, else they cost the value. An apostrophe must not be taken for their end.
bool string_reader::read_single_quoted(const char*& at, bool is_in_object) {
  const char* begin = at;
  if (!read(at, '\'', is_in_object)) return false;
  if (!text_->tree->nodes.back().is_string()) return true;
  const char* next = at;
  while (next != text_->end && is_white_space(*next)) ++next;
  if (next != text_->end && !is_behind_string(*next))
    return faults_->refuse(errc::syntax_error, begin, at, "single quotes, and an apostrophe");
  const bool is_read = treatment_of(errc::wrong_quote, profile_) == treatment::repair;
  const auto after = '"' + std::string(cut_text(text_->tree->nodes.back().view(), 256)) + '"';
  if (!is_read) text_->tree->nodes.back().kind = json_kind::damaged;
  return faults_->repair(errc::wrong_quote, begin, at, {}, is_read ? after : std::string());
}

bool string_reader::decode(const char*& at, char quote, bool is_in_object) {
  decoding string{at, at + 1, quote, is_in_object};
  while (string.at != text_->end && *string.at != quote) {
    const char c = *string.at;
    bool is_read = true;
    if (c == '\\')
      is_read = decode_escape(string);
    else if (static_cast<unsigned char>(c) >= 0x20)
      is_read = decode_bytes(string);
    else {
      if ((c == '\n' || c == '\r') && string.line_break == nullptr) {
        string.line_break = string.at;
        string.value_to_break = string.value.size();
      }
      string.value += c;
      ++string.at;
    }
    if (!is_read) return false;
  }
  return finish(string, at);
}

/// Bytes up to the next that means something to JSON.
bool string_reader::decode_bytes(decoding& string) {
  bool is_ascii = true;
  const char* stop = find_string_end(string.at, text_->end, string.quote, is_ascii);
  std::string_view text(string.at, stop);
  string.at = stop;
  while (!is_ascii && !text.empty()) {
    const auto bad = find_bad_utf8(text);
    if (bad == text.npos) break;
    string.value += text.substr(0, bad);
    const char* from = text.data() + bad;
    std::size_t length = 0;
    while (bad + length < text.size()) {  // one defect for bad bytes in a row
      const auto character = next_utf8(text.substr(bad + length));
      if (character.is_valid) break;
      string.put_replacement();
      length += character.length;
    }
    if (!faults_->repair(errc::illegal_utf8, from, from + length, {}, replacement)) return false;
    text.remove_prefix(bad + length);
  }
  string.value += text;
  return true;
}

bool string_reader::decode_escape(decoding& string) {
  const char* at = string.at;
  if (text_->end - at < 2) {
    string.at = text_->end;
    return true;
  }
  if (at[1] == 'u') return decode_unicode(string);
  if (const char c = simple_escape(at[1]); c != 0) {
    string.value += c;
    string.at += 2;
    return true;
  }
  if (at[1] == '\'' && string.quote == '\'') {
    string.value += '\'';
    string.at += 2;
    return true;
  }
  if (!faults_->repair(errc::bad_escape, at, at + 1, {}, "\\\\")) return false;
  string.value += '\\';
  ++string.at;
  return true;
}

bool string_reader::decode_unicode(decoding& string) {
  const char* at = string.at;
  const int code = hex4(at + 2, text_->end);
  if (code < 0) {
    if (!faults_->repair(errc::bad_escape, at, at + 1, {}, "\\\\")) return false;
    string.value += '\\';
    ++string.at;
    return true;
  }
  const bool has_second = text_->end - at >= 12 && at[6] == '\\' && at[7] == 'u';
  const int second = is_high(code) && has_second ? hex4(at + 8, text_->end) : -1;
  if (is_low(second)) {
    append_utf8(string.value, static_cast<char32_t>(0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00)));
    string.at += 12;
    return true;
  }
  string.at += 6;
  if (!is_high(code) && !is_low(code)) {
    append_utf8(string.value, static_cast<char32_t>(code));
    return true;
  }
  string.put_replacement();
  if (faults_->repair(errc::lone_surrogate, at, at + 6, {}, replacement)) return true;
  if (!faults_->ends_with(errc::lone_surrogate)) return false;
  string.fault = std::min(string.fault, faults_->all().size() - 1);
  return true;
}

/// Whether the string may hold the JSON on the lines behind its first, so that nothing there can be trusted.
bool string_reader::goes_on_as_text(const decoding& string) const {
  const std::string_view line(string.begin + 1, string.line_break), behind(string.line_break + 1, text_->end);
  if (!may_quote_json(line, behind, string.is_in_object)) return false;
  std::size_t from = 0;
  return find_odd_line(behind.substr(0, longest_quoted_json), from, behind.size() <= longest_quoted_json) !=
         behind.npos;
}

/// The quote is reached, or the end of the text. A line break inside is kept when what follows the string is what follows strings; else
/// the quote belongs to the next string, and this one has none.
bool string_reader::finish(decoding& string, const char*& at) {
  const bool is_closed = string.at != text_->end;
  const bool is_last_line = string.line_break == nullptr ||
                            (text_->chunk == json_chunk::cut && is_blank({string.line_break, text_->end}));
  if (!is_closed && is_last_line)
    return faults_->refuse(errc::unterminated, string.begin, text_->end, "a string without its end");
  const char* next = is_closed ? string.at + 1 : text_->end;
  while (next != text_->end && is_white_space(*next)) ++next;
  const bool fits = is_closed && (next == text_->end || is_behind_string(*next));
  if (string.line_break != nullptr && !fits) {
    if (goes_on_as_text(string)) {
      may_be_text_ = true;
      return faults_->refuse(errc::syntax_error, string.begin, text_->end,
                             "a string without its end, or with quotes inside");
    }
    at = string.line_break;
    ends_damaged_ = true;
    if (!faults_->repair(errc::syntax_error, string.begin, at, "a string without its end")) return false;
    text_->add(json_kind::damaged, string.begin, at);
    return true;
  }
  at = string.at + 1;
  for (const char* control = string.begin; control != string.at; ++control) {
    if (static_cast<unsigned char>(*control) >= 0x20) continue;
    const char* run = control;
    std::string escaped;
    for (; static_cast<unsigned char>(*control) < 0x20; ++control) append_escape(escaped, *control);
    if (!faults_->repair(errc::lenient_json, run, control, "a control character in a string", escaped))
      return false;
    --control;
  }
  if (string.fault < faults_->all().size()) {
    faults_->move(string.fault, text_->place(string.begin), text_->place(at));
    text_->add(json_kind::damaged, string.begin, at);
    return true;
  }
  const auto kept = text_->tree->strings.keep(string.value);
  auto& node = text_->add(json_kind::string, string.begin, at);
  node.text = kept.data();
  node.size = static_cast<std::uint32_t>(kept.size());
  node.hash = hash_of(kept);
  node.is_repaired = string.is_repaired;
  return true;
}

}  // namespace laundromat::jsonld
