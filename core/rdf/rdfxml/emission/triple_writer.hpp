// Where statements go: to the sink, until it returns an error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"

namespace laundromat::rdfxml {

/// Writes triples of the default graph at once. After an error of the sink nothing more is written.
class triple_writer {
 public:
  explicit triple_writer(statement_sink& sink) : sink_(sink) {}

  void write(const term_view& subject, std::string_view predicate, const term_view& object) {
    if (!status_) return;
    status_ = sink_.on_statement({subject, {term_kind::iri, predicate, {}, {}}, object, {}});
  }
  /// The same; `statement_id` is the IRI that rdf:ID gives the statement, which is then reified, or empty (RDF/XML section 7.3).
  void write_property(const term_view& subject, std::string_view predicate, const term_view& object,
                      std::string_view statement_id) {
    write(subject, predicate, object);
    if (!statement_id.empty()) [[unlikely]]
      reify(subject, predicate, object, statement_id);
  }
  /// The sink's error, if it returned one.
  [[nodiscard]] const result<void>& status() const { return status_; }

 private:
  void reify(const term_view& subject, std::string_view predicate, const term_view& object,
             std::string_view statement_id);

  statement_sink& sink_;
  result<void> status_;
};

}  // namespace laundromat::rdfxml
