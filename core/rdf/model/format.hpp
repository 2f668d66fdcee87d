// The one table of formats: names, IRIs, media types, extensions of the seven RDF serialisations.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace laundromat {

/// The seven formats (L37). Numbers are stored.
enum class rdf_format : std::uint8_t {
  unknown = 0,
  n_triples = 1,
  n_quads = 2,
  turtle = 3,
  trig = 4,
  rdf_xml = 5,
  rdfa = 6,
  json_ld = 7,
  records = 8,  ///< none of the seven: data that a specification of records makes statements of
  last = records,
};

struct format_entry {
  rdf_format format;
  std::string_view name;                          ///< as LOD Laundromat prints it: `N-Triples`
  std::string_view key;                           ///< on the command line: `n-triples`
  std::string_view iri;                           ///< in the W3C registry http://www.w3.org/ns/formats/
  std::span<const std::string_view> media_types;  ///< the registered one first
  std::span<const std::string_view> extensions;   ///< without dot, lower case, the usual one first
  std::string_view rdf_version;                   ///< the newest that its documents are read in: `1.2`
  /// The languages of the pages and drawings that its statements are written in, as `SVG` (RDFa Core 1.1 section 4); empty where its
  /// documents contain nothing else.
  std::span<const std::string_view> host_languages = {};
  /// The formats that are read in the same pass, within its documents.
  std::span<const std::string_view> embedded = {};
};

/// The seven rows, in the order of the enumeration.
[[nodiscard]] std::span<const format_entry> format_table();
[[nodiscard]] const format_entry* find_format(rdf_format format);
[[nodiscard]] std::string_view to_string(rdf_format format);
/// By name or key, case ignored.
[[nodiscard]] std::optional<rdf_format> format_from_name(std::string_view name);
/// By media type without parameters, case ignored. Only types that name one format, so not `text/plain`.
[[nodiscard]] std::optional<rdf_format> format_from_media_type(std::string_view media_type);
/// By extension without dot, case ignored.
[[nodiscard]] std::optional<rdf_format> format_from_extension(std::string_view extension);

/// The media types of the table as an Accept field: compact formats first, anything last (RFC 9110 section 12.5.1). A format with RDF 1.2 is there
/// with `version=1.2` and without: a server that does not know the parameter finds what it knows. Source: RDF 1.2 Concepts section 2.1.
[[nodiscard]] std::string accept_header();

}  // namespace laundromat
