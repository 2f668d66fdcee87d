// Markup that may have lost its end, or its beginning: what it took in is doubtful.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/document/rdfa_document.hpp"
#include "core/rdf/rdfa/markup/bare_tag.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/swallowed_markup.hpp"

namespace laundromat {

void markup_document::on_bogus(std::uint64_t offset, std::string_view raw) {
  end_run();
  begin_chunk(offset, raw);
  if (is_decided_ && is_xml_ && !is_over_ && !stack_.empty() && !skips_block_ && !block_.is_open())
    (void)break_xml({offset, raw.size()}, errc::xml_syntax, "markup that XML does not know");
}

/// A bogus comment may have lost its own `>`: what it says nothing of is left out, and so is the tag that it took in.
void markup_document::on_open_bogus(const text_position& begin, std::uint64_t end, bool holds_markup) {
  is_in_other_ = false;
  auto& literals = evaluator_.literals();
  if (is_over_ || skips_block_) return lose_up_to(end);
  if (!holds_markup && !literals.is_active()) return account_.reach(end, span_kind::syntax);
  begin_loss({{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
             is_hidden_section_
                 ? finding{errc::unread_block, treatment::skip, "a section that HTML does not read"}
                 : finding{errc::unterminated, treatment::skip, "markup that does not end"});
  lose_up_to(end);
  literals.spoil(errc::unterminated, "a literal in which markup does not end");
  if (holds_markup) taken_at_ = end;
}

void markup_document::on_nested_comment(const text_position& begin, std::uint64_t end, std::string_view raw) {
  is_in_other_ = false;
  if (is_over_ || skips_block_) return lose_up_to(end);
  if (is_in_template()) return account_.reach(end, span_kind::syntax);
  static constexpr std::string_view message = "a comment that may have lost its end before another begins";
  if (raw.empty()) {  // too long to be looked into
    findings_.examine(end, {});
    stop_reading({{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
                 {errc::unterminated, treatment::skip, message});
    return lose_up_to(end);
  }
  const raw_place place{begin.offset_bytes, raw.size()};
  const auto text = raw.substr(4);
  const auto swallowed = examine_inside(text, options_.limits, is_xml_);
  auto& literals = evaluator_.literals();
  const bool cuts_literal = literals.is_active() && !trim_html(text).empty();
  if (cuts_literal) literals.spoil(errc::unterminated, "a literal in which a comment does not end");
  if (cuts_literal || swallowed.says_something) {
    findings_.report(place, {errc::unterminated, treatment::skip, message});
    account_.reach(place.offset_bytes + place.length_bytes, span_kind::quarantine);
  }
  using enum context_difference;
  if (!swallowed.is_balanced)
    lose_nesting(place, swallowed.sets_names ? names : swallowed.turns ? subjects : none);
  if (is_over_) return lose_up_to(end);
  account_.reach(end, span_kind::syntax);
}

/// Its end can be no other, but HTML has it go on to the end of the document.
void markup_document::on_spaced_comment(const text_position& begin, std::uint64_t end) {
  is_in_other_ = false;
  if (is_over_ || skips_block_) return lose_up_to(end);
  const raw_place place{begin.offset_bytes, end - begin.offset_bytes};
  const finding found{errc::unterminated, treatment::skip, "a comment with white space within its end"};
  if (findings_.profile() == wash_profile::strict) {
    stop_reading({place}, found);
    return lose_up_to(end);
  }
  if (is_xml_) (void)break_xml(place, errc::xml_syntax, "a comment with white space within its end");
  findings_.report(place, found);
  evaluator_.literals().spoil(errc::unterminated, "a literal in which a comment does not end");
  account_.reach(end, span_kind::quarantine);
}

/// Tags that may or may not be there open or close elements: nobody knows in which of them what comes now lies.
void markup_document::lose_nesting(raw_place place, context_difference least) {
  using enum context_difference;
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
      return stop_reading({place}, {errc::unterminated, treatment::skip, "nobody knows what lies where"});
  }
}

/// Whether what reads like a tag without its `<` may have been one. Pages about HTML have tags in their texts, too.
bool markup_document::reads_bare_tags() const {
  if (is_over_ || skips_block_ || block_.is_open() || raw_begin_) return false;
  if (is_xml_ && (!has_html_elements(host_) || (stack_.empty() && had_root_))) return false;
  const auto shows_code = [&](const open_element& one) {
    return one.is_inert || one.tag == html_tag::template_ || one.tag == html_tag::code ||
           one.tag == html_tag::pre || one.tag == html_tag::listing || one.hash == name_hash("samp", false) ||
           one.hash == name_hash("kbd", false);
  };
  return std::ranges::none_of(stack_, shows_code);
}

/// What follows may lie in an element that nobody knows enough of. It ends as if its start tag were whole.
void markup_document::on_bare_tag(std::uint64_t offset, std::string_view raw) {
  if (!is_decided_) decide_host(nullptr);
  if (!reads_bare_tags()) return on_text(offset, raw, raw_text::content);
  end_run();
  begin_chunk(offset, raw);
  end_loss(offset);
  if (void_is_pending_) settle_void({offset, 0});
  const auto end = offset + raw.size();
  is_past_end_ = is_past_body_ = false;
  if (is_over_) return lose_up_to(end);
  const auto text = "<" + std::string(raw);
  tag_scan scan(options_.limits.attributes);
  (void)scan.scan(text);
  auto tag = scan.tag(text, offset);
  tag.text = raw;
  begin_loss({place_of(tag)}, {errc::bad_attribute, treatment::skip, "a start tag that lacks its <"});
  evaluator_.literals().spoil(errc::unterminated, "a literal in which a tag is damaged");
  for (const auto& one : stack_) evaluator_.lose_items(one.rdfa.context, raw);
  if (!is_html_element(tag.name)) {  // nobody knows which end tag is its own
    lose_nesting(place_of(tag), sets_names(tag)             ? context_difference::names
                                : mentions_rdfa(raw, false) ? context_difference::subjects
                                                            : context_difference::none);
    return lose_up_to(end);
  }
  read_start_tag(tag, true);
  const bool is_open = !stack_.empty() && stack_.back().begin.bytes.offset_bytes == offset;
  if (!is_open || stack_.back().hash != name_hash(tag.name, !is_xml_)) return;
  stack_.back().is_guessed = true;
  ++guesses_;
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
