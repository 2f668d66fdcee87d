// End tags: which elements they close.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/document/rdfa_document.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

void markup_document::pop_element() {
  const auto& top = stack_.back();
  if (begins_template(top)) {
    account_.resume();
    account_.reach(scanner_.offset_bytes(), span_kind::syntax);
  }
  if (evaluator_.literals().wants_tags() && !top.name.empty())
    evaluator_.literals().add_end_tag(top.name, (top.traits & is_void) != 0);
  evaluator_.close(top.rdfa, ends_are_known_ && !top.is_unbalanced);
  if (top.is_guessed) --guesses_;
  stack_.pop_back();
  allow_cdata();
}

void markup_document::detach_element(std::size_t index) {
  auto& closed = stack_[index];
  closed.hash = 0;
  closed.traits = 0;
  if (closed.rdfa.owns_context) {
    const auto outer = evaluator_.outer_context(closed.rdfa.context);
    for (auto i = index + 1; i < stack_.size(); ++i)
      if (stack_[i].rdfa.context == closed.rdfa.context) stack_[i].rdfa.context = outer;
    closed.rdfa.context = outer;
  }
  if (!closed.rdfa.collects) return;
  if (evaluator_.literals().spoil_begun_at(closed.begin.bytes.offset_bytes, errc::unterminated,
                                           "a literal whose element ends within another"))
    account_.drop_outermost();
}

void markup_document::on_end_tag(const raw_tag& whole) {
  end_run();
  begin_chunk(whole.offset_bytes, whole.text);
  has_stray_text_ = false;
  end_loss(whole.offset_bytes);
  auto tag = whole;
  const bool is_cut = !is_over_ && cut_end_tag(tag);
  const auto end = tag.offset_bytes + tag.text.size();
  if (is_over_) return lose_up_to(end);
  if (block_.is_open()) block_.close();
  if (seeks_base_ && equals_ignoring_case(tag.name, "head")) settle_base(html_tag::body);
  skips_block_ = false;
  end_raw_content(tag.offset_bytes);
  const auto hash = name_hash(tag.name, !is_xml_);
  if (end_too_deep(hash)) return lose_up_to(end);
  if (tag.offset_bytes == taken_at_) lose_nesting({tag.offset_bytes, 0});
  if (is_over_) return lose_up_to(end);
  const bool was_poisoned = is_cut || (!stack_.empty() && stack_.back().is_poisoned);
  const auto guess = guesses_ == 0 ? stack_.rend()
                                   : std::find_if(stack_.rbegin(), stack_.rend(),
                                                  [](const open_element& one) { return one.is_guessed; });
  const bool ends_guess = guess != stack_.rend() && guess->hash == hash;
  if (is_xml_)
    end_xml(tag, hash);
  else
    end_html(tag, hash);
  // Was the guess wrong, the tag ends the other element of its name.
  if (ends_guess && std::ranges::any_of(stack_, [&](const open_element& one) { return one.hash == hash; }))
    lose_nesting(place_of(tag));
  if (!was_poisoned && !is_over_ && evaluator_.literals().wants_tags()) return account_.reach_literal(end);
  if (was_poisoned || is_over_) return lose_up_to(end);
  account_.reach(end, span_kind::syntax);
}

void markup_document::end_raw_content(std::uint64_t end) {
  if (!raw_begin_) return;
  raw_begin_.reset();
  const bool is_lost = !stack_.empty() && stack_.back().is_poisoned;
  if (is_lost) return lose_up_to(end);
  account_.reach(end, span_kind::syntax);
}

void markup_document::end_html(const raw_tag& tag, std::uint64_t hash) {
  const auto kind = find_html_tag(hash);
  const bool is_certain =
      !stack_.empty() && !stack_.back().is_poisoned && !is_in_template() && !tree_.is_in_foreign();
  is_past_end_ =
      (is_past_end_ && kind == html_tag::body) || (kind == html_tag::html && is_certain && inner_roots_ == 0);
  is_past_body_ = is_past_end_ || (kind == html_tag::body && is_certain);
  if (kind == html_tag::html && inner_roots_ > 0) --inner_roots_;
  if (!tree_.end(kind, hash)) note_soup(place_of(tag), {});
}

void markup_document::end_xml(const raw_tag& tag, std::uint64_t hash) {
  if (void_is_pending_ && stack_.back().hash != hash) {
    settle_void({tag.offset_bytes, 0});
    if (!is_over_ && !is_xml_) end_html(tag, hash);
    return;
  }
  void_is_pending_ = false;
  while (!stack_.empty() && stack_.back().is_guessed && stack_.back().hash != hash) pop_element();
  if (!stack_.empty() && stack_.back().hash == hash) return pop_element();
  if (break_xml(place_of(tag), errc::mismatched_tag, "an end tag that matches no start tag")) {
    evaluator_.literals().spoil(errc::unterminated, "a literal in which an end tag is lost");
    return end_html(tag, hash);
  }
  const auto found =
      std::find_if(stack_.rbegin(), stack_.rend(), [&](const open_element& one) { return one.hash == hash; });
  if (is_over_ || found == stack_.rend()) return;
  const auto depth = static_cast<std::size_t>(stack_.rend() - found) - 1;
  ends_are_known_ = false;
  while (stack_.size() > depth + 1) pop_element();
  ends_are_known_ = true;
  pop_element();
}

}  // namespace laundromat
