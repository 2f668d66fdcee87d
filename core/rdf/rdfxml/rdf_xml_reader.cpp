// Makes the reader of RDF/XML.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/rdf_xml_reader.hpp"

#include <utility>

#include "core/rdf/rdfxml/grammar/document_reader.hpp"

namespace laundromat {

std::unique_ptr<reader> make_rdf_xml_reader(reader_options options, statement_sink& sink) {
  return std::make_unique<rdfxml::document_reader>(std::move(options), sink);
}

}  // namespace laundromat
