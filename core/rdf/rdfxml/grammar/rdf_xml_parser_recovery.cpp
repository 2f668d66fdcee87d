// Implements the recovery of the grammar: what is skipped, put in quarantine or in doubt where it refuses an element or text.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"

namespace laundromat::rdfxml {

namespace {

/// Whether the markup is damaged, and not what it means.
constexpr bool is_about_markup(errc rule) {
  return rule == errc::undeclared_namespace || rule == errc::xml_syntax || rule == errc::bad_attribute ||
         rule == errc::mismatched_tag;
}

}  // namespace

void rdf_xml_parser::open_skipped(std::uint64_t begin, errc rule, std::uint64_t noticed,
                                  std::string_view message) {
  if (is_skipping()) {
    push(skipped, begin, begin);
    return;
  }
  write_start_tag();
  const auto around = role();
  has_element_ = true;
  push(skipped, begin, begin);
  refusal_.set(rule, noticed, message);
  if (around == property) return fail(elements_.depth() - 1);
  if (around == collection) elements_.around().refuse_list(rule);
  fail(around == xml ? xml_depth_ : elements_.depth());
}

void rdf_xml_parser::lose_element(bool is_member, errc rule) {
  const bool is_among_properties = !is_skipping() && elements_.top().holds_properties();
  if (is_among_properties && is_member)
    ++elements_.top().members;
  else if (is_among_properties || is_member)
    doubt_members(rule);
}

void rdf_xml_parser::doubt_members(errc rule) {
  if (!elements_.top().doubt_members(rule) && elements_.depth() > 0) elements_.around().doubt_members(rule);
}

/// An rdf:li in a property shows that a tag between them is lost.
void rdf_xml_parser::lose_node(const sax_element& element) {
  fail_node();
  if (names_.find(element.name, false, false).word == rdf_word::li)
    elements_.around().doubt_members(errc::rdf_xml_grammar);
}

/// What the grammar takes for no property may be an rdf:li, or be in one whose start tag is lost. A bad term shows neither.
void rdf_xml_parser::lose_property(const sax_element& element, bool has_scope) {
  const bool is_member = names_.find(element.name, false, false).word == rdf_word::li;
  auto& around = elements_.around();
  if (is_member && !has_scope) ++around.members;
  const auto rule = refusal_.rule;
  if (!is_member && (rule == errc::rdf_xml_grammar || is_about_markup(rule))) around.doubt_members(rule);
}

void rdf_xml_parser::damage(errc rule, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
                            std::string_view message) {
  if (is_skipping()) return;
  refusal_.set(rule, noticed, message);
  auto& f = elements_.top();
  if (f.role == property) return fail(elements_.depth());
  if (f.role == collection) f.refuse_list(rule);
  if (f.role == xml) return fail(xml_depth_);
  // Text at the front of a node without a name: a property, perhaps, whose node was lost.
  if (f.role == node && !f.is_named && (!f.is_tag_done || doubtful_.is_within_root())) return fail_node();
  if (begin < end) quarantine(rule, begin, end, message);
}

void rdf_xml_parser::quarantine(errc rule, std::uint64_t begin, std::uint64_t end, std::string_view message) {
  if (triple_depth_ != 0) {
    refusal_.set(rule, begin, message);
    return fail(triple_depth_);
  }
  doubt();
  if (doubtful_.is_within_root()) {
    refusal_.set(rule, begin, message);
    return fail(depth_around_doubtful());
  }
  write_start_tag();
  log_.reach(begin, span_kind::syntax);
  log_.reach(end, span_kind::quarantine);
  log_.report({rule, treatment::skip, begin, end, begin, {}, std::string(message)});
  log_.hold(end);
}

void rdf_xml_parser::doubt_scope() {
  auto& f = elements_.top();
  if (terms_.bases().is_declared()) terms_.bases().lose();
  if (!f.language.empty()) f.language_fault = errc::mismatched_tag;
}

bool rdf_xml_parser::close_unended(std::uint64_t at, bool is_reported, std::string_view end_tag, errc rule) {
  if (is_skipping()) {
    const bool ends_here = close_skipped(at);
    pop();
    return ends_here;
  }
  const auto& f = elements_.top();
  const auto done = treatment_of(rule, options_.profile);
  const bool is_sure = f.is_triple          ? false
                       : f.role == property ? f.has_child || (f.is_empty_form && !f.has_text)
                                            : f.role != collection && f.role != xml && !is_bare_node();
  if (!is_sure || (f.role == property && done == treatment::skip)) {
    close_damaged(rule, at);
    return true;
  }
  if (is_reported)
    log_.report({rule, done, at, at, at, done == treatment::skip ? std::string() : std::string(end_tag)});
  close(at, at);
  return false;
}

/// Skips the innermost element, which ends before the byte at `at` without an end tag.
void rdf_xml_parser::close_damaged(errc rule, std::uint64_t at) {
  refusal_.set(rule, at);
  fail(role() == xml ? xml_depth_ : elements_.depth());
  close_skipped(at);
  pop();
}

/// The innermost element ends before the byte at `end`. If it is the skipped one, or the foreign root, it is accounted for. Returns
/// whether that was skipped.
bool rdf_xml_parser::close_skipped(std::uint64_t end) {
  if (role() == host) return elements_.depth() == 1 && foreign_.close(end);
  if (elements_.depth() != skipped_.depth()) return false;
  skipped_.end(end);
  return true;
}

/// Any XML element could be a node. A root that RDF does not name is one when something in it proves to be; and so is an element without a
/// name among nodes, which is a property when the start of its node is lost. A property in it that can be read proves it.
void rdf_xml_parser::doubt() {
  auto& f = elements_.top();
  const auto depth = elements_.depth();
  if (f.role != node || f.is_tag_done || f.is_named) return;
  if (depth != 1 && (held_.count() != 1 || doubtful_.depth() == 1)) return;
  f.is_tag_done = true;
  if (depth == 1) {
    f.omitted.report(span_kind::syntax, log_);
    log_.reach(f.tag_end, span_kind::syntax);
  }
  doubtful_.add(depth, held_);
}

/// Writes the statements of the doubtful nodes, and accounts for the tags of the elements that are open.
void rdf_xml_parser::confirm_doubtful() {
  const auto from = doubtful_.depth(), depth = elements_.depth();
  for (auto i = from; from > 1 && i <= depth; ++i) {
    auto& f = elements_.at(i);
    log_.reach(f.begin, span_kind::syntax);
    f.omitted.report(span_kind::statement, log_);
    if (f.role == node && f.is_tag_done) log_.reach(f.tag_end, span_kind::statement);
  }
  if (from > 1) log_.hold(elements_.top().begin);
  doubtful_.confirm([&](std::size_t node_depth, const held_statement& one) {
    const auto& f = elements_.at(node_depth);
    one.write(f.subject_term(), f.language, out_);
  });
}

/// The depth of what cannot be written when the outermost doubtful node is none: that, or the property or collection around it.
std::size_t rdf_xml_parser::depth_around_doubtful() const {
  const auto around = elements_.at(doubtful_.depth() - 1).role;
  return around == property || around == collection ? doubtful_.depth() - 1 : doubtful_.depth();
}

/// Refuses the innermost element as a node, and with it what would refer to it.
void rdf_xml_parser::fail_node() {
  auto& around = elements_.around();
  if (around.role == collection) around.refuse_list(refusal_.rule);
  fail(around.role == property ? elements_.depth() - 1 : elements_.depth());
}

/// From here on, everything in the element at `depth` is skipped for the reason in `refusal_`, and the triple term around it.
void rdf_xml_parser::fail(std::size_t depth) {
  if (triple_depth_ != 0) depth = std::min(depth, triple_depth_);
  // A doubtful root whose first names break the grammar is no RDF/XML at all, a doubtful node perhaps a property.
  const bool is_markup = is_about_markup(refusal_.rule), is_grammar = refusal_.rule == errc::rdf_xml_grammar;
  const bool is_within_root = doubtful_.is_within_root();
  if (depth > doubtful_.depth() && is_within_root && !is_markup && !is_grammar)
    confirm();
  else if (doubtful_.depth() != 0 && (is_grammar || (is_markup && is_within_root)))
    depth = std::min(depth, depth_around_doubtful());
  if (depth <= doubtful_.depth()) doubtful_.drop();
  if (triple_depth_ != 0) {
    out_.drop_terms();
    close_triple();
  }
  skipped_.begin(depth, elements_.at(depth).begin, refusal_);
  held_.clear();
  text_.clear();
}

}  // namespace laundromat::rdfxml
