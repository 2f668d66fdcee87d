// Implements attribute_terms: resolves each word of an attribute to a term, or reports it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/attribute_terms.hpp"

#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/evaluation/resource_table.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

void attribute_terms::read(const attribute_value& value, rdfa_attribute which, const term_scope& scope,
                           std::size_t most, const term_use& use, const loss_use& lost) {
  const bool is_placeholder = has_placeholder(value.text);
  if (value.is_spoiled || is_placeholder) {
    lost(errc::bad_iri);
    return output_->skip(value.place,
                         {errc::bad_iri, treatment::skip, is_placeholder ? placeholder_left : ""});
  }
  auto list = value.text;
  std::size_t count = 0;
  for (auto word = next_word(list); !word.empty(); word = next_word(list)) {
    if (scope.has_curies_only && word.find(':') == word.npos) continue;
    if (++count > most) {
      lost(errc::too_many_attributes);
      return output_->skip(value.place_from(word), {errc::too_many_attributes, treatment::skip,
                                                    "more words in an attribute than the limit"});
    }
    const auto found = map(which, scope, word, value.place_of(word));
    if (found.kind != term_kind::none)
      use(found);
    else if (which == rdfa_attribute::property || which == rdfa_attribute::rel)
      lost(errc::undefined_term);
  }
}

term_view attribute_terms::skip(raw_place place, errc rule, std::string_view why) {
  output_->skip(place, {rule, treatment::skip, why});
  return {};
}

/// What pages mean by a prefix that they do not declare, where the profile repairs that; else empty.
std::string_view attribute_terms::expand_habitual(std::string_view word, raw_place place) {
  if (faults_->may(errc::missing_prefix) != treatment::repair) return {};
  const auto colon = word.find(':');
  const auto expansion = find_habitual_prefix(word.substr(0, colon));
  if (expansion.empty()) return {};
  habitual_.assign(expansion).append(word.substr(colon + 1));
  faults_->report(place, {errc::missing_prefix, treatment::repair, {}, {}, habitual_});
  return habitual_;
}

/// The term that a word stands for, checked; `none` when there is none to use.
term_view attribute_terms::map(rdfa_attribute which, const term_scope& scope, std::string_view word,
                               raw_place place) {
  using attr = rdfa_attribute;
  const bool is_predicate = which == attr::property || which == attr::rel || which == attr::rev;
  const bool is_type = which == attr::typeof_ || which == attr::datatype;
  if (scope.is_vocabulary_lost && which != attr::role && word.find(':') == word.npos)
    return skip(place, errc::bad_iri, "its vocabulary is not known");
  const auto mapped = mapper_->map_term(word, which == attr::role ? xhv : scope.vocabulary);
  std::string_view iri = mapped.value;
  switch (mapped.what) {
    case mapped_word::outcome::nothing: {
      if (which != attr::property && !is_type) return {};  // `rel` has words of HTML that mean nothing here
      const auto done = faults_->may(errc::undefined_term);
      faults_->report(place, {errc::undefined_term, done});
      if (done == treatment::skip) output_->lose(place);
      return {};
    }
    case mapped_word::outcome::relative:
      return skip(place, errc::relative_iri);
    case mapped_word::outcome::blank:
      if (is_predicate) return skip(place, errc::blank_predicate);
      if (which != attr::datatype) return {term_kind::blank, mapped.value, {}, {}};
      faults_->report(place, {errc::undefined_term, treatment::note});
      return {};
    case mapped_word::outcome::lost_prefix:
      return skip(place, errc::missing_prefix, lost_declaration);
    case mapped_word::outcome::unknown_prefix:
      iri = expand_habitual(word, place);
      if (!iri.empty()) break;
      faults_->report(place, {errc::suspicious_iri, treatment::note, unusual_scheme});
      iri = mapped.value;
      break;
    case mapped_word::outcome::iri:
      break;
  }
  const auto checked = output_->check(iri, place);
  return checked.empty() ? term_view{} : term_view{term_kind::iri, checked, {}, {}};
}

}  // namespace laundromat::rdfa
