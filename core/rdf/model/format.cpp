// The one table of formats, and the look-ups by name, media type and extension.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/format.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

using names = std::string_view;

constexpr std::array nt_types{names{"application/n-triples"}};
constexpr std::array nt_extensions{names{"nt"}, names{"ntriples"}};
constexpr std::array nq_types{names{"application/n-quads"}, names{"application/nquads"},
                              names{"text/x-nquads"}};
constexpr std::array nq_extensions{names{"nq"}, names{"nquads"}};
constexpr std::array ttl_types{names{"text/turtle"}, names{"application/x-turtle"},
                               names{"application/turtle"}};
constexpr std::array ttl_extensions{names{"ttl"}, names{"turtle"}};
constexpr std::array trig_types{names{"application/trig"}, names{"application/x-trig"}};
constexpr std::array trig_extensions{names{"trig"}};
constexpr std::array xml_types{names{"application/rdf+xml"}};
constexpr std::array xml_extensions{names{"rdf"}, names{"owl"}, names{"rdfs"}};
constexpr std::array rdfa_types{names{"text/html"}, names{"application/xhtml+xml"}};
constexpr std::array rdfa_extensions{names{"html"}, names{"htm"}, names{"xhtml"}};
constexpr std::array json_types{names{"application/ld+json"}};
constexpr std::array json_extensions{names{"jsonld"}, names{"json-ld"}};

constexpr std::array rdfa_languages{names{"HTML"}, names{"XHTML"}, names{"SVG"}, names{"XML"}};
constexpr std::array rdfa_embedded{names{"Microdata"}, names{"JSON-LD"}};

constexpr std::array<format_entry, 7> formats{{
    {rdf_format::n_triples, "N-Triples", "n-triples", "http://www.w3.org/ns/formats/N-Triples", nt_types,
     nt_extensions, "1.2"},
    {rdf_format::n_quads, "N-Quads", "n-quads", "http://www.w3.org/ns/formats/N-Quads", nq_types,
     nq_extensions, "1.2"},
    {rdf_format::turtle, "Turtle", "turtle", "http://www.w3.org/ns/formats/Turtle", ttl_types, ttl_extensions,
     "1.2"},
    {rdf_format::trig, "TriG", "trig", "http://www.w3.org/ns/formats/TriG", trig_types, trig_extensions,
     "1.2"},
    {rdf_format::rdf_xml, "RDF/XML", "rdf-xml", "http://www.w3.org/ns/formats/RDF_XML", xml_types,
     xml_extensions, "1.2"},
    {rdf_format::rdfa, "RDFa", "rdfa", "http://www.w3.org/ns/formats/RDFa", rdfa_types, rdfa_extensions,
     "1.1", rdfa_languages, rdfa_embedded},
    {rdf_format::json_ld, "JSON-LD", "json-ld", "http://www.w3.org/ns/formats/JSON-LD", json_types,
     json_extensions, "1.1"},
}};

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

bool same(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

template <class Matches>
std::optional<rdf_format> find(Matches matches) {
  for (const auto& row : formats)
    if (matches(row)) return row.format;
  return std::nullopt;
}

}  // namespace

std::span<const format_entry> format_table() {
  return formats;
}

const format_entry* find_format(rdf_format format) {
  const auto at = std::ranges::find(formats, format, &format_entry::format);
  return at == formats.end() ? nullptr : &*at;
}

std::string_view to_string(rdf_format format) {
  if (format == rdf_format::records) return "records";
  const auto* row = find_format(format);
  return row ? row->name : std::string_view{"unknown"};
}

std::optional<rdf_format> format_from_name(std::string_view name) {
  return find([&](const format_entry& row) { return same(row.name, name) || same(row.key, name); });
}

std::optional<rdf_format> format_from_media_type(std::string_view media_type) {
  return find([&](const format_entry& row) {
    return std::ranges::any_of(row.media_types,
                               [&](std::string_view known) { return same(known, media_type); });
  });
}

std::optional<rdf_format> format_from_extension(std::string_view extension) {
  return find([&](const format_entry& row) {
    return std::ranges::any_of(row.extensions,
                               [&](std::string_view known) { return same(known, extension); });
  });
}

std::string accept_header() {
  std::string out;
  for (const auto& row : format_table()) {
    const bool is_markup = row.format == rdf_format::rdfa;
    if (row.rdf_version == "1.2") out.append(row.media_types[0]).append(";version=1.2, ");
    for (const auto type : row.media_types) out.append(type).append(is_markup ? ";q=0.5, " : ", ");
  }
  return out + "*/*;q=0.1";
}

}  // namespace laundromat
