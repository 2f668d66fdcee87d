// Guesses the format from the bytes of a document alone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat {

/// Groups of formats that look alike, so that a declaration is needed to choose one.
enum class format_family : std::uint8_t {
  nothing,      ///< empty, or only space and comments: no evidence
  foreign,      ///< not RDF
  turtle,       ///< N-Triples, N-Quads, Turtle, TriG
  weak_turtle,  ///< Turtle or TriG if its prefixes were declared
  xml,          ///< RDF/XML, RDFa
  json,         ///< JSON-LD
  weak_json,  ///< JSON without any JSON-LD keyword, or with one but inside JavaScript or broken from its start
};
/// Whether such content is RDF only if it is declared so.
[[nodiscard]] constexpr bool is_weak(format_family family) {
  return family == format_family::weak_turtle || family == format_family::weak_json;
}

struct content_evidence {
  format_family family = format_family::nothing;
  rdf_format format = rdf_format::unknown;  ///< the most specific one of the family that fits
  std::string name;                         ///< for people, also for content that is not RDF
  std::string note;
  bool has_relations = false;  ///< HTML with `rel` or `rev`, which are RDF where the document is XHTML
};

[[nodiscard]] content_evidence examine_content(std::string_view head, bool head_is_whole);
/// `examine_content` for text that begins with markup.
[[nodiscard]] content_evidence examine_markup(std::string_view head, bool head_is_whole);
/// Whether `head` begins with markup, as opposed to an IRI in angle brackets.
[[nodiscard]] bool begins_with_markup(std::string_view head);

}  // namespace laundromat
