// Whether a text is valid content of an XML element: the check of rdf:XMLLiteral.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Scans the text of an rdf:XMLLiteral, valid UTF-8: tags balanced and properly nested, names and attributes as in XML 1.0,
/// references only to characters and the five predefined entities, comments, CDATA sections and processing instructions closed.
/// Not a full parser: it allocates nothing, so that for elements nested deeper than 64 only the numbers of tags are compared, and
/// only the first 16 attribute names of a tag are checked for duplicates. Prefixes need no declaration.
/// Source: RDF 1.1 Concepts section 5.3, XML 1.0 (fifth edition) production 43.
[[nodiscard]] bool is_xml_fragment(std::string_view text);

}  // namespace laundromat
