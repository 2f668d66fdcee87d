// What an announced media type or name of a format says of the document: whether it can contain RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

enum class rdf_hint : std::uint8_t {
  no,     ///< a type that no reader of this project knows: CSV, PDF, a picture
  maybe,  ///< nothing announced, HTML, XML, JSON, plain text, a compressed file or an archive
  yes,    ///< the type of an RDF format
};

/// By the media type alone, without parameters, in any case. An announced type is often wrong: `no` is a reason to request other URIs first.
[[nodiscard]] rdf_hint hint_of(std::string_view media_type);

/// The media type that a catalogue means: a media type, also with parameters (`Text/Turtle; charset=utf-8`); the IRI of one at IANA; the
/// IRI of a format in the registries of W3C, of the EU's Publications Office and of purl.org; a name or extension (`TTL`, `rdf-xml`,
/// `JSON-LD`, `gzip:ntriples`). Of a compressed RDF file the type of the RDF format. In lower case; empty for other texts.
[[nodiscard]] std::string media_type_of(std::string_view format);

}  // namespace laundromat
