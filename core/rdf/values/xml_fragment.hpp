// Whether a text could stand between two tags of an XML document: the check of rdf:XMLLiteral.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Scans the text of an rdf:XMLLiteral, valid UTF-8: tags balanced and properly nested, names and attributes as XML 1.0 has them,
/// references only to characters and the five predefined entities, comments, CDATA sections and processing instructions closed.
/// It is no parser: it allocates nothing, so that elements deeper than 64 are taken for balanced when their number is, and it
/// looks for equal attribute names among the first 16 of a tag only. Prefixes need no declaration.
/// Source: RDF 1.1 Concepts section 5.3, XML 1.0 (fifth edition) production 43.
[[nodiscard]] bool is_xml_fragment(std::string_view text);

}  // namespace laundromat
