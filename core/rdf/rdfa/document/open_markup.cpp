// Implements open_markup: decides what is lost with markup whose end is missing or ambiguous.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/open_markup.hpp"

#include "core/rdf/rdfa/markup/enclosed_markup.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::string_view cdata_begin = "<![CDATA[";

/// Whether an instruction is one to a program that should have run before the page was sent.
bool is_template_code(std::string_view raw) {
  if (!raw.starts_with("<?") || raw.size() < 3) return false;
  return !is_name_start(raw[2]) || equals_ignoring_case(raw.substr(2, 3), "php");
}

}  // namespace

void open_markup::pass(std::uint64_t offset, std::string_view raw, bool is_complete) {
  if (!is_within_) begin(offset, raw);
  is_within_ = !is_complete;
  if (!is_complete || !hidden_) return;
  hidden_->bytes.length_bytes = offset + raw.size() - hidden_->bytes.offset_bytes;
  faults_->report_at(*hidden_, {errc::tag_soup, faults_->may(errc::tag_soup), "no comment, but read as one",
                                faults_->bytes_at(hidden_->bytes)});
}

void open_markup::begin(std::uint64_t offset, std::string_view raw) {
  const bool is_xml = dialect_->is_xml();
  hidden_.reset();
  is_hidden_section_ = !is_xml && raw.starts_with(cdata_begin) && raw != cdata_begin;
  auto& literals = evaluator_->literals();
  if (skips_->is_over() || !literals.is_active() || elements_->is_in_template(is_xml)) return;
  if (is_template_code(raw))
    literals.spoil(errc::unread_block, "a literal with code of a template");
  else if (is_hidden_section_)
    literals.spoil(errc::unread_block, "a literal with a section that HTML does not read");
  else if (!is_xml && raw.starts_with('<') && !raw.starts_with("<!--") && raw != cdata_begin)
    hidden_ = faults_->locate(raw_place{offset, 0});
}

void open_markup::read_open_bogus(const text_position& begin, std::uint64_t end, bool holds_markup) {
  auto& literals = evaluator_->literals();
  if (!holds_markup && !literals.is_active()) return account_->reach(end, span_kind::syntax);
  skips_->begin({{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
                is_hidden_section_
                    ? markup_fault{errc::unread_block, treatment::skip, "a section that HTML does not read"}
                    : markup_fault{errc::unterminated, treatment::skip, "markup that does not end"});
  skips_->reach(end);
  literals.spoil(errc::unterminated, "a literal in which markup does not end");
  if (holds_markup) taken_at_ = end;
}

void open_markup::read_nested_comment(const text_position& begin, std::uint64_t end, std::string_view raw) {
  if (elements_->is_in_template(dialect_->is_xml())) return account_->reach(end, span_kind::syntax);
  static constexpr std::string_view message = "a comment that may have lost its end before another begins";
  if (raw.empty()) {  // too long to be examined
    faults_->examine(end, {});
    skips_->stop({{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
                 {errc::unterminated, treatment::skip, message});
    return skips_->reach(end);
  }
  const raw_place place{begin.offset_bytes, raw.size()};
  const auto text = raw.substr(4);
  const auto enclosed = examine_inside(text, limits_, dialect_->is_xml());
  auto& literals = evaluator_->literals();
  const bool cuts_literal = literals.is_active() && !trim_html(text).empty();
  if (cuts_literal) literals.spoil(errc::unterminated, "a literal in which a comment does not end");
  if (cuts_literal || enclosed.has_rdfa) {
    faults_->report(place, {errc::unterminated, treatment::skip, message});
    account_->reach(place.offset_bytes + place.length_bytes, span_kind::quarantine);
  }
  using enum context_difference;
  if (!enclosed.is_balanced)
    damage_->lose_nesting(place, enclosed.sets_names ? names : enclosed.changes_subject ? subjects : none);
  if (skips_->is_over()) return skips_->reach(end);
  account_->reach(end, span_kind::syntax);
}

void open_markup::read_spaced_comment(const text_position& begin, std::uint64_t end) {
  const raw_place place{begin.offset_bytes, end - begin.offset_bytes};
  const markup_fault found{errc::unterminated, treatment::skip, "a comment with white space within its end"};
  if (faults_->profile() == wash_profile::strict) {
    skips_->stop({place}, found);
    return skips_->reach(end);
  }
  if (dialect_->is_xml())
    (void)damage_->break_xml(place, errc::xml_syntax, "a comment with white space within its end");
  faults_->report(place, found);
  evaluator_->literals().spoil(errc::unterminated, "a literal in which a comment does not end");
  account_->reach(end, span_kind::quarantine);
}

void open_markup::read_open_doctype(raw_place place, std::string_view raw) {
  const auto end = place.offset_bytes + place.length_bytes;
  if (dialect_->is_decided()) {
    end_piece();
    const auto at = faults_->locate(place);
    return read_open_bogus({place.offset_bytes, at.line, at.column}, end, true);
  }
  static constexpr auto rule = errc::unbalanced_bracket;
  static constexpr std::string_view message = "the > of a document type is missing";
  if (faults_->may(rule) == treatment::repair) {
    const auto text = trim_html(raw);
    return faults_->report({place.offset_bytes + text.size(), 0},
                           {rule, treatment::repair, message, {}, ">"});
  }
  skips_->begin({place}, {rule, treatment::skip, message});
  skips_->reach(end);
  taken_at_ = end;
}

}  // namespace laundromat::rdfa
