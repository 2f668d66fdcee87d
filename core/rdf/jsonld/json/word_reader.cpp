// Implements word_reader: tokens of RFC 8259 outside of strings and brackets, and what is read in their place.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/json/word_reader.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::jsonld {

bool word_reader::skip_odd_space(const char*& at) {
  if (*at == '/') return skip_comment(at);
  if (!faults_->repair(errc::byte_order_mark, at, at + byte_order_mark.size(), {})) return false;
  at += byte_order_mark.size();
  return true;
}

bool word_reader::skip_comment(const char*& at) {
  const std::string_view rest(at, text_->end);
  const bool is_line = rest.starts_with("//");
  const std::string_view before(text_->begin, at);
  const bool is_iri = is_line && (before.ends_with(":\"") || before.ends_with("\":"));
  if (is_iri) return faults_->refuse(errc::syntax_error, at - 1, at, "a quote inside an IRI");
  if (!is_line && !rest.starts_with("/*"))
    return faults_->refuse(errc::syntax_error, at, at + 1, "a stray slash");
  const auto end = is_line ? rest.npos : rest.find("*/", 2);
  const bool is_endless = !is_line && end == rest.npos;
  const auto length = end != rest.npos ? end + 2 : std::min(rest.find_first_of("\r\n"), rest.size());
  if (!faults_->repair(errc::lenient_json, at, at + length,
                       is_endless ? "a comment without its end" : "a comment"))
    return false;
  at += length;
  return true;
}

bool word_reader::read_bare_key(const char*& from) {
  const char* begin = from;
  const char* at = begin + (*begin == '@' ? 1 : 0);
  const auto is_letter = [](char c) { return is_alpha(c) || c == '_' || c == '$'; };
  if (at == text_->end || !is_letter(*at))
    return faults_->refuse(errc::syntax_error, begin, begin + 1, "expected a key");
  while (at != text_->end && (is_letter(*at) || is_digit(*at))) ++at;
  const std::string_view name(begin, at);
  const char* next = at;
  while (next != text_->end && is_white_space(*next)) ++next;
  if (next == text_->end || *next != ':')
    return faults_->refuse(errc::syntax_error, begin, at, "expected a key");
  if (!faults_->repair(errc::lenient_json, begin, at, "a key without quotes",
                       '"' + std::string(cut_text(name, 256)) + '"'))
    return false;
  auto& node = text_->add(json_kind::string, begin, at);
  node.text = name.data();
  node.size = static_cast<std::uint32_t>(name.size());
  node.hash = hash_of(name);
  from = at;
  return true;
}

bool word_reader::is_number_end(const char* at) const {
  return at == text_->end || is_white_space(*at) || is_json_delimiter(*at) || *at == '/';
}

bool word_reader::read_number(const char*& from) {
  const char* begin = from;
  const char* at = from;
  const auto digits = [&] {
    const char* digits_begin = at;
    while (at != text_->end && *at >= '0' && *at <= '9') ++at;
    return at != digits_begin;
  };
  if (*at == '-') ++at;
  const char* first = at;
  bool is_right = digits() && (*first != '0' || at == first + 1);
  bool is_integer = true;
  if (is_right && at != text_->end && *at == '.') {
    ++at;
    is_integer = false;
    is_right = digits();
  }
  if (is_right && at != text_->end && (*at == 'e' || *at == 'E')) {
    ++at;
    is_integer = false;
    if (at != text_->end && (*at == '+' || *at == '-')) ++at;
    is_right = digits();
  }
  if (!is_right || !is_number_end(at)) return read_word(from);
  auto& node = text_->add(json_kind::number, begin, at);
  node.is_integer = is_integer;
  node.text = begin;
  node.size = node.end - node.begin;
  from = at;
  return true;
}

bool word_reader::read_word(const char*& from) {
  const char* begin = from;
  const char* at = from;
  while (!is_number_end(at)) ++at;
  if (at == begin) ++at;
  const std::string_view word(begin, at);
  from = at;
  if (word == "true" || word == "false") {
    text_->add(json_kind::boolean, begin, at).is_true = word == "true";
  } else if (word == "null") {
    text_->add(json_kind::null, begin, at);
  } else {
    if (!faults_->repair(errc::syntax_error, begin, at, "a value that JSON does not have")) return false;
    text_->add(json_kind::damaged, begin, at);
  }
  return true;
}

}  // namespace laundromat::jsonld
