// What the bytes of a document alone say about its format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/format.hpp"

namespace laundromat {

/// Formats of one family share their look, so that only more than a look tells them apart.
enum class format_family : std::uint8_t {
  nothing,      ///< empty, or only space and comments: the content does not speak
  foreign,      ///< something that is no RDF
  turtle,       ///< N-Triples, N-Quads, Turtle, TriG
  weak_turtle,  ///< what is Turtle or TriG once its prefixes are declared
  xml,          ///< RDF/XML, RDFa
  json,         ///< JSON-LD
  weak_json,  ///< JSON without any JSON-LD keyword, or with one and within JavaScript or broken from its start
};
/// Whether such content is RDF only where it is declared so.
[[nodiscard]] constexpr bool is_weak(format_family family) {
  return family == format_family::weak_turtle || family == format_family::weak_json;
}

struct content_evidence {
  format_family family = format_family::nothing;
  rdf_format format = rdf_format::unknown;  ///< the least general one of the family that fits
  std::string name;                         ///< as people call it, also for what is foreign
  std::string note;
};

[[nodiscard]] content_evidence examine_content(std::string_view head, bool head_is_whole);
/// The part of `examine_content` for text that begins with markup.
[[nodiscard]] content_evidence examine_markup(std::string_view head, bool head_is_whole);
/// Whether `head` begins with markup and not with an IRI in angle brackets.
[[nodiscard]] bool begins_with_markup(std::string_view head);

}  // namespace laundromat
