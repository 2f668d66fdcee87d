// Implements markup_damage: decides what each damage costs, and reports it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/markup_damage.hpp"

#include <algorithm>
#include <string>

namespace laundromat::rdfa {

void markup_damage::lose_items_anywhere(std::string_view tag) {
  for (const auto& one : *elements_) evaluator_->lose_items(one.rdfa.context, tag);
}

void markup_damage::lose_nesting(raw_place place, context_difference least) {
  using enum context_difference;
  const auto is_certain = [](const open_element& one) {
    return one.tag == html_tag::html || one.tag == html_tag::body;
  };
  const auto found = std::find_if(elements_->rbegin(), elements_->rend(), is_certain);
  const auto outer = elements_->empty()           ? 0
                     : found == elements_->rend() ? elements_->front().rdfa.context
                                                  : found->rdfa.context;
  switch (std::max(least, evaluator_->differ_within(outer))) {
    case none:
      return;
    case subjects:
      return evaluator_->forget_subjects(place, errc::unterminated);
    case names:
      return skips_->stop({place},
                          {errc::unterminated, treatment::skip, "the nesting of elements is not known"});
  }
}

bool markup_damage::break_xml(raw_place place, errc rule, std::string_view message) {
  if (faults_->profile() == wash_profile::strict) {
    skips_->stop({place}, {rule, treatment::skip, message});
    return false;
  }
  if (!dialect_->is_html()) {
    faults_->report(place, {rule, treatment::repair, message});
    return false;
  }
  faults_->report(place, {rule, treatment::repair, std::string(message) + "; read as HTML from here"});
  dialect_->become_html();
  return true;
}

}  // namespace laundromat::rdfa
