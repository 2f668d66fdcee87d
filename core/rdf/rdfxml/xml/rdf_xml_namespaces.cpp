// Implements the look-up of foreign namespaces in a table.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"

#include <algorithm>
#include <array>

namespace laundromat::rdfxml {

namespace {

constexpr std::array<std::string_view, 17> foreign{
    "http://www.w3.org/1999/xhtml",
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/2005/Atom",
    "http://www.w3.org/2001/XMLSchema",
    "http://www.w3.org/1999/XSL/Transform",
    "http://www.w3.org/2005/sparql-results#",
    "http://www.w3.org/2004/03/trix/trix-1/",
    "http://www.sitemaps.org/schemas/sitemap/0.9",
    "adobe:ns:meta/",
    "http://www.openarchives.org/OAI/2.0/",
    "http://www.loc.gov/METS/",
    "http://www.loc.gov/mods/v3",
    "http://www.loc.gov/zing/srw/",
    "http://docs.oasis-open.org/ns/search-ws/sruResponse",
    "http://schemas.xmlsoap.org/soap/envelope/",
    "http://www.w3.org/2003/05/soap-envelope",
    "http://www.w3.org/1998/Math/MathML",
};

}  // namespace

bool is_foreign_namespace(std::string_view iri) {
  return std::ranges::find(foreign, iri) != foreign.end();
}

}  // namespace laundromat::rdfxml
