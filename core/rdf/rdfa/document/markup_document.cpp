// Implements markup_document for text and other markup, and the begin and end of a document.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/markup_document.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/document/tag_account.hpp"
#include "core/rdf/rdfa/markup/bare_tag.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

constexpr std::string_view byte_order_mark_bytes = "\xEF\xBB\xBF";

std::size_t first_ink(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, [](char c) { return is_html_space(c); }) -
                                  text.begin());
}

}  // namespace

markup_document::markup_document(const reader_options& options, embedded_reader_factory factory,
                                 statement_sink& sink)
    : options_(options),
      factory_(std::move(factory)),
      scanner_(options.limits, *this),
      faults_(options, sink, scanner_),
      account_(sink),
      output_(options, sink, faults_),
      evaluator_(options, output_, faults_, account_),
      items_(options_, evaluator_, output_, faults_, account_),
      decoder_(options.profile, options.limits.entity_bytes),
      block_(sink, output_, account_),
      skips_(faults_, account_),
      stack_(evaluator_, items_, account_),
      dialect_(options, scanner_, decoder_, evaluator_),
      damage_(faults_, skips_, dialect_, stack_, evaluator_),
      other_(options.limits, faults_, account_, skips_, dialect_, stack_, evaluator_, damage_),
      repair_(scanner_, skips_, dialect_, evaluator_, damage_),
      on_fault_([this](const reference_fault& fault) { report_reference(fault); }),
      input_(evaluator_, items_, decoder_, account_, on_fault_),
      tree_(
          stack_, [this] { ends_.pop(); }, [this](std::size_t index) { stack_.detach(index); },
          [this](const open_element& one) { return evaluator_.changes_context(one.rdfa); }),
      ends_(scanner_, dialect_, stack_, tree_, damage_, skips_, evaluator_) {}

void markup_document::set_base(std::string_view iri) {
  evaluator_.use_declared_base(iri);
  seeks_base_ = false;
  has_base_ = true;
}

void markup_document::begin_chunk(std::uint64_t offset, std::string_view raw) {
  faults_.examine(offset, raw);
  output_.begin_chunk();
  check_utf8(offset, raw);
}

void markup_document::check_utf8(std::uint64_t offset, std::string_view raw) {
  std::size_t at = 0;
  for (auto bad = find_bad_utf8(raw); bad != raw.npos; bad = find_bad_utf8(raw.substr(at))) {
    at += bad;
    const auto length = next_utf8(raw.substr(at)).length;
    faults_.report({offset + at, length},
                   {errc::illegal_utf8, faults_.may(errc::illegal_utf8), {}, {}, "\xEF\xBF\xBD"});
    if (faults_.may(errc::illegal_utf8) == treatment::skip) output_.lose({offset + at, length});
    at += length;
  }
}

void markup_document::report_reference(const reference_fault& fault) {
  if (fault.rule == errc::illegal_utf8) return;  // `check_utf8` has reported it
  faults_.report({fault.offset, fault.length}, {fault.rule, fault.done, {}, {}, fault.after});
}

void markup_document::on_text(std::uint64_t offset, std::string_view raw, raw_text kind) {
  faults_.examine(offset, raw);
  output_.begin_chunk();
  if (block_.is_open()) return block_.push(raw, [&] { return scanner_.locate(offset); });
  // Defects are reported in their order, so what is no UTF-8 is read as a text of its own.
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
    faults_.report({0, 3}, {errc::byte_order_mark, faults_.may(errc::byte_order_mark)});
    account_.reach(3, span_kind::syntax);
    raw.remove_prefix(3);
    offset = 3;
  }
  const bool has_ink = first_ink(raw) < raw.size();
  if (has_ink) ends_.note_content();
  if (skips_.is_over() || skips_block_) return skips_.reach(end);
  if (has_ink && !dialect_.is_decided()) decide_host(nullptr);
  if (has_ink && ends_.is_void_pending()) {
    const auto ink = first_ink(raw);
    if (ink > 0) read_text(offset, raw.substr(0, ink), kind);
    offset += ink;
    raw.remove_prefix(ink);
    ends_.close_void({offset, 0});
    if (skips_.is_over()) return skips_.reach(end);
  }
  if (dialect_.is_xml() && dialect_.is_decided() && stack_.empty()) return read_stray_text(offset, raw);
  if (!dialect_.is_decided()) return account_.reach(end, span_kind::syntax);
  read_text(offset, raw, kind);
}

void markup_document::read_stray_text(std::uint64_t offset, std::string_view raw) {
  const auto ink = has_stray_text_ ? 0 : first_ink(raw);
  account_.reach(offset + ink, span_kind::syntax);
  if (ink == raw.size()) return;
  const markup_fault found{errc::xml_syntax, treatment::skip, "text outside of the root element"};
  const raw_place first{offset + ink, 1};
  if (!has_stray_text_ && faults_.profile() == wash_profile::strict)
    skips_.stop({first}, found);
  else if (!has_stray_text_)
    skips_.begin({first}, found);
  has_stray_text_ = true;
  skips_.reach(offset + raw.size());
}

void markup_document::read_text(std::uint64_t offset, std::string_view raw, raw_text kind) {
  const auto end = offset + raw.size();
  if (dialect_.is_xml() && kind == raw_text::content && raw == "<" &&
      !damage_.break_xml({offset, 1}, errc::markup_in_text, "a bare <"))
    if (skips_.is_over()) return skips_.reach(end);
  if (!dialect_.is_xml() && kind == raw_text::content && !raw_begin_) read_html_text(offset, raw);
  bare_.add(raw);
  if (kind == raw_text::content && !raw_begin_ && raw == "<") {
    if (bare_.is_open()) end_bare_text();
    bare_.begin();
  }
  if (input_.add_text(offset, raw, kind, !stack_.is_in_template(dialect_.is_xml()), dialect_.is_xml()))
    return;
  // What becomes of raw content is known at its end.
  if (input_.has_overflowed())
    return account_.reach(end, span_kind::quarantine);  // of the literal, which is reported
  if (skips_.is_unreliable(offset)) skips_.reach(std::min(end, skips_.unreliable_end()));
  if (stack_.is_unreadable())
    skips_.reach(end);
  else if (!raw_begin_)
    account_.reach(end, span_kind::syntax);
}

/// A `<` that begins nothing may have been that of a tag: then an item of a list is lost by that.
void markup_document::end_bare_text() {
  if (const auto tag = bare_.end(); !tag.empty()) damage_.lose_items(tag);
}

/// Applies the rules of HTML to a text outside of `title` and the like.
void markup_document::read_html_text(std::uint64_t offset, std::string_view raw) {
  if (raw == "<") damage_.note_soup({offset, 1}, "a bare <");
  const auto ink = first_ink(raw);
  if (ink < raw.size() && !has_stray_text_ && tree_.misplaces_text()) {
    damage_.note_soup({offset + ink, 1}, "text between the cells of a table");
    has_stray_text_ = true;
  }
  reopen_formatting(html_tag::other, true, offset);
}

void markup_document::on_other(std::uint64_t offset, std::string_view raw, bool is_complete) {
  end_span();
  begin_chunk(offset, raw);
  other_.pass(offset, raw, is_complete);
  if (block_.is_open() && block_.has_begun()) {
    if (block_.pass_section_mark(raw)) return;
    block_.close();
    if (!raw.starts_with("]]>")) skip_block({offset, 0});
  }
  if (!is_complete) return;
  if (skips_.is_over() || skips_block_) return skips_.reach(offset + raw.size());
  account_.reach(offset + raw.size(), span_kind::syntax);
}

void markup_document::end_span() {
  input_.end_span();
  if (bare_.is_open()) end_bare_text();
}

void markup_document::on_doctype(std::uint64_t offset, std::string_view raw) {
  end_span();
  begin_chunk(offset, raw);
  if (ends_.is_past_end()) begin_document({offset, raw.size()});
  if (!dialect_.take_doctype(raw) && dialect_.is_decided() && !skips_.is_over()) {
    damage_.note_soup({offset, raw.size()}, "a document type within the document");
  }
  if (block_.is_open() && block_.has_begun()) {
    block_.close();
    skip_block({offset, 0});
  }
  if (skips_.is_over() || skips_block_) return skips_.reach(offset + raw.size());
  if (!raw.ends_with('>')) other_.read_open_doctype({offset, raw.size()}, raw);
  account_.reach(offset + raw.size(), span_kind::syntax);
}

void markup_document::on_xml_declaration(std::uint64_t offset) {
  if (ends_.is_past_end()) begin_document({offset, 5});
  if (dialect_.take_xml_declaration()) return;
  if (dialect_.is_xml() && !skips_.is_over() && stack_.empty())
    faults_.report({offset, 5}, {errc::repeated_header, faults_.may(errc::repeated_header)});
}

void markup_document::on_unterminated(std::uint64_t offset, std::string_view raw,
                                      const text_position& begin) {
  end_span();
  begin_chunk(offset, raw);
  if (block_.is_open()) {  // what it holds is reported by its own reader
    block_.close();
    raw_begin_.reset();
  }
  lose_rest(raw_begin_.value_or(begin), offset + raw.size(), "markup that does not end", skips_.is_over());
}

void markup_document::on_bogus(std::uint64_t offset, std::string_view raw) {
  end_span();
  begin_chunk(offset, raw);
  if (dialect_.is_decided() && dialect_.is_xml() && !skips_.is_over() && !stack_.empty() && !skips_block_ &&
      !block_.is_open())
    (void)damage_.break_xml({offset, raw.size()}, errc::xml_syntax, "markup not allowed in XML");
}

void markup_document::on_open_bogus(const text_position& begin, std::uint64_t end, bool holds_markup) {
  other_.end_piece();
  if (skips_.is_over() || skips_block_) return skips_.reach(end);
  other_.read_open_bogus(begin, end, holds_markup);
}

void markup_document::on_nested_comment(const text_position& begin, std::uint64_t end, std::string_view raw) {
  other_.end_piece();
  if (skips_.is_over() || skips_block_) return skips_.reach(end);
  other_.read_nested_comment(begin, end, raw);
}

void markup_document::on_spaced_comment(const text_position& begin, std::uint64_t end) {
  other_.end_piece();
  if (skips_.is_over() || skips_block_) return skips_.reach(end);
  other_.read_spaced_comment(begin, end);
}

void markup_document::decide_host(const raw_tag* root) {
  dialect_.decide(root);
  tree_.use_quirks(!dialect_.has_doctype());
}

/// Behind the end of one HTML document another begins, as in files that were joined.
void markup_document::begin_document(raw_place place) {
  const markup_fault found{errc::repeated_header, faults_.may(errc::repeated_header),
                           "another document begins"};
  ends_.begin_document();
  if (skips_.is_over()) return;
  close_all();
  if (faults_.profile() == wash_profile::strict) return skips_.stop({place}, found);
  faults_.report(place, found);
  forget_document(place);
  tree_.begin_document();
  dialect_.begin_document();
  had_root_ = root_is_implied_ = false;
}

/// No element is open, and what follows inherits nothing. Its base is not known before its head has been read.
void markup_document::forget_document(raw_place place) {
  const auto begin = faults_.locate(raw_place{place.offset_bytes, 0});
  items_.finish();
  evaluator_.begin_document(begin);
  output_.finish(begin);
  output_.begin_chunk();
  evaluator_.use_declared_base({});
  has_base_ = is_base_read_ = false;
  seeks_base_ = true;
}

/// Where a tag begins that ends the head, no base is to come.
void markup_document::end_base_search(html_tag before) {
  const bool may_precede = before == html_tag::html || (traits_of(before) & is_head_content) != 0;
  if (may_precede) return;
  seeks_base_ = false;
  evaluator_.use_given_base(options_);
}

void markup_document::begin_block() {
  const auto& type = attributes_[attr::type];
  const auto format = block_format(type.text);
  if (format == rdf_format::unknown) return;
  auto options = options_;
  options.base_iri = evaluator_.base();
  options.used_base = evaluator_.used_base();
  options.media_type = {};
  if (const auto opened = block_.open(format, options, factory_)) return;
  skip_block(type.place);
}

void markup_document::skip_block(raw_place place) {
  skips_.begin({place}, {errc::unread_block, treatment::skip});
  skips_block_ = true;
}

void markup_document::read_base() {
  const auto& href = attributes_[attr::href];
  const auto reference = trim_html(href.text);
  if (!is_absolute(reference)) note_base(options_.used_base);
  const auto iri = resolve_iri(options_.base_iri, reference);
  if (iri.empty()) return;
  const auto base = output_.check(iri, href.place);
  if (!has_base_) set_base(base);
}

/// Computes the lines of what is open.
void markup_document::on_bytes_going() {
  stack_.keep_places(faults_);
  evaluator_.keep_places();
}

void markup_document::finish() {
  scanner_.finish();
  if (!output_.outcome()) return;
  if (input_.ends_in_reference())
    evaluator_.literals().spoil(errc::unterminated, "a reference that the end of the document cuts off");
  end_span();
  const raw_place place{scanner_.offset_bytes(), 0};
  const auto end = faults_.locate(place);
  faults_.examine(place.offset_bytes, {});
  output_.begin_chunk();
  if (block_.is_open())
    block_.close();
  else if (raw_begin_ && raw_begin_->offset_bytes < place.offset_bytes && !skips_block_)
    lose_rest(*raw_begin_, place.offset_bytes, "an element whose end tag is missing", skips_.is_over());
  close_all();
  items_.finish();
  evaluator_.finish();
  output_.finish(end);
  if (skips_.is_over() || skips_block_) skips_.reach(place.offset_bytes);
  skips_.end();
  account_.reach(place.offset_bytes, span_kind::syntax);
  account_.finish();
}

void markup_document::on_long_tag(const text_position& begin, std::uint64_t length, std::string_view name,
                                  bool is_end, bool closes_itself) {
  end_span();
  const auto end = begin.offset_bytes + length;
  on_bytes_going();  // its place is known, so must be those around it
  faults_.examine(end, {});
  output_.begin_chunk();
  end_loss(begin.offset_bytes);
  ends_.note_content();
  if (skips_.is_over()) return skips_.reach(end);
  if (block_.is_open()) block_.close();
  skips_block_ = false;
  end_raw_content(begin.offset_bytes);
  raw_tag cut;
  cut.name = name;
  if (!dialect_.is_decided()) decide_host(&cut);
  const auto hash = name_hash(name, !dialect_.is_xml());
  const auto kind = find_html_tag(hash);
  const located_place place{{begin.offset_bytes, length}, begin.line, begin.column};
  const markup_fault why{errc::statement_too_long, treatment::skip, "a tag that is longer than the limit"};
  skips_.begin(place, why);
  if (!is_end) damage_.lose_items("inlist");  // it may be one
  if (is_end && !dialect_.is_xml() && deep_.empty()) {
    evaluator_.literals().spoil(errc::unterminated, "a literal in which an end tag is lost");
    skips_.reach(end);
    return damage_.lose_nesting({end, 0});
  }
  if (is_end || !deep_.empty() || stack_.size() >= options_.limits.nesting) return skips_.reach(end);
  if (stack_.empty() && !dialect_.is_xml() && kind != html_tag::html) imply_root();
  html_placement made;
  made.is_void = dialect_.is_xml() ? closes_itself : (traits_of(kind) & is_void) != 0;
  open_unreadable_element(place, hash, kind, made);
}

/// Markup or an element without its end took in the rest of the document, whose structure is not known by that. `is_explained`: a defect covers
/// the rest already.
void markup_document::lose_rest(const text_position& begin, std::uint64_t end, std::string_view what,
                                bool is_explained) {
  if (!is_explained)
    faults_.report_at(located_place{{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
                      {errc::unterminated, treatment::skip, what});
  raw_begin_.reset();
  has_lost_rest_ = true;
  skips_.reach(end);
}

/// Called where a tag begins: what is left out may have ended before the tag.
void markup_document::end_loss(std::uint64_t offset) {
  const bool continues = skips_.is_over() || skips_block_ || !deep_.empty() || skips_.is_unreliable(offset) ||
                         stack_.is_unreadable();
  if (!continues) skips_.end();
}

void markup_document::close_all() {
  const auto is_unclosed = [&](const open_element& one) {
    return one.hash != 0 && (dialect_.is_xml() || (one.traits & has_optional_end) == 0);
  };
  const auto rule = dialect_.is_xml() ? errc::mismatched_tag : errc::tag_soup;
  const auto open_template = std::ranges::find_if(stack_, [&](const open_element& one) {
    return open_elements::begins_template(one, dialect_.is_xml());
  });
  if (open_template != stack_.end()) {
    account_.resume();
    const auto& begin = open_template->begin;
    lose_rest({begin.bytes.offset_bytes, begin.line, begin.column}, scanner_.offset_bytes(),
              "a template that is not closed: what follows is no part of the page", false);
  }
  if (!skips_.is_over())
    for (auto one = stack_.begin(); one != open_template; ++one)
      if (is_unclosed(*one))
        faults_.report_at(one->begin, {rule, faults_.may(rule), "an element that is not closed"});
  const bool is_cut = !ends_.is_past_body() && std::ranges::any_of(stack_, is_unclosed);
  while (!stack_.empty()) {
    const bool is_sound = !skips_.is_over() && !has_lost_rest_ && !is_cut && !is_unclosed(stack_.back());
    ends_.pop(is_sound);
  }
}

/// Whether what reads like a tag without its `<` may have been one. Pages about HTML have tags in their texts, too.
bool markup_document::reads_bare_tags() const {
  if (skips_.is_over() || skips_block_ || block_.is_open() || raw_begin_) return false;
  if (dialect_.is_xml() && (!dialect_.is_html() || (stack_.empty() && had_root_))) return false;
  const auto shows_code = [&](const open_element& one) {
    return one.is_inert || one.tag == html_tag::template_ || one.tag == html_tag::code ||
           one.tag == html_tag::pre || one.tag == html_tag::listing || one.hash == name_hash("samp", false) ||
           one.hash == name_hash("kbd", false);
  };
  return std::ranges::none_of(stack_, shows_code);
}

/// What follows may be in an element of which too little is known. It ends as if its start tag were whole.
void markup_document::on_bare_tag(std::uint64_t offset, std::string_view raw) {
  if (!dialect_.is_decided()) decide_host(nullptr);
  if (!reads_bare_tags()) return on_text(offset, raw, raw_text::content);
  end_span();
  begin_chunk(offset, raw);
  end_loss(offset);
  if (ends_.is_void_pending()) ends_.close_void({offset, 0});
  const auto end = offset + raw.size();
  ends_.note_content();
  if (skips_.is_over()) return skips_.reach(end);
  const auto text = "<" + std::string(raw);
  tag_scan scan(options_.limits.attributes);
  (void)scan.scan(text);
  auto tag = scan.tag(text, offset);
  tag.text = raw;
  skips_.begin({place_of(tag)}, {errc::bad_attribute, treatment::skip, "a start tag that lacks its <"});
  evaluator_.literals().spoil(errc::unterminated, "a literal in which a tag is damaged");
  damage_.lose_items_anywhere(raw);
  if (!is_html_element(tag.name)) {  // its own end tag is not known
    damage_.lose_nesting(place_of(tag), sets_names(tag)             ? context_difference::names
                                        : mentions_rdfa(raw, false) ? context_difference::subjects
                                                                    : context_difference::none);
    return skips_.reach(end);
  }
  read_start_tag(tag, true);
  const bool is_open = !stack_.empty() && stack_.back().begin.bytes.offset_bytes == offset;
  if (!is_open || stack_.back().hash != name_hash(tag.name, !dialect_.is_xml())) return;
  stack_.guess();
}

}  // namespace laundromat::rdfa
