// Tables of media types and of the names that catalogues use for them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/media_hint.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/model/format.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Types of RDF that `format_table` does not have, because no reader is chosen by them.
constexpr std::array<std::string_view, 10> further_rdf_types{
    "application/x-ntriples", "text/ntriples", "text/n3",     "text/rdf+n3",   "application/x-trig",
    "application/rdf",        "text/rdf",      "text/rdf+nt", "text/x-turtle", "application/owl+xml"};

constexpr std::array<std::string_view, 27> open_types{"text/html",
                                                      "application/xhtml+xml",
                                                      "text/plain",
                                                      "text/xml",
                                                      "application/xml",
                                                      "application/json",
                                                      "application/octet-stream",
                                                      "application/gzip",
                                                      "application/x-gzip",
                                                      "application/x-bzip2",
                                                      "application/x-xz",
                                                      "application/zstd",
                                                      "application/zip",
                                                      "application/x-zip-compressed",
                                                      "application/x-tar",
                                                      "application/x-gtar",
                                                      "application/x-7z-compressed",
                                                      "application/x-compressed",
                                                      "application/tar",
                                                      "application/warc",
                                                      "application/download",
                                                      "application/rss+xml",
                                                      "application/atom+xml",
                                                      "application/linkset",
                                                      "application/linkset+json",
                                                      "application/sparql-results+xml",
                                                      "image/svg+xml"};

struct format_name {
  std::string_view name;  ///< letters and digits only, in lower case
  std::string_view media_type;
};

constexpr std::array<format_name, 43> names{{
    {"rdfxml", "application/rdf+xml"},
    {"rdf", "application/rdf+xml"},
    {"owl", "application/rdf+xml"},
    {"owlxml", "application/owl+xml"},
    {"turtle", "text/turtle"},
    {"ttl", "text/turtle"},
    {"rdfturtle", "text/turtle"},
    {"ntriples", "application/n-triples"},
    {"nt", "application/n-triples"},
    {"rdfntriples", "application/n-triples"},
    {"nquads", "application/n-quads"},
    {"nq", "application/n-quads"},
    {"rdfnquads", "application/n-quads"},
    {"trig", "application/trig"},
    {"rdftrig", "application/trig"},
    {"n3", "text/n3"},
    {"notation3", "text/n3"},
    {"jsonld", "application/ld+json"},
    {"rdfa", "text/html"},
    {"rdfahtml", "text/html"},
    {"htmlrdfa", "text/html"},
    {"xturtle", "text/turtle"},
    {"html", "text/html"},
    {"xhtml", "application/xhtml+xml"},
    {"csv", "text/csv"},
    {"tsv", "text/tab-separated-values"},
    {"json", "application/json"},
    {"geojson", "application/geo+json"},
    {"xml", "application/xml"},
    {"gml", "application/gml+xml"},
    {"kml", "application/vnd.google-earth.kml+xml"},
    {"kmz", "application/vnd.google-earth.kmz"},
    {"shp", "application/vnd.shp"},
    {"pdf", "application/pdf"},
    {"txt", "text/plain"},
    {"doc", "application/msword"},
    {"xls", "application/vnd.ms-excel"},
    {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
    {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
    {"zip", "application/zip"},
    {"gzip", "application/gzip"},
    {"gz", "application/gzip"},
    {"tar", "application/x-tar"},
}};

constexpr std::array<std::string_view, 7> registries{
    "https://www.iana.org/assignments/media-types/",
    "http://www.iana.org/assignments/media-types/",
    "http://www.w3.org/ns/formats/",
    "https://www.w3.org/ns/formats/",
    "http://publications.europa.eu/resource/authority/file-type/",
    "https://publications.europa.eu/resource/authority/file-type/",
    "http://purl.org/net/mediatypes/"};

std::string_view without_registry(std::string_view text) {
  for (const auto prefix : registries)
    if (text.size() > prefix.size() && equals_ignoring_case(text.substr(0, prefix.size()), prefix))
      return text.substr(prefix.size());
  return text;
}

/// Catalogues also write `RDF/XML` and `rdf/turtle`, so only the top-level types of the registry count.
bool is_media_type_text(std::string_view text) {
  constexpr std::array<std::string_view, 9> top_levels{"application", "text", "image",     "audio",   "video",
                                                       "model",       "font", "multipart", "chemical"};
  const auto slash = text.find('/');
  return slash != text.npos && slash + 1 < text.size() && text.find('/', slash + 1) == text.npos &&
         std::ranges::find(top_levels, lower_case(text.substr(0, slash))) != top_levels.end() &&
         std::ranges::all_of(text, [](char c) { return is_token_char(c) || c == '/'; });
}

std::string letters_of(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (is_alpha(c) || is_digit(c)) out += to_lower(c);
  return out;
}

std::string_view find_name(std::string_view text) {
  const auto letters = letters_of(text);
  const auto found = std::ranges::find(names, letters, &format_name::name);
  return found == names.end() ? std::string_view{} : found->media_type;
}

}  // namespace

rdf_hint hint_of(std::string_view media_type) {
  const auto type = lower_case(trim(media_type.substr(0, media_type.find(';'))));
  if (type.empty() || std::ranges::find(open_types, type) != open_types.end()) return rdf_hint::maybe;
  if (format_from_media_type(type) || std::ranges::find(further_rdf_types, type) != further_rdf_types.end())
    return rdf_hint::yes;
  return rdf_hint::no;
}

std::string media_type_of(std::string_view format) {
  auto text = trim(format);
  if (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = trim(text.substr(1, text.size() - 2));
  auto inner = without_registry(text);
  inner = trim(inner.substr(0, inner.find(';')));
  // CKAN: `gzip:ntriples`, `application/x-gzip:text/turtle`.
  if (const auto colon = inner.rfind(':'); colon != inner.npos && inner.find("//") == inner.npos)
    inner = trim(inner.substr(colon + 1));
  if (is_media_type_text(inner)) return lower_case(inner);
  // `.nt.gz`, `ttl.bz2`: the format that is compressed
  auto name = inner;
  for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst", ".zip"})
    if (name.size() > packed.size() && equals_ignoring_case(name.substr(name.size() - packed.size()), packed))
      name.remove_suffix(packed.size());
  // datahub.io: `example/rdf+xml` is a role and a format; `meta/void` and `api/sparql` are roles alone.
  constexpr std::string_view sample = "example/";
  if (name.size() > sample.size() && equals_ignoring_case(name.substr(0, sample.size()), sample))
    name.remove_prefix(sample.size());
  return std::string(find_name(name));
}

}  // namespace laundromat
