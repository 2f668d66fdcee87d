// Which version of RDF a document announces, by its media type and in its text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The media type of `text/turtle; version=1.2`, without white space at its end.
[[nodiscard]] std::string_view without_parameters(std::string_view media_type);
/// The label that a media type announces by its first parameter `version`, without quotes: `1.2`. Empty when there is none. Parameters are read by
/// `parse_content_type`.
/// Source: RDF 1.2 Concepts section 2.1, version labels; the registrations of media types in RDF 1.2 Turtle, TriG, N-Triples, N-Quads.
[[nodiscard]] std::string version_of(std::string_view media_type);

/// What a version of RDF has beyond RDF 1.1.
struct version_features {
  bool directions = false, triple_terms = false;
};
/// Whether RDF 1.2 defines the label: `1.1`, `1.2-basic`, `1.2`; also `1.0`.
[[nodiscard]] bool is_known_version(std::string_view label);
/// `1.2-basic` has base directions, `1.2` triple terms too. Any label that is not known may have everything.
[[nodiscard]] version_features features_of(std::string_view label);

}  // namespace laundromat
