// Implements markup_document for tags: which elements they open and close.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfa/document/markup_document.hpp"
#include "core/rdf/rdfa/document/tag_account.hpp"
#include "core/rdf/rdfa/markup/bare_tag.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

/// Whether XML does not allow the attributes.
bool is_ill_formed(const raw_tag& tag) {
  return tag.oddities != 0 || repeats_attribute(tag, true);
}

/// Whether RDF/XML begins here, as in the `metadata` of SVG.
bool is_rdf_xml(const raw_tag& tag) {
  return tag.name.size() > 4 && equals_ignoring_case(tag.name.substr(tag.name.size() - 4), ":RDF");
}

bool is_foreign_root_of_html(std::uint64_t hash) {
  return hash == name_hash("foreignobject", false) || hash == name_hash("desc", false) ||
         hash == name_hash("title", false) || hash == name_hash("mi", false) ||
         hash == name_hash("mo", false) || hash == name_hash("mn", false) || hash == name_hash("ms", false) ||
         hash == name_hash("mtext", false);
}

/// Whether the text of the element may be a literal.
bool mentions_property(std::string_view tag) {
  static constexpr std::string_view word = "property";
  const auto is_same = [](char a, char lower) { return to_lower(a) == lower; };
  return std::search(tag.begin(), tag.end(), word.begin(), word.end(), is_same) != tag.end();
}

}  // namespace

void markup_document::on_start_tag(const raw_tag& tag) {
  end_span();
  begin_chunk(tag.offset_bytes, tag.text);
  const auto end = tag.offset_bytes + tag.text.size();
  has_stray_text_ = false;
  if (tag.offset_bytes == other_.taken_at() && mentions_rdfa(tag.text, false))
    skips_.mark_unreliable(tag.offset_bytes + 1);
  end_loss(tag.offset_bytes);
  if (!skips_.is_over() && ends_.is_void_pending()) ends_.close_void({tag.offset_bytes, 0});
  if (ends_.is_past_end() && equals_ignoring_case(tag.name, "html")) begin_document(place_of(tag));
  ends_.note_content();
  if (skips_.is_over()) return skips_.reach(end);
  if (!dialect_.is_decided()) decide_host(&tag);
  if (block_.is_open()) block_.close();
  if (dialect_.is_xml() && !check_xml_tag(tag)) return skips_.reach(end);
  if (seeks_base_) end_base_search(find_html_tag(name_hash(tag.name, true)));
  const bool is_read_whole = dialect_.is_xml() && !encloses_tags(tag);
  const auto reason = is_read_whole ? std::string_view{} : why_unreliable(tag);
  if (reason.empty()) return read_start_tag(tag, skips_.is_unreliable(tag.offset_bytes));
  if (equals_ignoring_case(tag.name, "base")) seeks_base_ = false;  // and the base stays unknown
  auto cut = tag;
  cut.text = repair_.cut(tag, reason);
  cut.name = cut.name.substr(0, cut.name.find('<'));
  const bool says_nothing = !cut.text.ends_with('>') && !mentions_rdfa(cut.text, false) &&
                            !equals_ignoring_case(cut.name, "script");
  if (says_nothing) {
    cut.attributes = {};
    cut.oddities = 0;
  }
  if (cut.name != tag.name)  // what the tag would have closed is not known
    damage_.lose_items_anywhere(tag.text);
  const auto hash = name_hash(cut.name, !dialect_.is_xml());
  if (says_nothing && stack_.has(hash)) damage_.lose_nesting(place_of(cut));
  if (skips_.is_over()) return skips_.reach(tag.offset_bytes + cut.text.size());
  read_start_tag(cut, !says_nothing);
  damage_.lose_items(tag.text);
  skips_.mark_unreliable(tag.offset_bytes + tag.quoted_bytes);
}

void markup_document::read_start_tag(const raw_tag& tag, bool is_lost) {
  const auto end = tag.offset_bytes + tag.text.size();
  const auto hash = name_hash(tag.name, !dialect_.is_xml());
  const auto kind = find_html_tag(hash);
  html_placement made;
  if (!deep_.empty()) {
    made.is_void = (traits_of(kind) & is_void) != 0 || tag.closes_itself;
    if (!made.is_void) deep_.open(hash);
    damage_.lose_items(tag.text);
    return skips_.reach(end);
  }
  if (!place_start_tag(tag, kind, made)) {
    if (is_lost && sets_names(tag))
      return skips_.stop({place_of(tag)}, {errc::bad_attribute, treatment::skip,
                                           "its attributes, which may give names a meaning, are damaged"});
    if (is_lost) return skips_.reach(end);
    if (kind == html_tag::html && may_fill_root()) return fill_root(tag);
    if (kind == html_tag::html) ends_.note_inner_root();
    return ignore_start_tag(tag, kind, hash);
  }
  const auto depth = stack_.size();
  if (!dialect_.is_xml()) reopen_formatting(kind, false, tag.offset_bytes);
  if (stack_.size() > depth) made.parent = -1;
  if (!fits(tag, hash, made.is_void)) return;
  if (tag.has_too_many_attributes || (dialect_.is_xml() && is_ill_formed(tag))) {
    const auto rule = tag.has_too_many_attributes ? errc::too_many_attributes : errc::bad_attribute;
    skips_.begin({place_of(tag)}, {rule, treatment::skip});
    damage_.lose_items(tag.text);
    return open_unreadable_element({place_of(tag)}, hash, kind, made);
  }
  if (is_lost) {
    damage_.lose_items(tag.text);
    if (may_read_within(tag, kind, made)) return open_unread(tag, hash, kind, made);
    return open_unreadable_element({place_of(tag)}, hash, kind, made);
  }
  if (is_rdf_xml(tag) && !made.is_void && !stack_.empty() && !evaluator_.literals().is_active()) {
    skips_.begin({place_of(tag)}, {errc::unread_block, treatment::skip, "RDF/XML within the document"});
    return open_unreadable_element({place_of(tag)}, hash, kind, made);
  }
  open_element_of(tag, kind, hash, made);
}

/// False when strict reading has ended.
bool markup_document::check_xml_tag(const raw_tag& tag) {
  const auto hash = name_hash(tag.name, false);
  if (stack_.empty() && !had_root_) root_hash_ = hash;
  if (stack_.empty() && had_root_ && hash != root_hash_ && faults_.profile() != wash_profile::strict) {
    skips_.begin({place_of(tag)},
                 {errc::xml_syntax, treatment::skip, "an element outside of the root element"});
    skips_.mark_unreliable(tag.offset_bytes + 1);
  } else if (stack_.empty() && had_root_) {
    const markup_fault found{errc::repeated_header, faults_.may(errc::repeated_header),
                             "a second root element"};
    if (faults_.profile() == wash_profile::strict)
      skips_.stop({place_of(tag)}, found);
    else
      faults_.report(place_of(tag), found);
    if (!skips_.is_over()) forget_document(place_of(tag));
  }
  if (!skips_.is_over() && is_ill_formed(tag) &&
      (dialect_.is_html() || faults_.profile() == wash_profile::strict))
    damage_.break_xml(place_of(tag), errc::xml_syntax,
                      "a repeated attribute, or one that lacks a value or quotes or touches another");
  return !skips_.is_over();
}

bool markup_document::place_start_tag(const raw_tag& tag, html_tag kind, html_placement& made) {
  if (dialect_.is_xml()) {
    made.is_void = tag.closes_itself;
    return true;
  }
  if (stack_.empty() && kind != html_tag::html && !had_root_) imply_root();
  made = tree_.place(kind, tag.closes_itself);
  if (dialect_.has_empty_element_tags() && tag.closes_itself) made.is_void = true;
  if (made.is_void) made.model = content_model::markup;
  const bool is_odd =
      (tag.oddities & (missing_space | stray_character)) != 0 || repeats_attribute(tag, false);
  if (made.is_repaired || (is_odd && !skips_.is_unreliable(tag.offset_bytes)))
    damage_.note_soup(place_of(tag),
                      made.is_ignored ? "a start tag that has no place here" : std::string_view{});
  return !made.is_ignored;
}

void markup_document::imply_root() {
  static constexpr auto html_hash = name_hash("html", false);
  const raw_tag none{scanner_.offset_bytes(), {}, "html", {}, 0, false, false, false};
  attributes_.read(none, false, decoder_, on_fault_);
  open_element root;
  root.hash = html_hash;
  root.tag = html_tag::html;
  root.traits = traits_of(html_tag::html);
  root.rdfa = evaluator_.open({none, attributes_, html_tag::html, true}, 0);
  root.item = items_.open({none, attributes_, html_tag::html, true}, {}, root.rdfa.context);
  root.begin = faults_.locate(raw_place{scanner_.offset_bytes(), 0});
  stack_.push(std::move(root));
  had_root_ = root_is_implied_ = true;
}

/// Whether the root was implied, and nothing was opened since then that inherits what it may be given yet.
bool markup_document::may_fill_root() const {
  const auto says = [](const open_element& one) { return one.rdfa.owns_context; };
  return root_is_implied_ && stack_.front().rdfa.owns_context && !stack_.front().rdfa.collects &&
         std::none_of(std::next(stack_.begin()), stack_.end(), says);
}

/// The start tag of the root that comes late gives the root its attributes (HTML Living Standard, 13.2.6.4.7).
void markup_document::fill_root(const raw_tag& tag) {
  root_is_implied_ = false;
  attributes_.read(tag, dialect_.is_xml(), decoder_, on_fault_);
  evaluator_.close(stack_.front().rdfa);
  const auto root = evaluator_.open({tag, attributes_, html_tag::html, true}, 0);
  stack_.front().rdfa = root;
  for (auto& one : stack_) one.rdfa.context = root.context;
  if (attributes_.has_any(attr::itemscope, attr::itemprop))
    output_.skip(place_of(tag), {errc::bad_attribute, treatment::skip,
                                 "the item of a root whose tag comes late is not read"});
  account_tag(tag, root.collects, output_, evaluator_, account_);
}

void markup_document::reopen_formatting(html_tag before, bool is_text, std::uint64_t offset) {
  while (tree_.reopens_before(before, is_text) && stack_.size() < options_.limits.nesting) {
    open_element again;
    again.tag = tree_.take_reopened();
    again.hash = name_hash(to_string(again.tag), false);
    again.traits = traits_of(again.tag) | is_formatting;
    again.begin = {{offset, 0}};
    again.item = item_around({});
    again.rdfa = evaluator_.open_without_subject({offset, 0}, stack_.back().rdfa.context);
    stack_.push(std::move(again));
  }
}

void markup_document::open_element_of(const raw_tag& tag, html_tag kind, std::uint64_t hash,
                                      const html_placement& made) {
  const bool is_root = stack_.empty();
  const bool is_unreadable = !is_root && stack_.back().is_unreadable;
  const bool in_html = dialect_.is_html();
  open_element opened;
  opened.hash = hash;
  opened.begin = {{tag.offset_bytes, 0}};
  opened.is_unreadable = is_unreadable;
  const bool is_inert =
      !is_root && (stack_.back().is_inert || stack_.back().tag == html_tag::template_) && !dialect_.is_xml();
  opened.is_inert = is_inert;
  opened.is_foreign = made.is_foreign;
  opened.is_integration = made.is_foreign && is_foreign_root_of_html(hash);
  if (in_html && !made.is_foreign) {
    opened.tag = kind;
    opened.traits = traits_of(kind);
  }
  const auto parent = made.parent >= 0 ? static_cast<std::size_t>(made.parent) : stack_.size() - 1;
  opened.rdfa.context = is_root ? 0 : stack_[parent].rdfa.context;
  attributes_.read(tag, dialect_.is_xml(), decoder_, on_fault_);
  const auto fault = watch_ == nullptr ? errc::ok : watch_->take_fault(tag.offset_bytes);
  opened.is_unbalanced = fault != errc::ok;
  if (opened.is_unbalanced && leave_out_unbalanced(tag, fault)) {
    if (skips_.is_over()) return skips_.reach(tag.offset_bytes + tag.text.size());
    damage_.lose_items(tag.text);
    return open_unreadable_element({place_of(tag)}, hash, kind, made);
  }
  if (evaluator_.literals().wants_tags()) opened.name = input_.add_start_tag(tag, dialect_.is_xml());
  if (is_inert) {
    account_.reach(tag.offset_bytes + tag.text.size(), span_kind::syntax);
  } else if (!is_unreadable) {
    if (kind == html_tag::base && in_html && attributes_.has(attr::href) &&
        !std::exchange(is_base_read_, true))
      read_base();
    opened.rdfa = evaluator_.open({tag, attributes_, opened.tag, is_root}, opened.rdfa.context);
    opened.item =
        items_.open({tag, attributes_, opened.tag, is_root}, item_around(made), opened.rdfa.context);
    if (opened.is_unbalanced) opened.item.is_unknown = true;
    if (opened.is_unbalanced && evaluator_.changes_context(opened.rdfa))
      evaluator_.forget_subject(place_of(tag), fault);
    account_tag(tag, opened.rdfa.collects, output_, evaluator_, account_);
  } else {
    damage_.lose_items(tag.text);
    skips_.reach(tag.offset_bytes + tag.text.size());
  }
  had_root_ = true;
  stack_.push(std::move(opened));
  if (made.is_void) return ends_.pop();
  if (open_elements::begins_template(stack_.back(), dialect_.is_xml())) account_.pause();
  begin_content(tag, kind, made);
  if (dialect_.is_xml() && in_html && (traits_of(kind) & is_void) != 0) ends_.expect_void_end();
}

/// What the item around an element is. Where it is not the one around the innermost element, too little is known.
opened_item markup_document::item_around(const html_placement& made) const {
  if (stack_.empty()) return {};
  auto around = stack_.back().item;
  around.element = nothing_stored;
  around.is_item = around.collects = false;
  const auto parent = made.parent < 0 ? stack_.size() : static_cast<std::size_t>(made.parent) + 1;
  for (auto i = parent; i < stack_.size(); ++i)
    around.is_unknown = around.is_unknown || stack_[i].item.is_item;
  return around;
}

void markup_document::begin_raw_content(content_model model, html_tag kind, std::uint64_t begin) {
  if (model == content_model::markup) return;
  scanner_.expect(model, to_string(kind));
  raw_begin_ = scanner_.locate(begin);
}

void markup_document::begin_content(const raw_tag& tag, html_tag kind, const html_placement& made) {
  dialect_.allow_cdata(tree_.is_in_foreign());
  if (!dialect_.is_xml() && !made.is_foreign &&
      (kind == html_tag::pre || kind == html_tag::textarea || kind == html_tag::listing))
    input_.ignore_line_break(tag.offset_bytes + tag.text.size());
  begin_raw_content(made.model, kind, tag.offset_bytes + tag.text.size());
  if (kind == html_tag::script && attributes_.has(attr::type) && !stack_.back().is_unreadable &&
      !stack_.back().is_inert)
    begin_block();
}

/// A tag without place that would turn what follows, up to its end tag, leaves that out, too.
void markup_document::ignore_start_tag(const raw_tag& tag, html_tag kind, std::uint64_t hash) {
  attributes_.read(tag, dialect_.is_xml(), decoder_, on_fault_);
  const bool changes_subject =
      attributes_.set_names() || attributes_.has_any(attr::about, attr::resource_, attr::href, attr::src,
                                                     attr::typeof_, attr::rel, attr::rev);
  const bool has_own_end = kind == html_tag::form || (traits_of(kind) & is_table_part) != 0;
  if (changes_subject && has_own_end && (traits_of(kind) & is_void) == 0 &&
      stack_.size() < options_.limits.nesting) {
    skips_.begin({place_of(tag)}, {errc::bad_attribute, treatment::skip, "its attributes are not read"});
    damage_.lose_items(tag.text);
    return open_unreadable_element({place_of(tag)}, hash, html_tag::other, {});
  }
  const bool is_loss = attributes_.has_any(attr::property, attr::rel, attr::rev, attr::typeof_, attr::about,
                                           attr::resource_, attr::itemprop, attr::itemscope);
  if (is_loss)
    faults_.report(place_of(tag), {errc::bad_attribute, treatment::skip, "its attributes are not read"});
  if (is_loss) damage_.lose_items(tag.text);
  account_.reach(tag.offset_bytes + tag.text.size(), is_loss ? span_kind::quarantine : span_kind::syntax);
}

bool markup_document::fits(const raw_tag& tag, std::uint64_t hash, bool is_void) {
  if (stack_.size() < options_.limits.nesting) return true;
  skips_.begin({place_of(tag)}, {errc::too_deep_nesting, treatment::skip});
  damage_.lose_items(tag.text);
  if (!is_void) deep_.open(hash);
  skips_.reach(tag.offset_bytes + tag.text.size());
  return false;
}

/// Whether an element of XML that lost its end tag, or is too long to know, is left out as a whole. Else only what inherits from it is.
bool markup_document::leave_out_unbalanced(const raw_tag& tag, errc fault) {
  static constexpr std::string_view message = "an element whose end tag is lost or too far away";
  if (faults_.profile() == wash_profile::strict && fault == errc::unterminated) {
    skips_.stop({place_of(tag)}, {fault, treatment::skip, message});
    return true;
  }
  if (!attributes_.set_names() || stack_.is_unreadable()) return false;
  skips_.begin({place_of(tag)}, {fault, treatment::skip, message});
  return true;
}

void markup_document::open_unreadable_element(const located_place& tag, std::uint64_t hash, html_tag kind,
                                              const html_placement& made) {
  if (evaluator_.literals().wants_tags())
    evaluator_.literals().spoil(errc::unterminated, "a literal in which a tag was not read");
  const auto end = tag.bytes.offset_bytes + tag.bytes.length_bytes;
  skips_.reach(end);
  had_root_ = true;
  if (made.is_void) return;
  open_element opened;
  opened.hash = hash;
  opened.begin = tag;
  opened.begin.bytes.length_bytes = 0;
  opened.is_unreadable = true;
  opened.item = item_around({});
  opened.item.is_unknown = true;
  opened.rdfa.context = stack_.context();
  if (dialect_.is_html()) {
    opened.tag = kind;
    opened.traits = traits_of(kind);
  }
  stack_.push(std::move(opened));
  begin_raw_content(made.model, kind, end);
}

/// Whether the content of an element can be read though its start tag cannot: no text of it is lost by that.
bool markup_document::may_read_within(const raw_tag& tag, html_tag kind, const html_placement& made) const {
  if (made.is_void || made.is_foreign || made.model != content_model::markup || !dialect_.is_html())
    return false;
  if (kind == html_tag::template_ || mentions_property(tag.text)) return false;
  return stack_.empty() || !(stack_.back().is_unreadable || stack_.back().is_inert ||
                             stack_.back().is_foreign || stack_.back().tag == html_tag::template_);
}

/// Opens an element whose start tag cannot be read: of what is in it, what inherits from it is left out.
void markup_document::open_unread(const raw_tag& tag, std::uint64_t hash, html_tag kind,
                                  const html_placement& made) {
  open_unreadable_element({place_of(tag)}, hash, kind, made);
  auto& opened = stack_.back();
  opened.is_unreadable = false;
  opened.rdfa = evaluator_.open_unknown(place_of(tag), errc::bad_attribute, opened.rdfa.context);
}

void markup_document::on_end_tag(const raw_tag& whole) {
  end_span();
  begin_chunk(whole.offset_bytes, whole.text);
  has_stray_text_ = false;
  end_loss(whole.offset_bytes);
  auto tag = whole;
  const bool is_cut = !skips_.is_over() && repair_.cut_end_tag(tag);
  const auto end = tag.offset_bytes + tag.text.size();
  if (skips_.is_over()) return skips_.reach(end);
  if (block_.is_open()) block_.close();
  if (seeks_base_ && equals_ignoring_case(tag.name, "head")) end_base_search(html_tag::body);
  skips_block_ = false;
  end_raw_content(tag.offset_bytes);
  const auto hash = name_hash(tag.name, !dialect_.is_xml());
  if (!deep_.empty() && deep_.end(hash, stack_.has(hash))) return skips_.reach(end);
  if (tag.offset_bytes == other_.taken_at()) damage_.lose_nesting({tag.offset_bytes, 0});
  if (skips_.is_over()) return skips_.reach(end);
  const bool was_unreadable = is_cut || stack_.is_unreadable();
  const bool ends_guess = hash != 0 && stack_.guessed_name() == hash;
  ends_.end(tag, hash);
  // When the guess was wrong, the tag ends the other element of its name.
  if (ends_guess && stack_.has(hash)) damage_.lose_nesting(place_of(tag));
  if (!was_unreadable && !skips_.is_over() && evaluator_.literals().wants_tags())
    return account_.reach_literal(end);
  if (was_unreadable || skips_.is_over()) return skips_.reach(end);
  account_.reach(end, span_kind::syntax);
}

void markup_document::end_raw_content(std::uint64_t end) {
  if (!raw_begin_) return;
  raw_begin_.reset();
  const bool is_lost = stack_.is_unreadable();
  if (is_lost) return skips_.reach(end);
  account_.reach(end, span_kind::syntax);
}

}  // namespace laundromat::rdfa
