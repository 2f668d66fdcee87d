// Writing the four statements of a reification.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/emission/triple_writer.hpp"

#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"

namespace laundromat::rdfxml {

void triple_writer::reify(const term_view& subject, std::string_view predicate, const term_view& object,
                          std::string_view statement_id) {
  const term_view statement{term_kind::iri, statement_id, {}, {}};
  const std::string rdf(rdf_namespace);
  write(statement, rdf + "type", {term_kind::iri, rdf + "Statement", {}, {}});
  write(statement, rdf + "subject", subject);
  write(statement, rdf + "predicate", {term_kind::iri, predicate, {}, {}});
  write(statement, rdf + "object", object);
}

}  // namespace laundromat::rdfxml
