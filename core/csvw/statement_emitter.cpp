// Implements statement_emitter.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/statement_emitter.hpp"

#include "core/rdf/ledger/excerpt.hpp"
#include "core/rdf/model/diagnostic.hpp"

namespace laundromat::csvw {

made_term iri_term(std::string_view iri) {
  return {term_kind::iri, std::string(iri), {}, {}};
}

made_term literal_term(std::string_view text, std::string_view datatype, std::string_view language) {
  return {term_kind::literal, std::string(text), std::string(datatype), std::string(language)};
}

statement_emitter::statement_emitter(const reader_options& options, statement_sink& sink)
    : options_(options),
      sink_(sink),
      checker_(options.profile, options.limits.iri_bytes, options.directions == direction_form::dropped) {}

void statement_emitter::begin_place(std::uint64_t offset_bytes, std::uint64_t length_bytes,
                                    std::uint64_t line) {
  offset_bytes_ = offset_bytes;
  length_bytes_ = length_bytes;
  line_ = line;
}

bool statement_emitter::is_plain(const made_term& term) const {
  return term.kind == term_kind::blank || (term.kind == term_kind::iri && is_plain_iri(term.value) &&
                                           term.value.size() <= options_.limits.iri_bytes);
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
  if (!check(s) || !check(p) || !check(o)) return {};
  return sink_.on_statement({s.view(), p.view(), o.view(), {}});
}

bool statement_emitter::check(made_term& term) {
  if (is_plain(term)) return true;
  if (term.kind == term_kind::iri) {
    std::string_view iri = term.value;
    const bool is_kept = checker_.check_iri(iri);
    report(term.value, iri, is_kept);
    term.value = std::string(iri);
    return is_kept;
  }
  auto view = term.view();
  const bool is_kept = checker_.check_literal(view);
  report(term.value, term.value, is_kept);
  made_term checked{term.kind, std::string(view.value), std::string(view.datatype),
                    std::string(view.language)};
  term = std::move(checked);
  return is_kept;
}

void statement_emitter::report(std::string_view before, std::string_view after, bool is_kept) {
  for (const auto& fault : checker_.faults()) {
    defect found;
    found.rule = fault.rule;
    found.done = is_kept ? fault.done : treatment::skip;
    found.offset_bytes = offset_bytes_;
    found.length_bytes = length_bytes_;
    found.line = line_;
    found.message = fault.message;
    if (found.done == treatment::skip) name_skip(found.rule, found.message, options_.profile, errc::bad_iri);
    found.before = cut_excerpt(before, options_.limits.excerpt_bytes);
    if (found.done == treatment::repair) found.after = cut_excerpt(after, options_.limits.excerpt_bytes);
    sink_.on_defect(found);
  }
}

}  // namespace laundromat::csvw
