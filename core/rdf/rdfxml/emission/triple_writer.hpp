// Where statements go: to the sink, until it returns an error, or into the triple term that is open.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/reader.hpp"

namespace laundromat::rdfxml {

/// Who or what a statement is known by; both may be missing.
struct statement_names {
  std::string_view id;   ///< the IRI that rdf:ID gives it, which is then reified (RDF/XML section 7.3)
  term_view annotation;  ///< the reifier that rdf:annotation or rdf:annotationNodeID names (RDF/XML 1.2)
};

/// Writes triples of the default graph at once. After an error of the sink nothing more is written. While a triple term is open, what is
/// written is what the innermost one says. Memory: the first statement of each open triple term.
class triple_writer {
 public:
  explicit triple_writer(statement_sink& sink) : sink_(sink) {}

  void write(const term_view& subject, std::string_view predicate, const term_view& object) {
    if (!is_direct_) [[unlikely]]
      return write_term(subject, predicate, object);
    if (status_ = sink_.on_statement({subject, {term_kind::iri, predicate, {}, {}}, object, {}}); !status_)
      is_direct_ = false;
  }
  /// The same, and what is said about the statement.
  void write_property(const term_view& subject, std::string_view predicate, const term_view& object,
                      const statement_names& names) {
    write(subject, predicate, object);
    if (!names.id.empty() || names.annotation.kind != term_kind::none) [[unlikely]]
      reify(subject, predicate, object, names);
  }
  /// Opens a triple term.
  void open_term();
  /// Closes the innermost triple term: how many statements were written in it, and in `text` the first one as a triple term.
  [[nodiscard]] std::size_t close_term(std::string& text);
  /// Drops all triple terms that are open.
  void drop_terms();
  /// The sink's error, if it returned one.
  [[nodiscard]] const result<void>& status() const { return status_; }

 private:
  struct open_triple_term {
    std::size_t statements = 0;
    std::string text;
  };

  [[gnu::cold]] void write_term(const term_view& subject, std::string_view predicate,
                                const term_view& object);
  [[gnu::cold]] void reify(const term_view& subject, std::string_view predicate, const term_view& object,
                           const statement_names& names);

  statement_sink& sink_;
  result<void> status_;
  bool is_direct_ = true;  ///< no triple term is open, and the sink has returned no error
  std::vector<open_triple_term> terms_;
};

}  // namespace laundromat::rdfxml
