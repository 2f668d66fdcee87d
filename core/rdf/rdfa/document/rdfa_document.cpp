// Text, other markup, and the ends of a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/rdfa_document.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view byte_order_mark_bytes = "\xEF\xBB\xBF";

constexpr std::size_t most_bare = 4096;  // of what may be a tag

std::size_t first_ink(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, [](char c) { return is_html_space(c); }) -
                                  text.begin());
}

constexpr std::string_view cdata_begin = "<![CDATA[";

/// Whether an instruction is one to a program that should have run before the page was sent.
bool is_template_code(std::string_view raw) {
  if (!raw.starts_with("<?") || raw.size() < 3) return false;
  return !is_name_start(raw[2]) || equals_ignoring_case(raw.substr(2, 3), "php");
}

/// Whether a text ends within what could become a character reference.
bool may_be_cut_reference(std::string_view raw) {
  auto name = raw.size();
  while (name > 0 && (is_alnum(raw[name - 1]) || raw[name - 1] == '#')) --name;
  return name > 0 && raw[name - 1] == '&' && raw.size() - name < longest_reference;
}

}  // namespace

markup_document::markup_document(const reader_options& options, embedded_reader_factory factory,
                                 statement_sink& sink)
    : options_(options),
      factory_(std::move(factory)),
      scanner_(options.limits, *this),
      findings_(options, sink, scanner_),
      account_(sink),
      output_(options, sink, findings_),
      evaluator_(options, output_, findings_, account_),
      decoder_(options.profile, options.limits.entity_bytes),
      block_(sink, output_, account_),
      tree_(
          stack_, [this] { pop_element(); }, [this](std::size_t index) { detach_element(index); },
          [this](const open_element& one) { return evaluator_.changes_context(one.rdfa); }),
      on_fault_([this](const raw_fault& fault) { report_reference(fault); }) {
  is_xml_ = !equals_ignoring_case(options.media_type, "text/html");
  scanner_.use_xml(is_xml_);
}

void markup_document::begin_chunk(std::uint64_t offset, std::string_view raw) {
  findings_.examine(offset, raw);
  output_.begin_chunk();
  check_utf8(offset, raw);
}

void markup_document::check_utf8(std::uint64_t offset, std::string_view raw) {
  std::size_t at = 0;
  for (auto bad = find_bad_utf8(raw); bad != raw.npos; bad = find_bad_utf8(raw.substr(at))) {
    at += bad;
    const auto length = next_utf8(raw.substr(at)).length;
    findings_.report({offset + at, length},
                     {errc::illegal_utf8, findings_.may(errc::illegal_utf8), {}, {}, "\xEF\xBF\xBD"});
    if (findings_.may(errc::illegal_utf8) == treatment::skip) output_.lose({offset + at, length});
    at += length;
  }
}

void markup_document::report_reference(const raw_fault& fault) {
  if (fault.rule == errc::illegal_utf8) return;  // `check_utf8` has told
  findings_.report({fault.offset, fault.length}, {fault.rule, fault.done, {}, {}, fault.after});
}

void markup_document::on_text(std::uint64_t offset, std::string_view raw, raw_text kind) {
  findings_.examine(offset, raw);
  output_.begin_chunk();
  if (block_.is_open()) return block_.push(raw, [&] { return scanner_.locate(offset); });
  // Defects are told in their order, so what is no UTF-8 is read as a text of its own.
  for (auto bad = find_bad_utf8(raw); bad != raw.npos; bad = find_bad_utf8(raw)) {
    if (bad > 0) read_run(offset, raw.substr(0, bad), kind);
    const auto wrong = raw.substr(bad, next_utf8(raw.substr(bad)).length);
    check_utf8(offset + bad, wrong);
    read_run(offset + bad, wrong, kind);
    offset += bad + wrong.size();
    raw.remove_prefix(bad + wrong.size());
  }
  if (!raw.empty()) read_run(offset, raw, kind);
}

void markup_document::read_run(std::uint64_t offset, std::string_view raw, raw_text kind) {
  const auto end = offset + raw.size();
  if (offset == 0 && raw.starts_with(byte_order_mark_bytes)) {
    findings_.report({0, 3}, {errc::byte_order_mark, findings_.may(errc::byte_order_mark)});
    account_.reach(3, span_kind::syntax);
    raw.remove_prefix(3);
    offset = 3;
  }
  const bool has_ink = first_ink(raw) < raw.size();
  if (has_ink) is_past_end_ = is_past_body_ = false;
  if (is_over_ || skips_block_) return lose_up_to(end);
  if (has_ink && !is_decided_) decide_host(nullptr);
  if (has_ink && void_is_pending_) {
    const auto ink = first_ink(raw);
    if (ink > 0) read_text(offset, raw.substr(0, ink), kind);
    offset += ink;
    raw.remove_prefix(ink);
    settle_void({offset, 0});
    if (is_over_) return lose_up_to(end);
  }
  if (is_xml_ && is_decided_ && stack_.empty()) return read_stray_text(offset, raw);
  if (!is_decided_) return account_.reach(end, span_kind::syntax);
  read_text(offset, raw, kind);
}

void markup_document::read_stray_text(std::uint64_t offset, std::string_view raw) {
  const auto ink = has_stray_text_ ? 0 : first_ink(raw);
  account_.reach(offset + ink, span_kind::syntax);
  if (ink == raw.size()) return;
  const finding found{errc::xml_syntax, treatment::skip, "text outside of the root element"};
  const raw_place first{offset + ink, 1};
  if (!has_stray_text_ && findings_.profile() == wash_profile::strict)
    stop_reading({first}, found);
  else if (!has_stray_text_)
    begin_loss({first}, found);
  has_stray_text_ = true;
  lose_up_to(offset + raw.size());
}

void markup_document::read_text(std::uint64_t offset, std::string_view raw, raw_text kind) {
  const auto end = offset + raw.size();
  if (is_xml_ && kind == raw_text::content && raw == "<" &&
      !break_xml({offset, 1}, errc::markup_in_text, "a bare <"))
    if (is_over_) return lose_up_to(end);
  if (!is_xml_ && kind == raw_text::content && !raw_begin_) read_html_text(offset, raw);
  if (has_bare_tag_ && bare_tag_.size() < most_bare)
    bare_tag_.append(raw.substr(0, most_bare - bare_tag_.size()));
  if (kind == raw_text::content && !raw_begin_ && raw == "<") {
    if (has_bare_tag_) end_bare_tag();
    has_bare_tag_ = true;
  }
  auto& literals = evaluator_.literals();
  const bool is_collected = literals.is_active() && !is_in_template();
  const bool has_reference =
      run_overflowed_ || (is_xml_ && kind != raw_text::verbatim && raw.find('&') != raw.npos);
  const bool is_lost = !stack_.empty() && stack_.back().is_poisoned;
  const auto leave = [&] {  // what becomes of raw content is known at its end
    if (run_overflowed_) return account_.reach(end, span_kind::quarantine);  // of the literal, which is told
    if (offset < doubt_end_) lose_up_to(std::min(end, doubt_end_));
    if (is_lost)
      lose_up_to(end);
    else if (!raw_begin_)
      account_.reach(end, span_kind::syntax);
  };
  if (!is_collected && !has_reference) return leave();
  text_.clear();
  auto lost = errc::ok;
  decoder_.decode(raw, kind, text_, [&](raw_fault fault) {
    const bool is_read = is_collected || run_overflowed_;
    if (!is_read && raw[fault.offset] != '&') return;  // a character of a text that is no literal
    if (fault.done == treatment::skip && lost == errc::ok) lost = fault.rule;
    fault.offset += offset;
    report_reference(fault);
  });
  if (!is_collected) return leave();
  drop_first_line_break(offset);
  ends_in_reference_ = kind != raw_text::verbatim && may_be_cut_reference(raw);
  if (lost != errc::ok) literals.spoil(lost, "in a literal");
  literals.add_text(text_);
  account_.reach_literal(end);
  if (evaluator_.check_literal_size()) run_overflowed_ = true;
}

/// A line break right behind the start tag of `pre` and the like is no text (HTML Living Standard, 13.2.6.4.7).
void markup_document::drop_first_line_break(std::uint64_t offset) {
  if (offset == preformatted_begin_ && offset > 0 && text_.starts_with('\n')) text_.erase(0, 1);
}

/// What the rules of HTML say of a text outside of `title` and the like.
void markup_document::read_html_text(std::uint64_t offset, std::string_view raw) {
  if (raw == "<") note_soup({offset, 1}, "a bare <");
  const auto ink = first_ink(raw);
  if (ink < raw.size() && !has_stray_text_ && tree_.misplaces_text()) {
    note_soup({offset + ink, 1}, "text between the cells of a table");
    has_stray_text_ = true;
  }
  reopen_formatting(html_tag::other, true, offset);
}

/// Whether what stands here is no part of the page.
bool markup_document::is_in_template() const {
  return !is_xml_ && !stack_.empty() && (stack_.back().is_inert || stack_.back().tag == html_tag::template_);
}

/// Markup that is no element begins: within a literal, nobody knows the text where some of it was meant to come from there.
void markup_document::begin_other(std::uint64_t offset, std::string_view raw) {
  hidden_.reset();
  is_hidden_section_ = !is_xml_ && raw.starts_with(cdata_begin) && raw != cdata_begin;
  auto& literals = evaluator_.literals();
  if (is_over_ || !literals.is_active() || is_in_template()) return;
  if (is_template_code(raw))
    literals.spoil(errc::unread_block, "a literal with code of a template");
  else if (is_hidden_section_)
    literals.spoil(errc::unread_block, "a literal with a section that HTML does not read");
  else if (!is_xml_ && raw.starts_with('<') && !raw.starts_with("<!--") && raw != cdata_begin)
    hidden_ = findings_.locate(raw_place{offset, 0});
}

/// The markup ends. That HTML takes for a comment what was none is told where a literal lies around it.
void markup_document::end_other(std::uint64_t end) {
  if (!hidden_) return;
  hidden_->bytes.length_bytes = end - hidden_->bytes.offset_bytes;
  findings_.report_at(*hidden_, {errc::tag_soup, findings_.may(errc::tag_soup), "no comment, but read as one",
                                 findings_.bytes_at(hidden_->bytes)});
}

void markup_document::on_other(std::uint64_t offset, std::string_view raw, bool is_complete) {
  end_run();
  begin_chunk(offset, raw);
  if (!is_in_other_) begin_other(offset, raw);
  is_in_other_ = !is_complete;
  if (is_complete) end_other(offset + raw.size());
  if (block_.is_open() && block_.has_begun()) {
    if (block_.pass_section_mark(raw)) return;
    block_.close();
    if (!raw.starts_with("]]>")) skip_block({offset, 0});
  }
  if (!is_complete) return;
  if (is_over_ || skips_block_) return lose_up_to(offset + raw.size());
  account_.reach(offset + raw.size(), span_kind::syntax);
}

void markup_document::end_run() {
  run_overflowed_ = ends_in_reference_ = false;
  if (has_bare_tag_) end_bare_tag();
}

void markup_document::on_doctype(std::uint64_t offset, std::string_view raw) {
  end_run();
  begin_chunk(offset, raw);
  if (is_past_end_) begin_document({offset, raw.size()});
  if (!is_decided_ && doctype_.empty()) {
    doctype_ = raw.substr(0, doctype_bytes);
    decoder_.declare_entities(raw);
  } else if (is_decided_ && !is_over_) {
    note_soup({offset, raw.size()}, "a document type within the document");
  }
  if (block_.is_open() && block_.has_begun()) {
    block_.close();
    skip_block({offset, 0});
  }
  if (is_over_ || skips_block_) return lose_up_to(offset + raw.size());
  if (!raw.ends_with('>')) end_open_doctype({offset, raw.size()}, raw);
  account_.reach(offset + raw.size(), span_kind::syntax);
}

void markup_document::on_xml_declaration(std::uint64_t offset) {
  if (is_past_end_) begin_document({offset, 5});
  if (!is_decided_ && !has_xml_declaration_) {
    has_xml_declaration_ = true;
    return;
  }
  if (is_xml_ && !is_over_ && stack_.empty())
    findings_.report({offset, 5}, {errc::repeated_header, findings_.may(errc::repeated_header)});
}

void markup_document::on_unterminated(std::uint64_t offset, std::string_view raw,
                                      const text_position& begin) {
  end_run();
  begin_chunk(offset, raw);
  if (block_.is_open()) {  // what it holds is told by its own reader
    block_.close();
    raw_begin_.reset();
  }
  lose_rest(raw_begin_.value_or(begin), offset + raw.size(), "markup that does not end");
}

void markup_document::note_soup(raw_place place, std::string_view message) {
  findings_.report(place, {errc::tag_soup, findings_.may(errc::tag_soup), message});
}

/// Counts out the lines of what is open.
void markup_document::on_bytes_going() {
  auto first = stack_.size();
  while (first > 0 && stack_[first - 1].begin.line == 0) --first;
  for (; first < stack_.size(); ++first) findings_.locate(stack_[first].begin);
  evaluator_.keep_places();
}

void markup_document::finish() {
  scanner_.finish();
  if (!output_.outcome()) return;
  if (ends_in_reference_)
    evaluator_.literals().spoil(errc::unterminated, "a reference that the end of the document cuts off");
  end_run();
  const raw_place place{scanner_.offset_bytes(), 0};
  const auto end = findings_.locate(place);
  findings_.examine(place.offset_bytes, {});
  output_.begin_chunk();
  if (block_.is_open())
    block_.close();
  else if (raw_begin_ && raw_begin_->offset_bytes < place.offset_bytes && !skips_block_)
    lose_rest(*raw_begin_, place.offset_bytes, "an element whose end tag is missing");
  close_all();
  evaluator_.finish();
  output_.finish(end);
  if (is_over_ || skips_block_) lose_up_to(place.offset_bytes);
  findings_.report(loss_);
  account_.reach(place.offset_bytes, span_kind::syntax);
  account_.finish();
}

}  // namespace laundromat
