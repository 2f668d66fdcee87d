// Damage: what is left out, and what is read in spite of it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/document/rdfa_document.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

using attr = rdfa_attribute;

namespace {

constexpr std::size_t most_too_deep = 65'536;

/// Whether the text of the element may be a literal.
bool mentions_property(std::string_view tag) {
  static constexpr std::string_view word = "property";
  const auto is_same = [](char a, char lower) { return to_lower(a) == lower; };
  return std::search(tag.begin(), tag.end(), word.begin(), word.end(), is_same) != tag.end();
}

}  // namespace

/// What `tag` begins is left out.
void markup_document::lose_items(std::string_view tag) {
  evaluator_.lose_items(stack_.empty() ? 0 : stack_.back().rdfa.context, tag);
}

/// A tag without place that would turn what follows, up to its end tag, leaves that out, too.
void markup_document::ignore_start_tag(const raw_tag& tag, html_tag kind, std::uint64_t hash) {
  attributes_.read(tag, is_xml_, decoder_, on_fault_);
  const bool turns =
      attributes_.set_names() || attributes_.has_any(attr::about, attr::resource_, attr::href, attr::src,
                                                     attr::typeof_, attr::rel, attr::rev);
  const bool has_own_end = kind == html_tag::form || (traits_of(kind) & is_table_part) != 0;
  if (turns && has_own_end && (traits_of(kind) & is_void) == 0 && stack_.size() < options_.limits.nesting) {
    begin_loss({place_of(tag)}, {errc::bad_attribute, treatment::skip, "its attributes are not read"});
    lose_items(tag.text);
    return poison_element({place_of(tag)}, hash, html_tag::other, {});
  }
  const bool is_loss =
      attributes_.has_any(attr::property, attr::rel, attr::rev, attr::typeof_, attr::about, attr::resource_);
  if (is_loss)
    findings_.report(place_of(tag), {errc::bad_attribute, treatment::skip, "its attributes are not read"});
  if (is_loss) lose_items(tag.text);
  account_.reach(tag.offset_bytes + tag.text.size(), is_loss ? span_kind::quarantine : span_kind::syntax);
}

bool markup_document::fits(const raw_tag& tag, std::uint64_t hash, bool is_void) {
  if (stack_.size() < options_.limits.nesting) return true;
  begin_loss({place_of(tag)}, {errc::too_deep_nesting, treatment::skip});
  lose_items(tag.text);
  if (!is_void) open_too_deep(hash);
  lose_up_to(tag.offset_bytes + tag.text.size());
  return false;
}

/// Whether an element of XML that lost its end tag, or is too long to know, is left out as a whole. Else only what inherits from it is.
bool markup_document::leave_out_unbalanced(const raw_tag& tag, errc fault) {
  static constexpr std::string_view message = "an element whose end tag is lost or too far away";
  if (findings_.profile() == wash_profile::strict && fault == errc::unterminated) {
    stop_reading({place_of(tag)}, {fault, treatment::skip, message});
    return true;
  }
  if (!attributes_.set_names() || (!stack_.empty() && stack_.back().is_poisoned)) return false;
  begin_loss({place_of(tag)}, {fault, treatment::skip, message});
  return true;
}

/// A lost quote makes what the tag says doubtful. Where it swallowed other tags they are read again, so that what follows them lies where
/// it belongs, but they do not count either.
std::string_view markup_document::cut_doubtful(const raw_tag& tag, std::string_view why) {
  const auto end = tag.offset_bytes + tag.text.size();
  if (end > doubt_end_) begin_loss({place_of(tag)}, {errc::bad_attribute, treatment::skip, why});
  cuts_ = tag.offset_bytes < doubt_end_ ? cuts_ + 1 : 0;
  doubt_end_ = std::max(doubt_end_, end);
  const auto length = end_before_swallowed(tag.text);
  if (length == tag.text.size() || cuts_ > most_cuts) return tag.text;
  scanner_.cut_tag(length);
  evaluator_.literals().spoil(errc::unterminated, "a literal in which a tag is damaged");
  return tag.text.substr(0, length);
}

/// An end tag that lost its `>` took in the start tag behind it: it ends before that one, which does not count. True when that is so.
bool markup_document::cut_end_tag(raw_tag& tag) {
  const auto next = tag.text.find('<', 1);
  const bool is_bare = tag.name.find('<') != tag.name.npos || (tag.oddities & stray_character) != 0;
  if (next == tag.text.npos || !is_bare) return false;
  if (is_xml_ && !break_xml(place_of(tag), errc::xml_syntax, "an end tag that does not end") && is_over_)
    return false;
  lose_items(tag.text);
  tag.text = cut_doubtful(tag, "an end tag that does not end");
  const auto* const end = std::ranges::find_if_not(tag.name, is_name_character);
  tag.name = tag.name.substr(0, static_cast<std::size_t>(end - tag.name.begin()));
  return true;
}

/// A `<` that begins nothing may have been that of a tag: whether an item of a list is lost by that.
void markup_document::end_bare_tag() {
  has_bare_tag_ = false;
  const auto tag = trim_html(std::string_view(bare_tag_).substr(0, bare_tag_.find('>')));
  const auto name_end = std::ranges::find_if_not(tag, is_name_character);
  const bool is_named = name_end != tag.end() && name_end != tag.begin() && is_alpha(tag.front()) &&
                        (is_html_space(*name_end) || *name_end == '/');
  if (is_named && mentions_rdfa(tag, false)) lose_items(tag);
  bare_tag_.clear();
}

/// Says of each byte of a tag what it was, once what it says is known.
void markup_document::account_tag(const raw_tag& tag, bool collects) {
  const auto end = tag.offset_bytes + tag.text.size();
  auto lost = output_.lost();
  const auto items = output_.has_said() ? 0 : static_cast<std::uint32_t>(evaluator_.items());
  const bool is_silent = !output_.has_said() && items == 0 && lost.empty();
  // A part of an XML or HTML literal counts as its text.
  if (is_silent && (collects || evaluator_.literals().wants_tags())) return account_.reach_literal(end);
  std::ranges::sort(lost, {}, &raw_place::offset_bytes);
  const auto is_tag = [&](const raw_place& part) {
    return part.offset_bytes == tag.offset_bytes && part.length_bytes == tag.text.size();
  };
  const bool is_lost = std::ranges::any_of(lost, is_tag);
  const auto kind = output_.has_said() || (collects && !is_lost) ? span_kind::statement : span_kind::syntax;
  const bool waits = items > 0 && kind == span_kind::syntax;
  const bool is_of_literal = collects && !is_lost && !output_.has_said() && items == 0;
  const auto first = account_.next_run();
  const auto reach = [&](std::uint64_t to) {
    if (waits)
      account_.reach_items(to, items);
    else if (is_of_literal)
      account_.reach_literal(to);
    else
      account_.reach(to, kind);
  };
  for (const auto& part : lost) {
    const bool is_whole = part.offset_bytes == tag.offset_bytes;
    if (part.offset_bytes < tag.offset_bytes || (is_whole && (kind == span_kind::statement || waits)))
      continue;
    reach(part.offset_bytes);
    account_.reach(std::min(end, part.offset_bytes + part.length_bytes), span_kind::quarantine);
  }
  reach(end);
  if (waits) evaluator_.wait_for_lists({first, account_.next_run() - first, false});
}

void markup_document::poison_element(const located_place& tag, std::uint64_t hash, html_tag kind,
                                     const html_placement& made) {
  if (evaluator_.literals().wants_tags())
    evaluator_.literals().spoil(errc::unterminated, "a literal in which a tag was not read");
  const auto end = tag.bytes.offset_bytes + tag.bytes.length_bytes;
  lose_up_to(end);
  had_root_ = true;
  if (made.is_void) return;
  open_element opened;
  opened.hash = hash;
  opened.begin = tag;
  opened.begin.bytes.length_bytes = 0;
  opened.is_poisoned = true;
  opened.rdfa.context = stack_.empty() ? 0 : stack_.back().rdfa.context;
  if (has_html_elements(host_)) {
    opened.tag = kind;
    opened.traits = traits_of(kind);
  }
  stack_.push_back(std::move(opened));
  begin_raw_content(made.model, kind, end);
}

/// Whether what lies in an element can be read though its start tag cannot: no text of it is lost by that.
bool markup_document::may_read_within(const raw_tag& tag, html_tag kind, const html_placement& made) const {
  if (made.is_void || made.is_foreign || made.model != content_model::markup || !has_html_elements(host_))
    return false;
  if (kind == html_tag::template_ || mentions_property(tag.text)) return false;
  return stack_.empty() || !(stack_.back().is_poisoned || stack_.back().is_inert ||
                             stack_.back().is_foreign || stack_.back().tag == html_tag::template_);
}

/// Opens an element whose start tag cannot be read: of what is in it, what inherits from it is left out.
void markup_document::doubt_element(const raw_tag& tag, std::uint64_t hash, html_tag kind,
                                    const html_placement& made) {
  poison_element({place_of(tag)}, hash, kind, made);
  auto& opened = stack_.back();
  opened.is_poisoned = false;
  opened.rdfa = evaluator_.open_unknown(place_of(tag), errc::bad_attribute, opened.rdfa.context);
}

void markup_document::settle_void(raw_place place) {
  void_is_pending_ = false;
  if (!break_xml(place, errc::mismatched_tag, "a void element that is not closed")) return;
  pop_element();
}

void markup_document::open_too_deep(std::uint64_t hash) {
  if (too_deep_.size() >= most_too_deep) {
    ++even_deeper_;
    return;
  }
  too_deep_.push_back(hash);
  ++too_deep_names_[hash];
}

/// Whether the end tag belongs to an element beyond the limit, or to none.
bool markup_document::end_too_deep(std::uint64_t hash) {
  if (too_deep_.empty()) return false;
  if (even_deeper_ > 0) {
    --even_deeper_;
    return true;
  }
  const bool is_in = too_deep_names_.contains(hash);
  const bool is_below =
      !is_in && std::ranges::any_of(stack_, [&](const open_element& one) { return one.hash == hash; });
  if (!is_in && !is_below) return true;
  while (!too_deep_.empty()) {
    const auto top = too_deep_.back();
    too_deep_.pop_back();
    if (const auto found = too_deep_names_.find(top); --found->second == 0) too_deep_names_.erase(found);
    if (top == hash) return true;
  }
  return false;
}

void markup_document::on_long_tag(const text_position& begin, std::uint64_t length, std::string_view name,
                                  bool is_end, bool closes_itself) {
  end_run();
  const auto end = begin.offset_bytes + length;
  on_bytes_going();  // its place is known, so must be those around it
  findings_.examine(end, {});
  output_.begin_chunk();
  end_loss(begin.offset_bytes);
  is_past_end_ = is_past_body_ = false;
  if (is_over_) return lose_up_to(end);
  if (block_.is_open()) block_.close();
  skips_block_ = false;
  end_raw_content(begin.offset_bytes);
  raw_tag cut;
  cut.name = name;
  if (!is_decided_) decide_host(&cut);
  const auto hash = name_hash(name, !is_xml_);
  const auto kind = find_html_tag(hash);
  const located_place place{{begin.offset_bytes, length}, begin.line, begin.column};
  const finding why{errc::statement_too_long, treatment::skip, "a tag that is longer than the limit"};
  begin_loss(place, why);
  if (!is_end) lose_items("inlist");  // nobody knows
  if (is_end && !is_xml_ && too_deep_.empty()) {
    evaluator_.literals().spoil(errc::unterminated, "a literal in which an end tag is lost");
    lose_up_to(end);
    return lose_nesting({end, 0});
  }
  if (is_end || !too_deep_.empty() || stack_.size() >= options_.limits.nesting) return lose_up_to(end);
  if (stack_.empty() && !is_xml_ && kind != html_tag::html) imply_root();
  html_placement made;
  made.is_void = is_xml_ ? closes_itself : (traits_of(kind) & is_void) != 0;
  poison_element(place, hash, kind, made);
}

/// Markup or an element without its end took the rest of the document in: nobody knows what would have been what.
void markup_document::lose_rest(const text_position& begin, std::uint64_t end, std::string_view what) {
  if (!is_over_)
    findings_.report_at(
        located_place{{begin.offset_bytes, end - begin.offset_bytes}, begin.line, begin.column},
        {errc::unterminated, treatment::skip, what});
  raw_begin_.reset();
  has_lost_rest_ = true;
  lose_up_to(end);
}

/// From here on something is left out: `why` is told when it is known how far that reaches, or at once within another such span.
void markup_document::begin_loss(const located_place& place, const finding& why) {
  auto found = findings_.hold(place, why);
  if (loss_.is_open())
    findings_.report(found);
  else
    loss_ = std::move(found);
}

void markup_document::lose_up_to(std::uint64_t end) {
  account_.reach(end, span_kind::quarantine);
  loss_.reach(end);
}

/// Called where a tag begins: what is left out may have ended before it.
void markup_document::end_loss(std::uint64_t offset) {
  const bool goes_on = is_over_ || skips_block_ || !too_deep_.empty() || offset < doubt_end_ ||
                       (!stack_.empty() && stack_.back().is_poisoned);
  if (!goes_on) findings_.report(loss_);
}

/// Strict reading ends at damage: all that follows is left out.
void markup_document::stop_reading(const located_place& place, const finding& why) {
  findings_.report(loss_);
  loss_ = findings_.hold(place, why);
  is_over_ = true;
}

bool markup_document::break_xml(raw_place place, errc rule, std::string_view message) {
  if (findings_.profile() == wash_profile::strict) {
    stop_reading({place}, {rule, treatment::skip, message});
    return false;
  }
  if (!has_html_elements(host_)) {
    findings_.report(place, {rule, treatment::repair, message});
    return false;
  }
  findings_.report(place, {rule, treatment::repair, std::string(message) + "; read as HTML from here"});
  is_xml_ = false;
  was_xhtml_ = was_xml_ = true;
  scanner_.use_xml(false);
  decoder_.use_xml(false);
  allow_cdata();
  return true;
}

void markup_document::allow_cdata() {
  scanner_.allow_cdata(was_xml_ || (!is_xml_ && tree_.is_in_foreign()));
}

void markup_document::close_all() {
  const auto is_unclosed = [&](const open_element& one) {
    return one.hash != 0 && (is_xml_ || (one.traits & has_optional_end) == 0);
  };
  const auto rule = is_xml_ ? errc::mismatched_tag : errc::tag_soup;
  const auto open_template =
      std::ranges::find_if(stack_, [&](const open_element& one) { return begins_template(one); });
  if (open_template != stack_.end()) {
    account_.resume();
    const auto& begin = open_template->begin;
    lose_rest({begin.bytes.offset_bytes, begin.line, begin.column}, scanner_.offset_bytes(),
              "a template that is not closed: what follows is no part of the page");
  }
  if (!is_over_)
    for (auto one = stack_.begin(); one != open_template; ++one)
      if (is_unclosed(*one))
        findings_.report_at(one->begin, {rule, findings_.may(rule), "an element that is not closed"});
  const bool is_cut = !is_past_body_ && std::ranges::any_of(stack_, is_unclosed);
  while (!stack_.empty()) {
    ends_are_known_ = !is_over_ && !has_lost_rest_ && !is_cut && !is_unclosed(stack_.back());
    pop_element();
  }
}

}  // namespace laundromat
