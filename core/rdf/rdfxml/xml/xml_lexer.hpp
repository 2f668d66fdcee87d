// Cuts dirty XML into tags, text and the rest, before any XML parser sees it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/white_space.hpp"
#include "core/rdf/model/xml_characters.hpp"

namespace laundromat::rdfxml {

inline constexpr auto npos = std::string_view::npos;

enum class xml_token_kind : std::uint8_t {
  need_more,          ///< the token may go on beyond the text
  text,               ///< character data, in pieces
  start_tag,          ///< `<a b="c">`
  empty_tag,          ///< `<a/>`
  broken_tag,         ///< a start tag that does not show where it ends, or whether it is empty
  end_tag,            ///< `</a>`
  cdata,              ///< a piece of a CDATA section; the first has its opening, the last its closing
  comment,            ///< a piece of a comment
  instruction,        ///< a piece of a processing instruction
  lost_section,       ///< a section that must not be read, whole; `section_ends` finds them
  document_type,      ///< `<!DOCTYPE …>` with its internal subset
  broken_declaration  ///< `<!…` that is none of the above
};

/// What a piece of a section that may be long belongs to: the state of the lexer between two tokens.
enum class xml_section : std::uint8_t { content, cdata, comment, instruction, long_tag };

struct xml_token {
  xml_token_kind kind = xml_token_kind::need_more;
  std::size_t length = 0;
  std::string_view name = {};  ///< of tags, without `/`; of the first piece of an instruction, its target
  bool is_first = true;        ///< of the pieces of a section
  bool is_last = true;         ///< of the pieces of a section
  bool is_whole = true;        ///< an end tag or section that has its end
  xml_section next = xml_section::content;
};

/// An attribute of a start tag: its place, counted from the `<`.
struct xml_attribute {
  std::size_t begin = 0;                    ///< of the name
  std::size_t name_length = 0;              ///< 0 when its name cannot be known
  std::size_t value = 0, value_length = 0;  ///< between the quotes
  std::size_t end = 0;                      ///< behind the closing quote
  bool is_repaired =
      false;  ///< a quote is missing, or both, or the space before it, and the value is sure all the same
  bool is_lost = false;  ///< has no value that could be sure: it has none, or several, or a quote too many
  bool is_repeated =
      false;  ///< another attribute of the tag has its name; when it is not lost, it has the same value
};

/// What a start tag holds. One object is used for all tags of a document.
struct xml_tag {
  std::vector<xml_attribute> attributes;
  errc fault = errc::ok;     ///< the first thing that XML does not allow, if it makes the tag unusable
  std::size_t fault_at = 0;  ///< 0 when the tag is taken to end before it
  bool is_repaired = false;  ///< an attribute is
  bool has_lost = false;     ///< an attribute is lost or repeated
  bool has_markup_in_value = false;  ///< a `<` in a value, whose end is sure all the same
};

/// Whether an attribute of this name declares a namespace.
[[nodiscard]] constexpr bool declares_namespace(std::string_view attribute_name) {
  return attribute_name.starts_with("xmlns") && (attribute_name.size() == 5 || attribute_name[5] == ':');
}

struct xml_lexer_limits {
  std::size_t tag_bytes = std::size_t{1} << 20;
  std::size_t attributes = 1'000;
  std::size_t document_type_bytes = std::size_t{1} << 20;  ///< how far the end of one is looked for

  /// The same for looking ahead, where no document type is of interest.
  [[nodiscard]] xml_lexer_limits without_document_types() const { return {tag_bytes, attributes, 0}; }
};

/// Reads the token at the front of `text`, which is not empty. `is_end`: nothing follows `text`. For any text, the result does not depend
/// on how much of what follows is there already, unless it is `need_more`. A piece is at most 64 KiB long.
/// `tag` is filled for start tags.
[[nodiscard]] xml_token next_xml_token(std::string_view text, bool is_end, xml_section section,
                                       const xml_lexer_limits& limits, xml_tag& tag);

/// The length of the name at the front, or 0.
[[nodiscard]] constexpr std::size_t name_length(std::string_view text) {
  if (text.empty() || !is_name_start(text.front())) return 0;
  std::size_t i = 1;
  while (i < text.size() && is_name_character(text[i])) ++i;
  return i;
}
/// Whether all characters are white space of XML, or there are none.
[[nodiscard]] bool is_all_space(std::string_view text);
/// The first character from `from` on for which `is_wanted` holds, or `npos`. What is looked for is near, so a plain loop is best.
template <class Wanted>
[[nodiscard]] constexpr std::size_t find_near(std::string_view text, std::size_t from, Wanted is_wanted) {
  for (; from < text.size(); ++from)
    if (is_wanted(text[from])) return from;
  return std::string_view::npos;
}
/// Whether it begins or ends a tag.
[[nodiscard]] constexpr bool is_bracket(char c) {
  return c == '<' || c == '>';
}

}  // namespace laundromat::rdfxml
