// Implements statement_emitter.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/statement_emitter.hpp"

#include "core/base/count_words.hpp"

namespace laundromat::csvw {

made_term iri_term(std::string_view iri) {
  return {term_kind::iri, std::string(iri), {}, {}};
}

made_term literal_term(std::string_view text, std::string_view datatype, std::string_view language) {
  return {term_kind::literal, std::string(text), std::string(datatype), std::string(language)};
}

statement_emitter::statement_emitter(const reader_options& options, statement_sink& sink)
    : most_iri_bytes_(options.limits.iri_bytes), sink_(sink), terms_(options, sink) {}

made_term statement_emitter::refuse_long_iri(std::string_view text) {
  terms_.refuse(errc::term_too_long, "the IRI is longer than " + number_of(most_iri_bytes_, "byte"), text);
  return {};
}

bool statement_emitter::is_plain(const made_term& term) const {
  return term.kind == term_kind::blank ||
         (term.kind == term_kind::iri && is_plain_iri(term.value) && term.value.size() <= most_iri_bytes_);
}

result<void> statement_emitter::emit(const made_term& subject, std::string_view predicate,
                                     const made_term& object) {
  return emit(subject, iri_term(predicate), object);
}

result<void> statement_emitter::emit(const made_term& subject, const made_term& predicate,
                                     const made_term& object) {
  if (is_plain(subject) && is_plain(predicate) && is_plain(object))
    return sink_.on_statement({subject.view(), predicate.view(), object.view(), {}});
  auto s = subject, p = predicate, o = object;
  if (!finish(s) || !finish(p) || !finish(o)) return {};
  return sink_.on_statement({s.view(), p.view(), o.view(), {}});
}

bool statement_emitter::finish(made_term& term) {
  if (term.kind == term_kind::iri) return terms_.finish_iri(term);
  return term.kind == term_kind::literal ? terms_.finish_literal(term) : term.kind != term_kind::none;
}

}  // namespace laundromat::csvw
