// The writer of canonical N-Quads: copies runs of plain bytes and escapes the others.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/canonical.hpp"

#include <array>
#include <cstring>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/write/plain_copy.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

/// The bytes that end a run of plain ones.
constexpr auto make_table(std::string_view extra, unsigned last_control) {
  std::array<bool, 256> special{};
  for (unsigned c = 0; c <= last_control; ++c) special[c] = true;
  for (const char c : extra) special[static_cast<unsigned char>(c)] = true;
  return special;
}
constexpr auto special_in_literal = make_table("\"\\\x7F\xEF", 0x1F);
constexpr auto special_in_iri = make_table("<>\"{}|^`\\\x7F\xEF", 0x20);

void append_hex_escape(std::string& out, unsigned code) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  out.append("\\u");
  for (const int shift : {12, 8, 4, 0}) out.push_back(digits[(code >> shift) & 15u]);
}

/// U+FFFE and U+FFFF (EF BF BE, EF BF BF) are escaped: they are noncharacters, which XML tools reject.
bool is_noncharacter(std::string_view text) {
  return text.size() >= 3 && text[0] == '\xEF' && text[1] == '\xBF' &&
         (text[2] == '\xBE' || text[2] == '\xBF');
}

void append_escaped(std::string& out, std::string_view text, const std::array<bool, 256>& special,
                    bool short_escapes) {
  std::size_t run = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (!special[c]) continue;
    if (c == 0xEF) {
      if (!is_noncharacter(text.substr(i))) continue;
      out.append(text.substr(run, i - run));
      append_hex_escape(out, text[i + 2] == '\xBE' ? 0xFFFE : 0xFFFF);
      i += 2;
      run = i + 1;
      continue;
    }
    out.append(text.substr(run, i - run));
    run = i + 1;
    constexpr std::string_view plain = "\t\b\n\r\f\"\\", letters = "tbnrf\"\\";
    const auto at = short_escapes ? plain.find(static_cast<char>(c)) : plain.npos;
    if (at != plain.npos) {
      out.push_back('\\');
      out.push_back(letters[at]);
    } else {
      append_hex_escape(out, c);
    }
  }
  out.append(text.substr(run));
}

/// The fast path for most text, else the general one.
template <bool is_iri>
void append_text(std::string& out, std::string_view text) {
  const auto begin = out.size();
  out.resize(begin + text.size());
  if (plain_copy::copy<is_iri>(out.data() + begin, text) != nullptr) return;
  out.resize(begin);
  append_escaped(out, text, is_iri ? special_in_iri : special_in_literal, !is_iri);
}

void append_iri(std::string& out, std::string_view iri) {
  out.push_back('<');
  append_text<true>(out, iri);
  out.push_back('>');
}

void append_tag(std::string& out, std::string_view tag, tag_case tags) {
  out.push_back('@');
  for (const char c : tag) {
    const bool is_lowered = tags == tag_case::lower && c >= 'A' && c <= 'Z';
    out.push_back(is_lowered ? static_cast<char>(c + 32) : c);
  }
}

void append_literal(std::string& out, const term_view& term, tag_case tags) {
  out.push_back('"');
  append_text<false>(out, term.value);
  out.push_back('"');
  if (!term.language.empty()) {
    append_tag(out, term.language, tags);
  } else if (!term.datatype.empty() && term.datatype != iris::xsd_string) {
    out.append("^^");
    append_iri(out, term.datatype);
  }
}

void append_term(std::string& out, const term_view& term, std::string_view skolem_prefix) {
  const auto append_skolem = [skolem_prefix](std::string& to, std::string_view label) {
    to.append(1, '<').append(skolem_prefix);
    append_skolem_label(to, label);
    to.push_back('>');
  };
  switch (term.kind) {
    case term_kind::iri:
    case term_kind::literal:
      append_canonical_term(out, term);
      break;
    case term_kind::blank:
      append_skolem(out, term.value);
      break;
    case term_kind::triple:
      append_named_triple_term(out, term.value, append_skolem);
      break;
    case term_kind::none:
      return;
  }
  out.push_back(' ');
}

char* write_plain_iri(char* to, std::string_view iri) {
  *to++ = '<';
  to = plain_copy::copy<true>(to, iri);
  if (to != nullptr) *to++ = '>';
  return to;
}

char* write_plain_literal(char* to, const term_view& term) {
  *to++ = '"';
  to = plain_copy::copy<false>(to, term.value);
  if (to == nullptr) return nullptr;
  *to++ = '"';
  if (!term.language.empty()) {
    *to++ = '@';
    for (const char c : term.language) *to++ = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  } else if (!term.datatype.empty() && term.datatype != iris::xsd_string) {
    *to++ = '^';
    *to++ = '^';
    to = write_plain_iri(to, term.datatype);
  }
  return to;
}

char* write_plain_skolem(char* to, std::string_view label, std::string_view skolem_prefix) {
  *to++ = '<';
  std::memcpy(to, skolem_prefix.data(), skolem_prefix.size());
  to += skolem_prefix.size();
  for (const char c : label) {
    if (!is_unreserved(c)) return nullptr;
    *to++ = c;
  }
  *to++ = '>';
  return to;
}

/// Null when a blank node must be named.
char* write_plain_triple(char* to, std::string_view text) {
  if (next_label(text).is_there()) return nullptr;
  std::memcpy(to, text.data(), text.size());
  return to + text.size();
}

/// With the space after it; writes nothing for no term.
char* write_plain_term(char* to, const term_view& term, std::string_view skolem_prefix) {
  switch (term.kind) {
    case term_kind::none:
      return to;
    case term_kind::iri:
      to = write_plain_iri(to, term.value);
      break;
    case term_kind::literal:
      to = write_plain_literal(to, term);
      break;
    case term_kind::blank:
      to = write_plain_skolem(to, term.value, skolem_prefix);
      break;
    case term_kind::triple:
      to = write_plain_triple(to, term.value);
      break;
  }
  if (to != nullptr) *to++ = ' ';
  return to;
}

}  // namespace

void append_canonical_term(std::string& out, const term_view& term, tag_case tags) {
  if (term.kind == term_kind::literal)
    append_literal(out, term, tags);
  else if (term.kind == term_kind::triple)
    out.append(term.value);
  else
    append_iri(out, term.value);
}

void append_spelled_term(std::string& out, const term_view& term) {
  if (term.kind == term_kind::blank)
    out.append("_:").append(term.value);
  else
    append_canonical_term(out, term);
}

void append_triple_term(std::string& out, const term_view& subject, const term_view& predicate,
                        const term_view& object) {
  out.append(triple_term_begin).push_back(' ');
  for (const auto* term : {&subject, &predicate, &object}) {
    append_spelled_term(out, *term);
    out.push_back(' ');
  }
  out.append(triple_term_end);
}

void append_canonical_subject(std::string& out, const statement_view& statement,
                              std::string_view skolem_prefix) {
  append_term(out, statement.subject, skolem_prefix);
}

void append_canonical_rest(std::string& out, const statement_view& statement,
                           std::string_view skolem_prefix) {
  for (const auto* term : {&statement.predicate, &statement.object, &statement.graph})
    append_term(out, *term, skolem_prefix);
  out.append(".\n");
}

void append_canonical(std::string& out, const statement_view& statement, std::string_view skolem_prefix) {
  append_canonical_subject(out, statement, skolem_prefix);
  append_canonical_rest(out, statement, skolem_prefix);
}

std::size_t plain_term_bytes(const term_view& term) {
  constexpr std::size_t signs = 8;
  return term.value.size() + term.datatype.size() + term.language.size() + signs;
}

char* write_plain_term(char* to, const term_view& term) {
  return write_plain_term(to, term, {});
}

std::size_t plain_subject_bytes(const statement_view& statement, std::string_view skolem_prefix) {
  constexpr std::size_t signs = 3;
  return statement.subject.value.size() + skolem_prefix.size() + signs;
}

char* write_plain_subject(char* to, const statement_view& statement, std::string_view skolem_prefix) {
  return write_plain_term(to, statement.subject, skolem_prefix);
}

std::size_t plain_rest_bytes(const statement_view& statement, std::string_view skolem_prefix) {
  constexpr std::size_t signs = 32;  // brackets, quotes, spaces
  const auto& object = statement.object;
  return statement.predicate.value.size() + object.value.size() + object.datatype.size() +
         object.language.size() + statement.graph.value.size() + 3 * skolem_prefix.size() + signs;
}

char* write_plain_rest(char* to, const statement_view& statement, std::string_view skolem_prefix) {
  for (const auto* term : {&statement.predicate, &statement.object, &statement.graph}) {
    to = write_plain_term(to, *term, skolem_prefix);
    if (to == nullptr) return nullptr;
  }
  *to++ = '.';
  *to++ = '\n';
  return to;
}

}  // namespace laundromat
