// Checks of terms on their way out.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/statement_output.hpp"

#include "core/rdf/rdfa/vocabulary.hpp"

namespace laundromat {

void statement_output::settle(resource& one, raw_place place, errc fault) {
  one.fault = fault;
  one.check = resource::state::good;
  if (fault == errc::ok &&
      (one.kind == term_kind::blank || (is_plain_iri(one.value) && one.value.size() <= iri_bytes_)))
    return;
  one.check = resource::state::unchecked;
  one.place = findings_->locate(place);
}

bool statement_output::tell(const located_place& place, bool is_kept, std::string_view before,
                            std::string_view after) {
  for (const auto& fault : checker_.faults()) {
    const bool is_repair = fault.done == treatment::repair;
    findings_->report_at(
        place, {fault.rule, fault.done, fault.message, before, is_repair ? after : std::string_view{}});
  }
  return is_kept;
}

bool statement_output::is_usable(resource& one) {
  if (one.check != resource::state::unchecked) return one.check == resource::state::good;
  one.check = resource::state::bad;
  if (one.fault == errc::ok && one.value.size() > iri_bytes_) one.fault = errc::term_too_long;
  if (one.fault != errc::ok) {
    const std::string_view why =
        one.fault == errc::unterminated ? "what follows lies in an element that lost its end tag" : "";
    findings_->report_at(one.place, {one.fault, treatment::skip, why, one.value});
    lose(one.place.bytes);
    return false;
  }
  std::string_view iri = one.value;
  before_ = one.value;
  const bool is_kept = checker_.check_iri(iri);
  if (!tell(one.place, is_kept, before_, iri)) {
    lose(one.place.bytes);
    return false;
  }
  if (iri != one.value) one.value = std::string(iri);
  one.check = resource::state::good;
  return true;
}

std::string_view statement_output::check(std::string_view iri, raw_place place) {
  if (iri.size() > iri_bytes_) {
    findings_->report(place, {errc::term_too_long, treatment::skip});
    lose(place);
    return {};
  }
  if (is_plain_iri(iri)) return iri;
  auto checked = iri;
  const bool is_kept = checker_.check_iri(checked);
  if (tell(findings_->locate(place), is_kept, iri, checked)) return repaired_ = checked;
  lose(place);
  return {};
}

bool statement_output::check(term_view& literal, const located_place& place,
                             const located_place& language_place) {
  if (literal.datatype == xsd_string) literal.datatype = {};
  const auto before = literal;
  const bool is_kept = checker_.check_literal(literal);
  for (const auto& fault : checker_.faults()) {
    const bool is_language = fault.rule == errc::bad_language_tag ||
                             fault.rule == errc::ill_formed_language_tag ||
                             fault.rule == errc::upper_case_language_tag;
    findings_->report_at(is_language ? language_place : place,
                         {fault.rule, fault.done, fault.message, is_language ? before.language : before.value,
                          is_language ? literal.language : literal.datatype});
  }
  return is_kept;
}

void statement_output::emit(const term_view& subject, std::string_view predicate, const term_view& object) {
  const statement_view statement{subject, {term_kind::iri, predicate, {}, {}}, object, {}};
  has_said_ = true;
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
    findings_->report_at(
        end, {errc::statement_too_long, treatment::skip, "the patterns of the document are too long"});
  if (patterns_.is_empty()) return;
  const auto done = patterns_.finish([this](const statement_view& statement) {
    deliver(statement);
    return outcome_;
  });
  if (!done && outcome_)
    findings_->report_at(end,
                         {errc::statement_too_long, treatment::skip, "the copies of patterns are too long"});
}

}  // namespace laundromat
