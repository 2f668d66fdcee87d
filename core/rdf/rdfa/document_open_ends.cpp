// Markup that may have lost its end: what it took in is doubtful.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/characters.hpp"
#include "core/rdf/rdfa/document.hpp"
#include "core/rdf/rdfa/swallowed_markup.hpp"

namespace laundromat {

void markup_document::on_bogus(std::uint64_t offset, std::string_view raw) {
  end_run();
  begin_piece(offset, raw);
  if (is_decided_ && is_xml_ && !is_over_ && !stack_.empty() && !skips_block_ && !block_.is_open())
    (void)break_xml({offset, raw.size()}, errc::xml_syntax, "markup that XML does not know");
}

/// A bogus comment may have lost its own `>`: what it says nothing of is left out, and so is the tag that it took in.
void markup_document::on_open_bogus(const text_position& begin, std::uint64_t end, bool holds_markup) {
  auto& literals = evaluator_.literals();
  if (is_over_ || skips_block_) return lose_up_to(end);
  if (!holds_markup && !literals.is_active()) return account_.reach(end, span_kind::syntax);
  begin_loss({{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
             {errc::unterminated, treatment::skip, "markup that does not end"});
  lose_up_to(end);
  literals.spoil(errc::unterminated, "a literal in which markup does not end");
  if (holds_markup) taken_at_ = end;
}

void markup_document::on_nested_comment(std::uint64_t offset, std::string_view raw) {
  end_run();
  begin_piece(offset, raw);
  const bool is_inert = !stack_.empty() && (stack_.back().is_inert || begins_template(stack_.back()));
  if (is_over_ || skips_block_ || is_inert || (block_.is_open() && block_.has_begun())) return;
  const auto text = raw.substr(std::min<std::size_t>(raw.size(), 4));
  const auto swallowed =
      raw.empty() ? swallowed_markup{false, true, true, true} : look_into(text, options_.limits, is_xml_);
  auto& literals = evaluator_.literals();
  const bool cuts_literal = literals.is_active() && !trim_html(text).empty();
  static constexpr std::string_view message = "a comment that may have lost its end before another begins";
  if (cuts_literal) literals.spoil(errc::unterminated, "a literal in which a comment does not end");
  if (cuts_literal || swallowed.says_something) {
    findings_.report({offset, raw.size()}, {errc::unterminated, treatment::skip, message});
    account_.reach(offset + raw.size(), span_kind::quarantine);
  }
  using enum evaluator::difference;
  if (!swallowed.is_balanced)
    lose_nesting({offset, raw.size()}, swallowed.sets_names ? names : swallowed.turns ? subjects : none);
}

/// Tags that may or may not be there open or close elements: nobody knows in which of them what comes now lies.
void markup_document::lose_nesting(raw_place place, evaluator::difference least) {
  using enum evaluator::difference;
  const auto is_certain = [](const open_element& one) {
    return one.tag == html_tag::html || one.tag == html_tag::body;
  };
  const auto found = std::find_if(stack_.rbegin(), stack_.rend(), is_certain);
  const auto outer = stack_.empty()           ? 0
                     : found == stack_.rend() ? stack_.front().rdfa.context
                                              : found->rdfa.context;
  switch (std::max(least, evaluator_.differ_within(outer))) {
    case none:
      return;
    case subjects:
      return evaluator_.forget_subjects(place, errc::unterminated);
    case names:
      return stop_reading(place, {errc::unterminated, treatment::skip, "nobody knows what lies where"});
  }
}

/// No tag lies within a document type, so it has lost its `>` and nothing else.
void markup_document::end_open_doctype(raw_place place, std::string_view raw) {
  const auto end = place.offset_bytes + place.length_bytes;
  if (is_decided_) {
    const auto at = findings_.locate(place);
    return on_open_bogus({place.offset_bytes, at.line, at.column}, end, true);
  }
  static constexpr auto rule = errc::unbalanced_bracket;
  static constexpr std::string_view message = "the > of a document type is missing";
  if (findings_.may(rule) == treatment::repair) {
    const auto text = trim_html(raw);
    return findings_.report({place.offset_bytes + text.size(), 0},
                            {rule, treatment::repair, message, {}, ">"});
  }
  begin_loss({place}, {rule, treatment::skip, message});
  lose_up_to(end);
  taken_at_ = end;
}

}  // namespace laundromat
