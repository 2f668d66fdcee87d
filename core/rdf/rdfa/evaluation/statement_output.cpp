// Implements statement_output: checks terms before their statement goes to the sink.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/statement_output.hpp"

#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"

namespace laundromat::rdfa {

void statement_output::precheck(resource& one, raw_place place, errc fault) {
  one.fault = fault;
  one.check = resource::state::good;
  if (fault == errc::ok &&
      (one.kind == term_kind::blank || (is_plain_iri(one.value) && one.value.size() <= iri_bytes_)))
    return;
  one.check = resource::state::unchecked;
  one.place = faults_->locate(place);
  one.written = faults_->bytes_at(place);
}

bool statement_output::report(const located_place& place, bool is_kept, std::string_view before,
                              std::string_view after, open_skip* held) {
  for (const auto& fault : checker_.faults()) {
    const bool is_repair = fault.done == treatment::repair;
    const markup_fault what{fault.rule, fault.done, fault.message, before,
                            is_repair ? after : std::string_view{}};
    if (held != nullptr && !held->is_open() && fault.done == treatment::skip)
      *held = faults_->hold(place, what);
    else
      faults_->report_at(place, what);
  }
  return is_kept;
}

bool statement_output::is_usable(resource& one) {
  if (one.check != resource::state::unchecked) return one.check == resource::state::good;
  one.check = resource::state::bad;
  if (one.fault == errc::ok && one.value.size() > iri_bytes_) one.fault = errc::term_too_long;
  if (one.fault != errc::ok) {
    const std::string_view why =
        one.fault == errc::unterminated ? "the subject of the enclosing element is unknown" : "";
    const auto& before = one.written.empty() ? one.value : one.written;
    one.skip = faults_->hold(one.place, {one.fault, treatment::skip, why, before});
    lose(one.place.bytes);
    return false;
  }
  std::string_view iri = one.value;
  before_ = one.written.empty() ? one.value : one.written;
  const bool is_kept = checker_.check_iri(iri);
  if (!report(one.place, is_kept, before_, iri, &one.skip)) {
    lose(one.place.bytes);
    return false;
  }
  if (iri != one.value) one.value = std::string(iri);
  one.check = resource::state::good;
  return true;
}

std::string_view statement_output::check(std::string_view iri, raw_place place, std::size_t hidden_bytes) {
  if (iri.size() > iri_bytes_) {
    faults_->report(place, {errc::term_too_long, treatment::skip});
    lose(place);
    return {};
  }
  if (is_plain_iri(iri)) return iri;
  auto checked = iri;
  const bool is_kept = checker_.check_iri(checked);
  const auto raw = faults_->bytes_at(place);
  const auto before = raw.empty() ? iri.substr(hidden_bytes) : raw;
  const auto after = checked.substr(std::min(hidden_bytes, checked.size()));
  if (report(faults_->locate(place), is_kept, before, after)) return repaired_ = checked;
  lose(place);
  return {};
}

bool statement_output::check(term_view& literal, const literal_places& at) {
  if (literal.datatype == xsd_string) literal.datatype = {};
  const auto before = literal;
  const bool is_kept = checker_.check_literal(literal);
  for (const auto& fault : checker_.faults()) {
    markup_fault what{fault.rule, fault.done, fault.message};
    if (fault.done == treatment::skip) {
      what.before = at.before;
      faults_->report_at({at.whole, at.value.line, at.value.column}, what);
    } else if (is_about_tag(fault.rule)) {  // reported once, for all literals that inherit it
      what.before = at.language->raw;
      what.after = literal.language;
      if (!at.language->is_reported) faults_->report_at(at.language->place, what);
    } else if (fault.rule == errc::missing_language_tag) {
      what.before = at.written;
      faults_->report_at(at.datatype, what);
    } else {
      what.before = before.value;
      what.after = literal.value;
      faults_->report_at(at.value, what);
    }
  }
  if (at.language != nullptr) at.language->is_reported = true;
  return is_kept;
}

void statement_output::emit(const term_view& subject, std::string_view predicate, const term_view& object) {
  const statement_view statement{subject, {term_kind::iri, predicate, {}, {}}, object, {}};
  has_emitted_ = true;
  const auto taken = patterns_overflowed_ ? result<bool>(false) : patterns_.take(statement);
  if (!taken) {
    patterns_overflowed_ = true;
    return;
  }
  if (!*taken) deliver(statement);
}

void statement_output::finish(const located_place& end) {
  if (!outcome_) return;
  if (patterns_overflowed_)
    faults_->report_at(
        end, {errc::statement_too_long, treatment::skip, "the patterns of the document are too long"});
  patterns_overflowed_ = false;
  if (patterns_.is_empty()) return;
  const auto done = patterns_.finish([this](const statement_view& statement) {
    deliver(statement);
    return outcome_;
  });
  if (!done && outcome_)
    faults_->report_at(end,
                       {errc::statement_too_long, treatment::skip, "the copies of patterns are too long"});
  patterns_ = pattern_store(statement_bytes_);
}

}  // namespace laundromat::rdfa
