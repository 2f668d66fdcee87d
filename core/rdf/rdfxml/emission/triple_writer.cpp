// Implements what is written about statements, reification and annotation, and the statements of triple terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/emission/triple_writer.hpp"

#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat::rdfxml {

void triple_writer::reify(const term_view& subject, std::string_view predicate, const term_view& object,
                          const statement_names& names) {
  if (names.annotation.kind != term_kind::none) {
    std::string text;
    append_triple_term(text, subject, {term_kind::iri, predicate, {}, {}}, object);
    write(names.annotation, iris::rdf_reifies, {term_kind::triple, text, {}, {}});
  }
  if (names.id.empty()) return;
  const term_view statement{term_kind::iri, names.id, {}, {}};
  write(statement, iris::rdf_type, {term_kind::iri, iris::rdf_statement, {}, {}});
  write(statement, iris::rdf_subject, subject);
  write(statement, iris::rdf_predicate, {term_kind::iri, predicate, {}, {}});
  write(statement, iris::rdf_object, object);
}

void triple_writer::write_term(const term_view& subject, std::string_view predicate,
                               const term_view& object) {
  if (terms_.empty()) return;
  auto& open = terms_.back();
  if (++open.statements == 1)
    append_triple_term(open.text, subject, {term_kind::iri, predicate, {}, {}}, object);
}

void triple_writer::open_term() {
  terms_.emplace_back();
  is_direct_ = false;
}

std::size_t triple_writer::close_term(std::string& text) {
  const auto count = terms_.back().statements;
  text = std::move(terms_.back().text);
  terms_.pop_back();
  is_direct_ = terms_.empty() && status_.has_value();
  return count;
}

void triple_writer::drop_terms() {
  terms_.clear();
  is_direct_ = status_.has_value();
}

}  // namespace laundromat::rdfxml
