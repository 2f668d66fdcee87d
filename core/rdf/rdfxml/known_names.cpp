// The tables of known names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/known_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace laundromat {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 16> prefixes{{
    {"dc", "http://purl.org/dc/elements/1.1/"},
    {"dcat", "http://www.w3.org/ns/dcat#"},
    {"dct", "http://purl.org/dc/terms/"},
    {"dcterms", "http://purl.org/dc/terms/"},
    {"foaf", "http://xmlns.com/foaf/0.1/"},
    {"geo", "http://www.w3.org/2003/01/geo/wgs84_pos#"},
    {"obo", "http://purl.obolibrary.org/obo/"},
    {"owl", owl_namespace},
    {"prov", "http://www.w3.org/ns/prov#"},
    {"rdf", rdf_namespace},
    {"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
    {"sioc", "http://rdfs.org/sioc/ns#"},
    {"skos", "http://www.w3.org/2004/02/skos/core#"},
    {"vcard", "http://www.w3.org/2006/vcard/ns#"},
    {"void", "http://rdfs.org/ns/void#"},
    {"xsd", "http://www.w3.org/2001/XMLSchema#"},
}};

constexpr std::array<std::string_view, 8> foreign{
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/2005/Atom",
    "http://www.w3.org/2001/XMLSchema",
    "http://www.w3.org/1999/XSL/Transform",
    "http://www.w3.org/2005/sparql-results#",
    "http://www.w3.org/2004/03/trix/trix-1/",
    "http://www.sitemaps.org/schemas/sitemap/0.9",
};

}  // namespace

std::string_view known_namespace(std::string_view prefix) {
  const auto* found = std::ranges::find(prefixes, prefix, [](const auto& row) { return row.first; });
  return found == prefixes.end() ? std::string_view{} : found->second;
}

bool is_foreign_namespace(std::string_view iri) {
  return std::ranges::find(foreign, iri) != foreign.end();
}

}  // namespace laundromat
