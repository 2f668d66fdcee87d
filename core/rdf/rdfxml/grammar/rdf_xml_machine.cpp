// Elements, text and their ends, by the role of the element around them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/rdf_xml_machine.hpp"

#include <algorithm>

namespace laundromat::rdfxml {

using enum rdf_role;

rdf_xml_machine::rdf_xml_machine(const reader_options& options, statement_sink& sink, defect_log& log)
    : options_(options),
      sink_(sink),
      log_(log),
      checker_(options.profile, options.limits.iri_bytes),
      frames_(8) {
  begin_document();
  documents_ = 1;
}

void rdf_xml_machine::begin_document() {
  ++documents_;
  bases_.clear();
  bases_.emplace_back();
  set_base(options_.base_iri);
  std::swap(bases_.front(), bases_.back());
  bases_.resize(1);
  frames_.front().base = 0;
  frames_.front().language.clear();
  ids_.clear();
  has_root_ = is_hosted_ = false;
}

bool rdf_xml_machine::is_filled() const {
  const auto& f = frames_[depth_];
  return f.role == property && (f.has_text || f.has_child || f.is_empty_form);
}

rdf_xml_machine::frame& rdf_xml_machine::push(rdf_role role, const tag_source& tag) {
  if (frames_.size() < depth_ + 2) frames_.resize(frames_.size() * 2);
  const auto& around = frames_[depth_];
  auto& f = frames_[++depth_];
  f.role = role;
  f.is_empty_form = f.has_child = f.has_text = f.is_named = f.is_settled = f.has_nameless_loss =
      f.keeps_link = false;
  f.spoilt_by = errc::ok;
  f.first_member = member_count_;
  f.language_fault = around.language_fault;
  f.lost.clear();
  f.begin = tag.begin;
  f.tag_end = tag.end;
  f.members = 0;
  f.members_fault = errc::ok;
  f.base = around.base;
  f.bases = bases_.size();
  f.subject_kind = f.object_kind = term_kind::none;
  f.datatype.clear();
  f.statement_id.clear();
  f.language.assign(around.language);
  return f;
}

void rdf_xml_machine::pop() {
  if (role() == collection) forget_members(top().first_member);
  bases_.resize(frames_[depth_].bases);
  --depth_;
}

void rdf_xml_machine::open(const sax_element& element, const tag_source& tag) {
  if (is_skipping()) {
    if (role() == host) return open_in_host(element, tag);
    push(skipped, tag);
    return;
  }
  if (depth_ >= options_.limits.nesting) {
    open_skipped(tag.begin, errc::too_deep_nesting, tag.begin, {});
    return;
  }
  switch (role()) {
    case node:
    case resource:
      return open_property(element, tag);
    case xml:
      return open_xml(element, tag);
    default:
      // The property around a node is lost with it.
      if (doubtful_depth_ < 2 && role() != property) log_.hold(tag.begin);
      return tag.repeats_root ? open_repeated_root(element, tag) : open_node(element, tag);
  }
}

void rdf_xml_machine::open_skipped(std::uint64_t begin, errc rule, std::uint64_t noticed,
                                   std::string_view message) {
  if (is_skipping()) {
    push(skipped, {begin, begin, {}, {}, {}});
    return;
  }
  settle();
  const auto around = role();
  has_element_ = true;
  push(skipped, {begin, begin, {}, {}, {}});
  refuse(rule, noticed, message);
  if (around == property) return fail(depth_ - 1);
  if (around == collection) spoil(frames_[depth_ - 1]);
  if (around == xml) return fail(xml_depth_);
  fail(depth_);
}

void rdf_xml_machine::lose_element(bool is_member, errc rule) {
  const bool is_among_properties = !is_skipping() && (role() == node || role() == resource);
  if (is_among_properties && is_member)
    ++top().members;
  else if (is_among_properties || is_member)
    doubt_members(rule);
}

void rdf_xml_machine::doubt_members(errc rule) {
  if (!doubt_members(rule, depth_) && depth_ > 0) doubt_members(rule, depth_ - 1);
}

bool rdf_xml_machine::doubt_members(errc rule, std::size_t depth) {
  auto& f = frames_[depth];
  if (f.role != node && f.role != resource) return false;
  if (f.members_fault == errc::ok) f.members_fault = rule;
  return true;
}

void rdf_xml_machine::open_xml(const sax_element& element, const tag_source& tag) {
  push(xml, tag);
  if (!literal_.open(element)) {
    refuse(errc::undeclared_namespace, tag.begin);
    return fail(xml_depth_);
  }
  const bool is_whole = tag.lost.empty() && std::ranges::none_of(tag.attributes, &xml_attribute::is_lost);
  if (!is_whole) {
    refuse(tag.lost.empty() ? errc::bad_attribute : tag.lost.front().rule, tag.begin);
    return fail(xml_depth_);
  }
  for (const auto& fault : tag.faults) {
    if (fault.done == treatment::skip) {
      refuse(fault.rule, fault.begin);
      return fail(xml_depth_);
    }
    log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  }
  if (literal_.text().size() > options_.limits.term_bytes) {
    refuse(errc::term_too_long, tag.begin);
    fail(xml_depth_);
  }
}

void rdf_xml_machine::text(std::string_view decoded, std::uint64_t begin, std::uint64_t end) {
  if (is_skipping()) return;
  auto& f = top();
  if (f.role == xml) {
    literal_.text(decoded);
    if (literal_.text().size() <= options_.limits.term_bytes) return;
    refuse(errc::term_too_long, begin);
    return fail(xml_depth_);
  }
  const bool is_space = is_all_space(decoded);
  if (f.role == property) {
    if (!is_space && (f.has_child || f.is_empty_form)) {
      refuse(errc::rdf_xml_grammar, begin,
             f.has_child ? mixed_content : "text beside the value of a property");
      doubt_members(errc::rdf_xml_grammar);
      f.keeps_link = f.has_child;
      return fail(depth_);
    }
    if (f.has_child || f.is_empty_form) return;
    f.has_text = f.has_text || !is_space;
    text_.append(decoded);
    if (text_.size() <= options_.limits.term_bytes) return;
    refuse(errc::term_too_long, begin);
    return fail(depth_);
  }
  if (is_space) return;
  doubt_members(errc::rdf_xml_grammar);
  damage(errc::rdf_xml_grammar, begin, end, begin, "text where an element must stand");
}

void rdf_xml_machine::comment(std::string_view inner, bool is_first, bool is_last) {
  if (!is_skipping() && role() == xml) literal_.markup(is_first ? "<!--" : "", inner, is_last ? "-->" : "");
}

void rdf_xml_machine::instruction(std::string_view inner, bool is_first, bool is_last) {
  if (!is_skipping() && role() == xml) literal_.markup(is_first ? "<?" : "", inner, is_last ? "?>" : "");
}

void rdf_xml_machine::damage(errc rule, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
                             std::string_view message) {
  if (is_skipping()) return;
  refuse(rule, noticed, message);
  auto& f = top();
  if (f.role == property) return fail(depth_);
  if (f.role == collection) spoil(f);
  if (f.role == xml) return fail(xml_depth_);
  // Text at the front of a node that nothing names: a property, perhaps, whose node was lost.
  if (f.role == node && !f.is_named && (!f.is_settled || doubtful_depth_ > 1)) return fail_node();
  if (begin < end) set_aside(rule, begin, end, message);
}

void rdf_xml_machine::set_aside(errc rule, std::uint64_t begin, std::uint64_t end, std::string_view message) {
  doubt();
  if (doubtful_depth_ > 1) {
    refuse(rule, begin, message);
    return fail(doubtful_outside());
  }
  settle();
  log_.reach(begin, span_kind::syntax);
  log_.reach(end, span_kind::quarantine);
  log_.report({rule, treatment::skip, begin, end, begin, {}, std::string(message)});
  log_.hold(end);
}

void rdf_xml_machine::close(std::uint64_t begin, std::uint64_t end) {
  end_tag_ = begin;
  if (is_skipping()) {
    if (role() == host) {
      end_host(end);
    } else if (depth_ == skip_depth_) {
      end_skip(end);
      // The end tag shows that the first node was the value of the property.
      const auto& f = top();
      if (f.keeps_link) emit_property(f, {f.object_kind, f.object, {}, {}});
    }
    return pop();
  }
  auto& f = top();
  switch (f.role) {
    case property:
      return close_property(end);
    case collection:
      return close_collection(begin, end);
    case xml:
      if (depth_ != xml_depth_) {
        literal_.close();
        return pop();
      }
      return close_property(end);
    case node:
      settle();
      if (doubtful_depth_ > 1 || doubtful_depth_ == depth_) believe();
      if (frames_[depth_ - 1].role == collection) add_member(f);
      [[fallthrough]];
    default:
      if (f.role == rdf && frames_[depth_ - 1].role == rdf) ++documents_;
      log_.reach(end, span_kind::syntax);
      pop();
      log_.hold(end);
  }
}

bool rdf_xml_machine::close_unended(std::uint64_t at, bool is_reported, std::string_view end_tag, errc rule) {
  if (is_skipping()) {
    const bool is_host = role() == host;
    const bool ends_here = is_host ? end_host(at) : depth_ == skip_depth_;
    if (ends_here && !is_host) end_skip(at);
    pop();
    return ends_here;
  }
  const auto& f = top();
  const auto done = treatment_of(rule, options_.profile);
  const bool is_sure = f.role == property ? f.has_child || (f.is_empty_form && !f.has_text)
                                          : f.role != collection && f.role != xml && !is_bare_node();
  if (!is_sure || (f.role == property && done == treatment::skip)) {
    end_frame_as_damaged(rule, at);
    return true;
  }
  if (is_reported)
    log_.report({rule, done, at, at, at, done == treatment::skip ? std::string() : std::string(end_tag)});
  close(at, at);
  return false;
}

void rdf_xml_machine::end_frame_as_damaged(errc rule, std::uint64_t at) {
  refuse(rule, at);
  fail(role() == xml ? xml_depth_ : depth_);
  if (depth_ == skip_depth_) end_skip(at);
  pop();
}

void rdf_xml_machine::fail_node() {
  const auto around = frames_[depth_ - 1].role;
  if (around == collection) spoil(frames_[depth_ - 1]);
  fail(around == property ? depth_ - 1 : depth_);
}

/// An item of the list cannot be said, so that neither can the list.
void rdf_xml_machine::spoil(frame& list) {
  if (list.spoilt_by == errc::ok) list.spoilt_by = refusal_;
}

/// What cannot be said when the outermost doubtful node is none: that, or the property that would hold it.
std::size_t rdf_xml_machine::doubtful_outside() const {
  const auto around = frames_[doubtful_depth_ - 1].role;
  return around == property || around == collection ? doubtful_depth_ - 1 : doubtful_depth_;
}

/// From here on, everything in the frame at `depth` is skipped for the reason that was noted last.
void rdf_xml_machine::fail(std::size_t depth) {
  // A doubtful root whose first words break the grammar is no RDF/XML at all, a doubtful node perhaps a property.
  const bool is_markup = is_of_markup(refusal_);
  if (depth > doubtful_depth_ && doubtful_depth_ > 1 && !is_markup && refusal_ != errc::rdf_xml_grammar)
    believe();
  else if (doubtful_depth_ != 0 && (refusal_ == errc::rdf_xml_grammar || (is_markup && doubtful_depth_ > 1)))
    depth = std::min(depth, doubtful_outside());
  if (depth <= doubtful_depth_) {
    doubtful_depth_ = 0;
    doubted_count_ = 0;
  }
  skip_depth_ = depth;
  skip_from_ = std::max(log_.reached(), frames_[depth].begin);
  skip_rule_ = refusal_;
  skip_place_ = log_.place_of(skip_from_);
  skip_noticed_ = refused_at_;
  skip_message_ = refusal_message_;
  held_count_ = 0;
  text_.clear();
  log_.reach(frames_[depth].begin, span_kind::syntax);
  log_.hold(skip_from_);
}

void rdf_xml_machine::end_skip(std::uint64_t end) {
  log_.reach(end, span_kind::quarantine);
  log_.report({skip_rule_, treatment::skip, skip_from_, end, skip_noticed_, {}, skip_message_}, skip_place_);
  skip_depth_ = 0;
  log_.hold(end);
}

bool rdf_xml_machine::refuse(errc rule, std::uint64_t noticed, std::string_view message) {
  refusal_ = rule;
  refused_at_ = noticed;
  refusal_message_ = message;
  return false;
}

}  // namespace laundromat::rdfxml
