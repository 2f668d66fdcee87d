// Implements reification: writes the four statements about a statement with an rdf:ID.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/emission/triple_writer.hpp"

#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat::rdfxml {

void triple_writer::reify(const term_view& subject, std::string_view predicate, const term_view& object,
                          std::string_view statement_id) {
  const term_view statement{term_kind::iri, statement_id, {}, {}};
  write(statement, iris::rdf_type, {term_kind::iri, iris::rdf_statement, {}, {}});
  write(statement, iris::rdf_subject, subject);
  write(statement, iris::rdf_predicate, {term_kind::iri, predicate, {}, {}});
  write(statement, iris::rdf_object, object);
}

}  // namespace laundromat::rdfxml
