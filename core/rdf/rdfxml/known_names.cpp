// The tables of known names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/known_names.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

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

bool is_foreign_namespace(std::string_view iri) {
  return std::ranges::find(foreign, iri) != foreign.end();
}

}  // namespace laundromat
