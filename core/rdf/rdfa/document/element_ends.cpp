// Implements element_ends: by the tree rules of HTML, or by the names of XML.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/element_ends.hpp"

#include <algorithm>

namespace laundromat::rdfa {

void element_ends::end(const raw_tag& tag, std::uint64_t hash) {
  if (dialect_->is_xml())
    end_xml(tag, hash);
  else
    end_html(tag, hash);
}

void element_ends::end_html(const raw_tag& tag, std::uint64_t hash) {
  const auto kind = find_html_tag(hash);
  const bool is_certain = !elements_->empty() && !elements_->back().is_unreadable &&
                          !elements_->is_in_template(dialect_->is_xml()) && !tree_->is_in_foreign();
  is_past_end_ =
      (is_past_end_ && kind == html_tag::body) || (kind == html_tag::html && is_certain && inner_roots_ == 0);
  is_past_body_ = is_past_end_ || (kind == html_tag::body && is_certain);
  if (kind == html_tag::html && inner_roots_ > 0) --inner_roots_;
  if (!tree_->end(kind, hash)) damage_->note_soup(place_of(tag), {});
}

void element_ends::end_xml(const raw_tag& tag, std::uint64_t hash) {
  auto& open = *elements_;
  if (void_is_pending_ && open.back().hash != hash) {
    close_void({tag.offset_bytes, 0});
    if (!skips_->is_over() && !dialect_->is_xml()) end_html(tag, hash);
    return;
  }
  void_is_pending_ = false;
  while (!open.empty() && open.back().is_guessed && open.back().hash != hash) pop();
  if (!open.empty() && open.back().hash == hash) return pop();
  if (damage_->break_xml(place_of(tag), errc::mismatched_tag, "an end tag that matches no start tag")) {
    evaluator_->literals().spoil(errc::unterminated, "a literal in which an end tag is lost");
    return end_html(tag, hash);
  }
  const auto found =
      std::find_if(open.rbegin(), open.rend(), [&](const open_element& one) { return one.hash == hash; });
  if (skips_->is_over() || found == open.rend()) return;
  const auto depth = static_cast<std::size_t>(open.rend() - found) - 1;
  while (open.size() > depth + 1) pop(false);
  pop();
}

void element_ends::pop(bool is_sound) {
  elements_->pop(scanner_->offset_bytes(), dialect_->is_xml(), is_sound);
  dialect_->allow_cdata(tree_->is_in_foreign());
}

void element_ends::close_void(raw_place place) {
  void_is_pending_ = false;
  if (damage_->break_xml(place, errc::mismatched_tag, "a void element that is not closed")) pop();
}

}  // namespace laundromat::rdfa
