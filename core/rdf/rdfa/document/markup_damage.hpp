// What damage in markup costs: items of lists, the nesting of elements, or reading as XML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/rdfa/document/markup_dialect.hpp"
#include "core/rdf/rdfa/document/open_elements.hpp"
#include "core/rdf/rdfa/document/skipped_range.hpp"

namespace laundromat::rdfa {

/// The rules for damage, whatever finds it. What is not sure any more is skipped; nothing is assumed.
class markup_damage {
 public:
  markup_damage(fault_log& faults, skipped_range& skips, markup_dialect& dialect, open_elements& elements,
                evaluator& evaluation)
      : faults_(&faults), skips_(&skips), dialect_(&dialect), elements_(&elements), evaluator_(&evaluation) {}

  /// A tag in the innermost element is left out: lists that may lack an item by that are invalid.
  void lose_items(std::string_view tag) { evaluator_->lose_items(elements_->context(), tag); }
  /// The same where it is not known in which element the tag is.
  void lose_items_anywhere(std::string_view tag);
  /// It is not known in which of the open elements the following content is: what inherits a subject is skipped; where elements differ
  /// in names, or `least` says so, reading ends.
  void lose_nesting(raw_place place, context_difference least = context_difference::none);
  /// Damage in XML: strict reading ends, XHTML is read as HTML from here, other XML goes on. True when it is HTML now.
  bool break_xml(raw_place place, errc rule, std::string_view message);
  /// Reports what breaks the rules of HTML without cost.
  void note_soup(raw_place place, std::string_view message) {
    faults_->report(place, {errc::tag_soup, faults_->may(errc::tag_soup), message});
  }

 private:
  fault_log* faults_;
  skipped_range* skips_;
  markup_dialect* dialect_;
  open_elements* elements_;
  evaluator* evaluator_;
};

}  // namespace laundromat::rdfa
