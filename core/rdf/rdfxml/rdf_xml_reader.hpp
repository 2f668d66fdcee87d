// The reader of RDF/XML: dirty XML is made well-formed tag by tag, read by libxml2, and parsed by the grammar.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Reads RDF/XML 1.1 and 1.2. Text is taken as UTF-8 whatever the XML declaration is, since decoding came before. A property is written
/// when it closes; after damage the smallest element around it whose ends are sure is skipped. General entities of the internal
/// subset are expanded within `entity_bytes`; nothing outside the document is ever read. Memory: a term, a start tag, 64 KiB of
/// lookahead, the open elements, and 16 MiB for the names given by rdf:ID.
/// Source: RDF 1.1 XML Syntax, RDF 1.2 XML Syntax, XML 1.0 fifth edition, Namespaces in XML 1.0, Exclusive XML Canonicalization 1.0.
[[nodiscard]] std::unique_ptr<reader> make_rdf_xml_reader(reader_options options, statement_sink& sink);

}  // namespace laundromat
