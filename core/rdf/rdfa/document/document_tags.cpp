// Start tags: which elements they open.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfa/document/rdfa_document.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

using attr = rdfa_attribute;

namespace {

/// Whether XML does not allow the attributes.
bool is_ill_formed(const raw_tag& tag) {
  return tag.oddities != 0 || repeats_attribute(tag, true);
}

bool has_even_quotes(std::string_view text) {
  return std::ranges::count(text, '"') % 2 == 0 && std::ranges::count(text, '\'') % 2 == 0;
}

/// What makes the attributes doubtful, as they may have swallowed others, or tags; empty for nothing.
std::string_view doubt_of(const raw_tag& tag) {
  if (has_typographic_quote(tag)) return "a typographic quote around a value";
  if (!has_lost_quote(tag)) return {};
  const bool has_content = (traits_of(find_html_tag(name_hash(tag.name, true))) & is_void) == 0;
  const auto next = tag.text.find('<', 1);
  if (next != tag.text.npos && has_even_quotes(tag.text.substr(0, next)))
    return "a start tag that does not end";
  const bool matters = mentions_rdfa(tag.text, !has_content) || next != tag.text.npos;
  return matters ? "a quote is missing, or one too many" : std::string_view{};
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

}  // namespace

void markup_document::on_start_tag(const raw_tag& tag) {
  end_run();
  begin_chunk(tag.offset_bytes, tag.text);
  const auto end = tag.offset_bytes + tag.text.size();
  has_stray_text_ = false;
  if (tag.offset_bytes == taken_at_ && mentions_rdfa(tag.text, false))
    doubt_end_ = std::max(doubt_end_, tag.offset_bytes + 1);
  end_loss(tag.offset_bytes);
  if (!is_over_ && void_is_pending_) settle_void({tag.offset_bytes, 0});
  if (is_past_end_ && equals_ignoring_case(tag.name, "html")) begin_document(place_of(tag));
  is_past_end_ = is_past_body_ = false;
  if (is_over_) return lose_up_to(end);
  if (!is_decided_) decide_host(&tag);
  if (block_.is_open()) block_.close();
  if (is_xml_ && !check_xml_tag(tag)) return lose_up_to(end);
  if (seeks_base_) settle_base(find_html_tag(name_hash(tag.name, true)));
  const bool is_read_whole = is_xml_ && !has_swallowed(tag);
  const auto doubt = is_read_whole ? std::string_view{} : doubt_of(tag);
  if (doubt.empty()) return read_start_tag(tag, tag.offset_bytes < doubt_end_);
  if (equals_ignoring_case(tag.name, "base")) seeks_base_ = false;  // and the base stays unknown
  auto cut = tag;
  cut.text = cut_doubtful(tag, doubt);
  cut.name = cut.name.substr(0, cut.name.find('<'));
  const bool says_nothing = !cut.text.ends_with('>') && !mentions_rdfa(cut.text, false) &&
                            !equals_ignoring_case(cut.name, "script");
  if (says_nothing) {
    cut.attributes = {};
    cut.oddities = 0;
  }
  if (cut.name != tag.name)  // nobody knows what the tag would have closed
    for (const auto& one : stack_) evaluator_.lose_items(one.rdfa.context, tag.text);
  const auto hash = name_hash(cut.name, !is_xml_);
  if (says_nothing && std::ranges::any_of(stack_, [&](const open_element& one) { return one.hash == hash; }))
    lose_nesting(place_of(cut));
  if (is_over_) return lose_up_to(tag.offset_bytes + cut.text.size());
  read_start_tag(cut, !says_nothing);
  lose_items(tag.text);
  doubt_end_ = std::max(doubt_end_, tag.offset_bytes + tag.quoted_bytes);
}

void markup_document::read_start_tag(const raw_tag& tag, bool is_lost) {
  const auto end = tag.offset_bytes + tag.text.size();
  const auto hash = name_hash(tag.name, !is_xml_);
  const auto kind = find_html_tag(hash);
  html_placement made;
  if (!too_deep_.empty()) {
    made.is_void = (traits_of(kind) & is_void) != 0 || tag.closes_itself;
    if (!made.is_void) open_too_deep(hash);
    lose_items(tag.text);
    return lose_up_to(end);
  }
  if (!place_start_tag(tag, kind, made)) {
    if (is_lost && sets_names(tag))
      return stop_reading({place_of(tag)},
                          {errc::bad_attribute, treatment::skip, "nobody knows what names mean"});
    if (is_lost) return lose_up_to(end);
    if (kind == html_tag::html && may_fill_root()) return fill_root(tag);
    if (kind == html_tag::html) ++inner_roots_;
    return ignore_start_tag(tag, kind, hash);
  }
  const auto depth = stack_.size();
  if (!is_xml_) reopen_formatting(kind, false, tag.offset_bytes);
  if (stack_.size() > depth) made.parent = -1;
  if (!fits(tag, hash, made.is_void)) return;
  if (tag.has_too_many_attributes || (is_xml_ && is_ill_formed(tag))) {
    const auto rule = tag.has_too_many_attributes ? errc::too_many_attributes : errc::bad_attribute;
    begin_loss({place_of(tag)}, {rule, treatment::skip});
    lose_items(tag.text);
    return poison_element({place_of(tag)}, hash, kind, made);
  }
  if (is_lost) {
    lose_items(tag.text);
    if (may_read_within(tag, kind, made)) return doubt_element(tag, hash, kind, made);
    return poison_element({place_of(tag)}, hash, kind, made);
  }
  if (is_rdf_xml(tag) && !made.is_void && !stack_.empty() && !evaluator_.literals().is_active()) {
    begin_loss({place_of(tag)}, {errc::unread_block, treatment::skip, "RDF/XML within the document"});
    return poison_element({place_of(tag)}, hash, kind, made);
  }
  open_element_of(tag, kind, hash, made);
}

/// False when strict reading has ended.
bool markup_document::check_xml_tag(const raw_tag& tag) {
  const auto hash = name_hash(tag.name, false);
  if (stack_.empty() && !had_root_) root_hash_ = hash;
  if (stack_.empty() && had_root_ && hash != root_hash_ && findings_.profile() != wash_profile::strict) {
    begin_loss({place_of(tag)},
               {errc::xml_syntax, treatment::skip, "an element outside of the root element"});
    doubt_end_ = std::max(doubt_end_, tag.offset_bytes + 1);
  } else if (stack_.empty() && had_root_) {
    const finding found{errc::repeated_header, findings_.may(errc::repeated_header), "a second root element"};
    if (findings_.profile() == wash_profile::strict)
      stop_reading({place_of(tag)}, found);
    else
      findings_.report(place_of(tag), found);
    if (!is_over_) forget_document(place_of(tag));
  }
  if (!is_over_ && is_ill_formed(tag) &&
      (has_html_elements(host_) || findings_.profile() == wash_profile::strict))
    break_xml(place_of(tag), errc::xml_syntax,
              "an attribute that stands twice, lacks a value or quotes, or touches another");
  return !is_over_;
}

bool markup_document::place_start_tag(const raw_tag& tag, html_tag kind, html_placement& made) {
  if (is_xml_) {
    made.is_void = tag.closes_itself;
    return true;
  }
  if (stack_.empty() && kind != html_tag::html && !had_root_) imply_root();
  made = tree_.place(kind, tag.closes_itself);
  if (was_xhtml_ && tag.closes_itself) made.is_void = true;
  if (made.is_void) made.model = content_model::markup;
  const bool is_odd =
      (tag.oddities & (missing_space | stray_character)) != 0 || repeats_attribute(tag, false);
  if (made.is_repaired || (is_odd && tag.offset_bytes >= doubt_end_))
    note_soup(place_of(tag), made.is_ignored ? "a start tag that has no place here" : std::string_view{});
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
  root.begin = findings_.locate(raw_place{scanner_.offset_bytes(), 0});
  stack_.push_back(std::move(root));
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
  attributes_.read(tag, is_xml_, decoder_, on_fault_);
  evaluator_.close(stack_.front().rdfa);
  const auto root = evaluator_.open({tag, attributes_, html_tag::html, true}, 0);
  stack_.front().rdfa = root;
  for (auto& one : stack_) one.rdfa.context = root.context;
  account_tag(tag, root.collects);
}

void markup_document::reopen_formatting(html_tag before, bool is_text, std::uint64_t offset) {
  while (tree_.reopens_before(before, is_text) && stack_.size() < options_.limits.nesting) {
    open_element again;
    again.tag = tree_.take_reopened();
    again.hash = name_hash(to_string(again.tag), false);
    again.traits = traits_of(again.tag) | is_formatting;
    again.begin = {{offset, 0}};
    again.rdfa = evaluator_.open_without_subject({offset, 0}, stack_.back().rdfa.context);
    stack_.push_back(std::move(again));
  }
}

void markup_document::open_element_of(const raw_tag& tag, html_tag kind, std::uint64_t hash,
                                      const html_placement& made) {
  const bool is_root = stack_.empty();
  const bool is_poisoned = !is_root && stack_.back().is_poisoned;
  const bool in_html = has_html_elements(host_);
  open_element opened;
  opened.hash = hash;
  opened.begin = {{tag.offset_bytes, 0}};
  opened.is_poisoned = is_poisoned;
  const bool is_inert =
      !is_root && (stack_.back().is_inert || stack_.back().tag == html_tag::template_) && !is_xml_;
  opened.is_inert = is_inert;
  opened.is_foreign = made.is_foreign;
  opened.is_integration = made.is_foreign && is_foreign_root_of_html(hash);
  if (in_html && !made.is_foreign) {
    opened.tag = kind;
    opened.traits = traits_of(kind);
  }
  const auto parent = made.parent >= 0 ? static_cast<std::size_t>(made.parent) : stack_.size() - 1;
  opened.rdfa.context = is_root ? 0 : stack_[parent].rdfa.context;
  attributes_.read(tag, is_xml_, decoder_, on_fault_);
  const auto fault = watch_ == nullptr ? errc::ok : watch_->take_fault(tag.offset_bytes);
  opened.is_unbalanced = fault != errc::ok;
  if (opened.is_unbalanced && leave_out_unbalanced(tag, fault)) {
    if (is_over_) return lose_up_to(tag.offset_bytes + tag.text.size());
    lose_items(tag.text);
    return poison_element({place_of(tag)}, hash, kind, made);
  }
  if (evaluator_.literals().wants_tags()) {
    read_literal_tag(tag);
    opened.name = name_;
  }
  if (is_inert) {
    account_.reach(tag.offset_bytes + tag.text.size(), span_kind::syntax);
  } else if (!is_poisoned) {
    if (kind == html_tag::base && in_html && !has_base_ && attributes_.has(attr::href)) read_base();
    opened.rdfa = evaluator_.open({tag, attributes_, opened.tag, is_root}, opened.rdfa.context);
    if (opened.is_unbalanced && evaluator_.changes_context(opened.rdfa))
      evaluator_.forget_subject(place_of(tag), fault);
    account_tag(tag, opened.rdfa.collects);
  } else {
    lose_items(tag.text);
    lose_up_to(tag.offset_bytes + tag.text.size());
  }
  had_root_ = true;
  stack_.push_back(std::move(opened));
  if (made.is_void) return pop_element();
  if (begins_template(stack_.back())) account_.pause();
  begin_content(tag, kind, made);
  if (is_xml_ && in_html && (traits_of(kind) & is_void) != 0) void_is_pending_ = true;
}

/// Whether the element is a `template` of the page: what is in it is no part of the page, whatever it says.
bool markup_document::begins_template(const open_element& one) const {
  return !is_xml_ && one.tag == html_tag::template_ && !one.is_inert && !one.is_poisoned;
}

void markup_document::begin_raw_content(content_model model, html_tag kind, std::uint64_t begin) {
  if (model == content_model::markup) return;
  scanner_.expect(model, to_string(kind));
  raw_begin_ = scanner_.locate(begin);
}

void markup_document::begin_content(const raw_tag& tag, html_tag kind, const html_placement& made) {
  allow_cdata();
  if (!is_xml_ && !made.is_foreign &&
      (kind == html_tag::pre || kind == html_tag::textarea || kind == html_tag::listing))
    preformatted_begin_ = tag.offset_bytes + tag.text.size();
  begin_raw_content(made.model, kind, tag.offset_bytes + tag.text.size());
  if (kind == html_tag::script && attributes_.has(attr::type) && !stack_.back().is_poisoned &&
      !stack_.back().is_inert)
    begin_block();
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
  begin_loss({place}, {errc::unread_block, treatment::skip});
  skips_block_ = true;
}

void markup_document::read_base() {
  const auto href = trim_html(attributes_[attr::href].text);
  if (!is_absolute(href)) note_base(options_.used_base);
  const auto iri = resolve_iri(options_.base_iri, href);
  if (!iri.empty()) set_base(iri);
}

void markup_document::read_literal_tag(const raw_tag& tag) {
  literal_attributes_.clear();
  const auto fold = [&](std::string_view name) {
    std::string folded;
    decoder_.decode(name, raw_text::verbatim, folded, [](const raw_fault&) {});
    if (!is_xml_)
      for (auto& c : folded) c = to_lower(c);
    return folded;
  };
  for (const auto& one : tag.attributes) {
    text_.clear();
    decoder_.decode(one.value, raw_text::attribute, text_, [](const raw_fault&) {});
    literal_attributes_.emplace_back(fold(one.name), text_);
  }
  name_ = fold(tag.name);
  evaluator_.literals().add_start_tag(name_, literal_attributes_);
  (void)evaluator_.check_literal_size();
}

}  // namespace laundromat
