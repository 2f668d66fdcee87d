// Guesses which of the seven formats a document is in, by content, media type and file name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/format.hpp"

namespace laundromat {

/// One piece of evidence for the decision.
struct format_evidence {
  std::string source;      ///< `content`, `media_type` or `extension`
  std::string value;       ///< what it indicates, for example `Turtle`, `OWL/XML` or `text/html`
  std::uint32_t rank = 0;  ///< 1 is strongest
  bool chosen = false;
  std::string note;
};

struct format_guess {
  std::optional<rdf_format> format;       ///< nothing: not RDF
  std::vector<format_evidence> evidence;  ///< all of it, strongest first
};

/// Whether a file name, path or URI ends like that of a compressed file: `.gz`, `.zip`, …
[[nodiscard]] bool names_compression(std::string_view name);

/// The declared media type. Without one a file whose name ends with `.xhtml` is XHTML: the host language of RDFa depends on it.
[[nodiscard]] std::string known_media_type(std::string_view declared, std::string_view file_name);

/// Guesses from the first bytes of the decoded document (64 KiB are enough; `head_is_whole` means that nothing
/// follows), the declared media type, with or without parameters, and the file name, path or URI. Content
/// decides, then media type, then extension: the latter two only choose within the family of the content, or
/// decide alone when the content shows nothing (empty, or only comments; D26). In doubt the most general format
/// of the family wins (L37): Turtle over N-Triples where the document is declared so, N-Quads where a
/// quad is seen, TriG where a graph is seen. Not RDF, whatever is declared (D11, D28): the OWL syntaxes
/// that are not RDF, HTML without any RDFa or embedded RDF, binary files, tables, prose.
[[nodiscard]] format_guess guess_format(std::string_view head, bool head_is_whole,
                                        std::string_view media_type, std::string_view file_name);

}  // namespace laundromat
