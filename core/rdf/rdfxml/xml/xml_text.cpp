// Implements the decoding of character data: resolves references, and finds bytes that XML does not allow.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_text.hpp"

#include <libxml/HTMLparser.h>

#include <algorithm>
#include <array>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "core/rdf/rdfxml/xml/meant_comment.hpp"
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::size_t longest_after = 1'000;
constexpr std::size_t longest_name = 64;  ///< of an entity; what is longer is no reference

/// Bytes that end a run of plain ones.
constexpr auto make_table(std::string_view extra) {
  std::array<bool, 256> special{};
  for (unsigned c = 0; c < 0x20; ++c) special[c] = c != '\n' && c != '\t';
  for (unsigned c = 0x80; c < 0x100; ++c) special[c] = true;
  for (const char c : extra) special[static_cast<unsigned char>(c)] = true;
  return special;
}
constexpr std::array special_by_kind{make_table("&<]"), make_table("&<\t\n"), make_table("")};

/// Whether Unicode reserves the character (`find_odd_character`); XML allows these.
constexpr bool is_odd(char32_t c) {
  return (c >= 0xFDD0 && c <= 0xFDEF) || (c & 0xFFFEu) == 0xFFFE;
}

/// The character that HTML 4 gives an entity's name, 0 for none.
char32_t html_entity(std::string_view name) {
  std::array<char, longest_name + 1> zero_ended{};
  name.copy(zero_ended.data(), longest_name);
  const auto* found = htmlEntityLookup(reinterpret_cast<const xmlChar*>(zero_ended.data()));
  return found == nullptr ? 0 : found->value;
}

}  // namespace

bool xml_text_decoder::decode(std::string_view raw, xml_text_kind kind, std::uint64_t read_bytes,
                              std::string& out) {
  faults_.clear();
  const auto& special = special_by_kind[static_cast<std::size_t>(kind)];
  std::size_t run = 0, at = 0;
  while (at < raw.size()) {
    if (!special[static_cast<unsigned char>(raw[at])]) {
      ++at;
      continue;
    }
    out.append(raw.substr(run, at - run));
    at += raw[at] == '&' ? decode_reference(raw, at, read_bytes, out) : decode_special(raw, at, kind, out);
    run = at;
  }
  out.append(raw.substr(run));
  return std::ranges::none_of(faults_, [](const auto& f) { return f.done == treatment::skip; });
}

/// Appends what the reference at `at` stands for and returns its length.
std::size_t xml_text_decoder::decode_reference(std::string_view raw, std::size_t at, std::uint64_t read_bytes,
                                               std::string& out) {
  const auto rest = raw.substr(at + 1, longest_name + 2);
  const auto end = rest.find(';');
  const auto name = rest.substr(0, end == npos ? 0 : end);
  if (name.starts_with('#')) {
    const auto code = referenced_character(name.substr(1));
    if (code != 0) {
      append_utf8(out, code);
      if (is_odd(code)) note_odd(at, end + 2);
    } else {
      out.append(replacement);
      repair(errc::xml_character, at, end + 2, replacement);
    }
    return end + 2;
  }
  if (name.empty() || name_length(name) != name.size()) {
    out.push_back('&');
    repair(errc::bare_ampersand, at, 1, "&amp;");
    return 1;
  }
  if (const char one = predefined_entity(name); one != '\0') {
    out.push_back(one);
    return end + 2;
  }
  if (out.size() > text_bytes_) {
    refuse(errc::term_too_long, at, end + 2);
    return end + 2;
  }
  switch (entities_.expand(name, read_bytes, out)) {
    case entity_answer::found:
      break;
    case entity_answer::unknown:
      decode_unknown(raw.substr(at, end + 2), at, out);
      break;
    case entity_answer::unread:
      refuse(errc::unknown_entity, at, end + 2);
      break;
    case entity_answer::markup:
      refuse(errc::xml_syntax, at, end + 2, "an entity with markup in it, which is not read");
      break;
    case entity_answer::too_much:
      refuse(errc::entity_limit, at, end + 2);
      break;
  }
  return end + 2;
}

/// `reference` is no entity of the document: one of HTML, or, for those who want more, the usual short name of a namespace.
void xml_text_decoder::decode_unknown(std::string_view reference, std::size_t at, std::string& out) {
  const auto name = reference.substr(1, reference.size() - 2);
  std::string text;
  if (const auto code = html_entity(name); code != 0)
    append_utf8(text, code);
  else if (profile_ == wash_profile::max_recall)
    text = well_known_namespace(name);
  if (text.empty()) return refuse(errc::unknown_entity, at, reference.size());
  repair(errc::unknown_entity, at, reference.size(), text);
  out.append(text);
}

std::size_t xml_text_decoder::decode_special(std::string_view raw, std::size_t at, xml_text_kind kind,
                                             std::string& out) {
  const auto rest = raw.substr(at);
  const bool is_attribute = kind == xml_text_kind::attribute;
  switch (rest.front()) {
    case '\r':
      out.push_back(is_attribute ? ' ' : '\n');
      return rest.starts_with("\r\n") ? 2 : 1;
    case '\n':
    case '\t':
      out.push_back(is_attribute ? ' ' : rest.front());
      return 1;
    case '<':
      out.push_back('<');
      repair(errc::markup_in_text, at, 1, "&lt;");
      return 1;
    case ']':
      if (rest.starts_with("]]>")) repair(errc::markup_in_text, at, 3, "]]&gt;");
      out.append(rest.substr(0, rest.starts_with("]]>") ? 3 : 1));
      return rest.starts_with("]]>") ? 3 : 1;
    default:
      break;
  }
  const auto step = next_utf8(rest);
  if (step.is_valid && is_xml_character(step.code)) {
    out.append(rest.substr(0, step.length));
    if (is_odd(step.code)) note_odd(at, step.length);
    const bool is_mark = kind == xml_text_kind::content && rest.substr(step.length).starts_with('!');
    if (const auto opening = find_meant_opening(is_mark ? rest.substr(0, 16) : std::string_view(), false);
        opening.length > 0 && opening.begin == 0)
      refuse(errc::xml_syntax, at, opening.length);
  } else {
    out.append(replacement);
    repair(step.is_valid ? errc::xml_character : errc::illegal_utf8, at, step.length, replacement);
  }
  return step.length;
}

bool xml_text_decoder::repair(errc rule, std::size_t offset, std::size_t length, std::string_view after) {
  const auto done = treatment_of(rule, profile_);
  // Bytes side by side that are no characters are one fault.
  if (after == replacement && !faults_.empty() && faults_.back().rule == rule &&
      faults_.back().offset + faults_.back().length == offset) {
    faults_.back().length += length;
    if (done != treatment::skip && faults_.back().after.size() < longest_after)
      faults_.back().after.append(after);
    return done != treatment::skip;
  }
  faults_.push_back(
      {rule, done, offset, length, done == treatment::skip ? std::string() : std::string(after)});
  return done != treatment::skip;
}

void xml_text_decoder::note_odd(std::size_t offset, std::size_t length) {
  faults_.push_back({errc::odd_character, treatment::note, offset, length, {}});
}

void xml_text_decoder::refuse(errc rule, std::size_t offset, std::size_t length, std::string_view message) {
  faults_.push_back({rule, treatment::skip, offset, length, {}, message});
}

void append_attribute_value(std::string& out, std::string_view text) {
  std::size_t run = 0;
  for (;;) {
    const auto at = find_near(text, run, [](char c) {
      return c == '&' || c == '<' || c == '"' || c == '\t' || c == '\n' || c == '\r';
    });
    out.append(text.substr(run, at - run));
    if (at == npos) return;
    switch (text[at]) {
      case '&':
        out.append("&amp;");
        break;
      case '<':
        out.append("&lt;");
        break;
      case '"':
        out.append("&quot;");
        break;
      default:
        out.append("&#x").push_back("0123456789ABCDEF"[static_cast<unsigned char>(text[at])]);
        out.push_back(';');
    }
    run = at + 1;
  }
}

}  // namespace laundromat::rdfxml
