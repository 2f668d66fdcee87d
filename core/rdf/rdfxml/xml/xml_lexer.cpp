// Implements the lexer of dirty XML: cuts text at its delimiters, as far as a token has arrived.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/rdfxml/xml/xml_tag_lexer.hpp"

namespace laundromat::rdfxml {

namespace {

using enum xml_token_kind;

constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
constexpr std::size_t first_window_bytes =
    256;  ///< of a section; its end is looked for in wider and wider windows
constexpr std::size_t reference_bytes = 256;  ///< a text piece is not cut within a reference up to this long

/// Where a piece of at most `chunk_bytes` ends: not within a character, a reference, a CR LF or a `]]>`.
std::size_t end_of_chunk(std::string_view text) {
  std::size_t end = chunk_bytes;
  const auto ampersand = text.substr(0, end).rfind('&');
  if (ampersand != npos && ampersand + reference_bytes > end &&
      text.substr(ampersand, end - ampersand).find(';') == npos && ampersand > 0)
    return ampersand;
  while (end > chunk_bytes - 8 && ((static_cast<unsigned char>(text[end]) & 0xC0u) == 0x80u ||
                                   text[end - 1] == '\r' || text[end - 1] == ']'))
    --end;
  return end;
}

/// What `<` begins, when `text` starts with one. `text` counts as character data when it begins nothing.
enum class opening : std::uint8_t {
  need_more,
  nothing,
  start,
  end,
  cdata,
  comment,
  instruction,
  doctype,
  other
};

opening opening_of(std::string_view text, bool is_end) {
  constexpr std::array<std::pair<std::string_view, opening>, 3> declarations{
      {{"<!--", opening::comment}, {"<![CDATA[", opening::cdata}, {"<!DOCTYPE", opening::doctype}}};
  if (text.size() < 2) return is_end ? opening::nothing : opening::need_more;
  if (is_name_start(text[1])) return opening::start;
  if (text[1] == '?') return opening::instruction;
  if (text[1] == '/') {
    if (text.size() < 3) return is_end ? opening::nothing : opening::need_more;
    return is_name_start(text[2]) ? opening::end : opening::nothing;
  }
  if (text[1] != '!') return opening::nothing;
  for (const auto& [word, kind] : declarations) {
    if (text.starts_with(word)) return kind;
    if (!is_end && word.starts_with(text)) return opening::need_more;
  }
  return opening::other;
}

xml_token lex_text(std::string_view text, bool is_end) {
  std::size_t at = 0;
  for (;;) {
    at = std::min(text.find('<', at), text.size());
    if (at > chunk_bytes) return {.kind = xml_token_kind::text, .length = end_of_chunk(text)};
    if (at == text.size()) break;
    const auto begins = opening_of(text.substr(at), is_end);
    if (begins == opening::need_more) return {};
    if (begins != opening::nothing) return {.kind = xml_token_kind::text, .length = at};
    ++at;
  }
  if (!is_end) return {};
  return {.kind = xml_token_kind::text, .length = text.size()};
}

/// A piece of a section that ends with `closing`. The first piece ends before what looks like the opening of another, so that no
/// section looks further than the next.
xml_token lex_section(std::string_view text, bool is_end, xml_section section, std::string_view closing,
                      std::size_t opening_bytes) {
  constexpr std::array kinds{xml_token_kind::text, cdata, comment, instruction, broken_tag};
  xml_token token{.kind = kinds[static_cast<std::size_t>(section)], .length = 0};
  token.is_first = opening_bytes > 0;
  auto at = npos, inner = npos;
  for (auto window = first_window_bytes;; window *= 8) {
    const auto near = text.substr(0, std::min(window, chunk_bytes));
    at = near.find(closing, opening_bytes);
    if (token.is_first) inner = near.substr(0, at).find(text.substr(0, opening_bytes), opening_bytes);
    // `<!-->` is no opening, but a closing.
    if (inner + opening_bytes == near.size() && near.size() == text.size() && !is_end) return {};
    if (at != npos || inner != npos || near.size() < window || window >= chunk_bytes) break;
  }
  if (at != npos && inner == npos) {
    token.length = at + closing.size();
    return token;
  }
  if (inner != npos) {
    token.length = inner;
    token.is_last = false;
    token.next = section;
    return token;
  }
  if (text.size() > chunk_bytes) {
    token.length = end_of_chunk(text);
    // The closing may begin in this piece.
    for (std::size_t back = 0; back < closing.size() && token.length > opening_bytes + 1; ++back)
      if (text[token.length - 1] == closing.front() || text[token.length - 1] == ']') --token.length;
    token.is_last = false;
    token.next = section;
    return token;
  }
  if (!is_end) return {};
  token.length = text.size();
  token.is_whole = false;
  return token;
}

xml_token lex_end_tag(std::string_view text, bool is_end, const xml_lexer_limits& limits) {
  xml_token token{.kind = end_tag, .length = 0};
  token.name = text.substr(2, name_length(text.substr(2)));
  auto at = find_near(text, 2 + token.name.size(), is_bracket);
  if (at == npos || at > limits.tag_bytes) {
    if (!is_end && text.size() <= limits.tag_bytes) return {};
    at = std::min(2 + token.name.size(), limits.tag_bytes);
    token.name = token.name.substr(0, at - 2);
    token.is_whole = false;
    token.length = at;
    return token;
  }
  token.is_whole =
      text[at] == '>' && is_all_space(text.substr(2 + token.name.size(), at - 2 - token.name.size()));
  if (text[at] == '>') {
    token.length = at + 1;
  } else {  // the `>` is missing: what follows the name is no part of the tag
    token.length = 2 + token.name.size();
  }
  return token;
}

/// The end of `<!DOCTYPE … [ … ] >`; where an element or another one begins within it, it ends before that.
xml_token lex_document_type(std::string_view text, bool is_end, const xml_lexer_limits& limits) {
  xml_token token{.kind = document_type, .length = 0};
  bool is_in_subset = false;
  std::size_t at = 9;
  const auto skip_to = [&](std::string_view closing) {
    const auto found = text.find(closing, at + 1);
    at = found == npos ? npos : found + closing.size();
  };
  while (at < text.size() && at <= limits.document_type_bytes) {
    const auto rest = text.substr(at);
    const char c = rest.front();
    if (c == '"' || c == '\'') {
      skip_to(std::string_view(&c, 1));
    } else if (rest.starts_with("<!--")) {
      at += 3;
      skip_to("-->");
    } else if (rest.starts_with("<?")) {
      skip_to("?>");
    } else if (c == '<' && rest.size() < 4 && !is_end) {
      return {};
    } else if (rest.starts_with("<!D") || (c == '<' && rest.size() > 1 && rest[1] != '!' && rest[1] != '?')) {
      token.is_whole = false;
      token.length = at;
      return token;
    } else if (c == '>' && !is_in_subset) {
      token.length = at + 1;
      return token;
    } else {
      if (c == '[' && !is_in_subset)
        is_in_subset = true;
      else if (c == ']')
        is_in_subset = false;
      ++at;
    }
  }
  if (!is_end && text.size() <= limits.document_type_bytes) return {};
  // No end within the limit: only the word itself is taken, and what it declares is lost.
  token.is_whole = false;
  token.length = 9;
  return token;
}

xml_token lex_other_declaration(std::string_view text, bool is_end) {
  const auto at = find_near(text, 2, is_bracket);
  if (at == npos && !is_end && text.size() <= chunk_bytes) return {};
  if (at > chunk_bytes) return {.kind = broken_declaration, .length = 2};  // also when there is none
  return {.kind = broken_declaration, .length = text[at] == '>' ? at + 1 : at};
}

/// `<?xml …?>` cannot contain a bracket, so that the first one shows where it ends when it lost its end.
xml_token lex_instruction(std::string_view text, bool is_end) {
  const auto name = text.substr(2, name_length(text.substr(2)));
  const auto bracket = name == "xml" ? find_near(text.substr(0, chunk_bytes), 2, is_bracket) : npos;
  auto token = bracket == npos ? lex_section(text, is_end, xml_section::instruction, "?>", 2)
                               : xml_token{.kind = instruction, .length = bracket};
  token.name = name;
  if (bracket == npos) return token;
  token.is_whole = text[bracket - 1] == '?' && text[bracket] == '>';
  if (text[bracket] == '>') ++token.length;
  return token;
}

/// The rest of a start tag beyond the limit ends at the next `>`, or before the next `<`.
xml_token lex_long_tag(std::string_view text, bool is_end) {
  xml_token token{.kind = broken_tag, .length = 0};
  token.is_first = false;
  const auto at = find_near(text, 0, is_bracket);
  if (at < chunk_bytes) {
    token.length = text[at] == '>' ? at + 1 : at;
    return token;
  }
  if (text.size() < chunk_bytes && !is_end) return {};
  token.length = std::min(text.size(), chunk_bytes);
  token.is_last = text.size() < chunk_bytes;
  token.next = token.is_last ? xml_section::content : xml_section::long_tag;
  return token;
}

}  // namespace

bool is_all_space(std::string_view text) {
  return std::ranges::all_of(text, is_white_space);
}

xml_token next_xml_token(std::string_view text, bool is_end, xml_section section,
                         const xml_lexer_limits& limits, xml_tag& tag) {
  switch (section) {
    case xml_section::cdata:
      return lex_section(text, is_end, section, "]]>", 0);
    case xml_section::comment:
      return lex_section(text, is_end, section, "-->", 0);
    case xml_section::instruction:
      return lex_section(text, is_end, section, "?>", 0);
    case xml_section::long_tag:
      return lex_long_tag(text, is_end);
    case xml_section::content:
      break;
  }
  if (text.front() != '<') return lex_text(text, is_end);
  switch (opening_of(text, is_end)) {
    case opening::need_more:
      return {};
    case opening::nothing:
      return lex_text(text, is_end);
    case opening::start:
      return lex_start_tag(text, is_end, limits, tag);
    case opening::end:
      return lex_end_tag(text, is_end, limits);
    case opening::cdata:
      return lex_section(text, is_end, xml_section::cdata, "]]>", 9);
    case opening::comment:
      return lex_section(text, is_end, xml_section::comment, "-->", 4);
    case opening::instruction:
      return lex_instruction(text, is_end);
    case opening::doctype:
      return lex_document_type(text, is_end, limits);
    case opening::other:
      return lex_other_declaration(text, is_end);
  }
  return {};
}

}  // namespace laundromat::rdfxml
