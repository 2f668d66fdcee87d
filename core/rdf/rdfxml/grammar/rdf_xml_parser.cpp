// Implements the grammar: elements, text and their ends, by the role of the element around them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/rdf_xml_parser.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"

namespace laundromat::rdfxml {

namespace {

/// A literal up to this size is reported from its start, which is still in the window; a longer one at its end.
constexpr std::size_t near_bytes = std::size_t{64} << 10;
constexpr const char* mixed_content = "text and elements in a property that has no parseType";

}  // namespace

rdf_xml_parser::rdf_xml_parser(const reader_options& options, statement_sink& sink, defect_log& log)
    : options_(options),
      log_(log),
      terms_(options, log),
      tags_(options, log, names_, terms_, held_),
      out_(sink),
      items_(options.limits.statement_bytes),
      skipped_(log),
      foreign_(log) {}

void rdf_xml_parser::begin_document() {
  terms_.begin_document();
  elements_.at(0).language.clear();
  elements_.at(0).is_rdf_12 = false;
  elements_.at(0).direction = text_direction::none;
  has_root_ = false;
  foreign_.reset();
}

frame& rdf_xml_parser::push(rdf_role role, std::uint64_t begin, std::uint64_t tag_end) {
  auto& f = elements_.open(role, begin, tag_end);
  f.list_mark = items_.mark();
  f.base_mark = terms_.bases().mark();
  return f;
}

void rdf_xml_parser::pop() {
  const auto& f = elements_.top();
  if (f.role == collection) items_.drop(f.list_mark);
  terms_.bases().leave(f.base_mark);
  elements_.close();
}

void rdf_xml_parser::open(const sax_element& element, const tag_source& tag) {
  if (is_skipping()) {
    if (role() == host) return open_in_host(element, tag);
    push(skipped, tag);
    return;
  }
  if (elements_.depth() >= options_.limits.nesting)
    return open_skipped(tag.begin, errc::too_deep_nesting, tag.begin, {});
  switch (role()) {
    case node:
    case resource:
      return open_property(element, tag);
    case xml:
      return open_xml(element, tag);
    default:
      // The property around a node is lost with the node.
      if (!doubtful_.is_within_root() && role() != property) log_.hold(tag.begin);
      return tag.repeats_root ? open_repeated_root(element, tag) : open_node(element, tag);
  }
}

/// A root element. True when it is a node, which the caller reads.
bool rdf_xml_parser::open_root(const sax_element& element, const tag_source& tag) {
  const auto& name = names_.find(element.name, false, options_.profile == wash_profile::max_recall);
  const bool is_second = std::exchange(has_root_, true);
  const auto done = treatment_of(errc::repeated_header, options_.profile);
  const bool is_skipped = is_second && done == treatment::skip;
  if (is_skipped && name.word != rdf_word::rdf) {
    push(skipped, tag);
    refusal_.set(errc::repeated_header, tag.begin, "a second root element");
    fail(elements_.depth());
    return false;
  }
  if (is_second) {
    terms_.begin_inner_document();
    log_.report({errc::repeated_header,
                 is_skipped ? treatment::skip : treatment::repair,
                 tag.begin,
                 is_skipped ? tag.end : tag.begin,
                 tag.begin,
                 {},
                 "a second root element"});
  }
  const bool has_word = std::ranges::any_of(
      element.attributes, [](const auto& a) { return a.name.iri != nullptr && a.name.iri == rdf_namespace; });
  const bool is_host = name.is_foreign || name.word == rdf_word::no_namespace || (name.is_owl && !has_word) ||
                       (tag.holds_rdf && name.word == rdf_word::other);
  if (is_host) {
    open_host(element, tag);
    foreign_.begin(tag.begin);
    return false;
  }
  if (name.word != rdf_word::rdf) return true;
  open_rdf(element, tag);
  if (!is_skipping()) log_.reach(tag.end, is_skipped ? span_kind::quarantine : span_kind::syntax);
  return false;
}

/// An element around rdf:RDF declares at most a base and a language for what is in it.
void rdf_xml_parser::open_host(const sax_element& element, const tag_source& tag) {
  auto& f = push(host, tag);
  tags_.read_host_scope(element, tag, f);
}

void rdf_xml_parser::open_in_host(const sax_element& element, const tag_source& tag) {
  if (names_.find(element.name, false, false).word != rdf_word::rdf) return open_host(element, tag);
  if (foreign_.add_rdf(tag.begin)) terms_.begin_inner_document();
  open_rdf(element, tag);
  if (!is_skipping()) log_.reach(tag.end, span_kind::syntax);
}

/// A start tag of the root in the root: the same once more, or one that declares something for what is in it. Labels may be those of another
/// document.
void rdf_xml_parser::open_repeated_root(const sax_element& element, const tag_source& tag) {
  const auto done = treatment_of(errc::repeated_header, options_.profile);
  terms_.begin_inner_document();
  open_rdf(element, tag);
  if (is_skipping()) return;
  log_.reach(tag.end, done == treatment::skip ? span_kind::quarantine : span_kind::syntax);
  log_.report(
      {errc::repeated_header, done, tag.begin, tag.end, tag.begin, {}, "a start tag of the root within it"});
}

/// The start tag of rdf:RDF, up to what is wrong with it.
void rdf_xml_parser::open_rdf(const sax_element& element, const tag_source& tag) {
  auto& f = push(rdf, tag);
  log_.reach(tag.begin, span_kind::syntax);
  if (!tags_.read_scope(element, tag, elements_.depth() == 1, f)) {
    refusal_.set(tags_.problem());
    return fail(elements_.depth());
  }
  tags_.read_root(element, tag, f);
  f.omitted.report(span_kind::syntax, log_);
}

void rdf_xml_parser::open_node(const sax_element& element, const tag_source& tag) {
  if (role() == document && !open_root(element, tag)) return;
  if (auto& f = elements_.top(); role() == property && (is_filled() || f.has_unnamed_loss)) {
    refusal_.set(errc::rdf_xml_grammar, tag.begin,
                 f.has_text    ? mixed_content
                 : is_filled() ? "an element beside the value of a property"
                               : "no attribute of a property");
    doubt_members(errc::rdf_xml_grammar);
    f.keeps_link = f.has_child && !f.is_triple;
    fail(elements_.depth());
    push(skipped, tag);
    return;
  }
  auto& f = push(node, tag);
  held_.clear();
  if (!tags_.read_scope(element, tag, elements_.depth() == 1, f) || !tags_.read_node(element, tag, f)) {
    refusal_.set(tags_.problem());
    return lose_node(element);
  }
  auto& outer = elements_.around();
  outer.has_child = true;
  if (outer.role == property) {
    outer.object_kind = f.subject_kind;
    outer.object.assign(f.subject);
  }
  if (triple_depth_ != 0) [[unlikely]]
    return doubt_triple(f);
  if (!doubtful_.is_within_root()) {
    outer.omitted.report(span_kind::statement, log_);
    log_.reach(tag.begin, span_kind::syntax);
  }
}

void rdf_xml_parser::open_property(const sax_element& element, const tag_source& tag) {
  doubt();
  write_start_tag();
  elements_.top().has_child = true;
  if (!doubtful_.is_within_root()) {
    log_.reach(tag.begin, span_kind::syntax);
    log_.hold(tag.begin);
  }
  auto& f = push(property, tag);
  held_.clear();
  text_.clear();
  const bool has_scope = tags_.read_scope(element, tag, false, f);
  const auto form =
      has_scope ? tags_.read_property(element, tag, f, elements_.around()) : property_form::refused;
  if (form == property_form::refused) {
    refusal_.set(tags_.problem());
    lose_property(element, has_scope);
    return fail(elements_.depth());
  }
  if (triple_depth_ != 0) [[unlikely]] {
    doubt_triple(f);
    if (is_skipping()) return;
  }
  begin_content(form, tag);
}

void rdf_xml_parser::begin_content(property_form form, const tag_source& tag) {
  auto& f = elements_.top();
  f.is_empty_form = form == property_form::empty;
  if (form == property_form::resource) {
    f.role = resource;
    f.subject_kind = f.object_kind = term_kind::blank;
    terms_.make_label(f.subject);
    write_property(f, f.subject_term());
    f.omitted.report(span_kind::statement, log_);
    log_.reach(tag.end, span_kind::statement);
  } else if (form == property_form::collection) {
    f.role = collection;
  } else if (form == property_form::literal) {
    f.role = xml;
    xml_depth_ = elements_.depth();
    literal_.begin();
  } else if (form == property_form::triple) {
    open_triple();
  }
}

/// The innermost property says by its node what a triple term says. That is kept as a whole or not at all.
void rdf_xml_parser::open_triple() {
  confirm();
  auto& f = elements_.top();
  f.is_triple = true;
  out_.open_term();
  if (triple_depth_ != 0) return;
  log_.reach(f.begin, span_kind::syntax);
  log_.hold(f.begin);
  log_.pause();
  triple_depth_ = elements_.depth();
}

/// What was left out of a start tag in a triple term may have been a second statement.
void rdf_xml_parser::doubt_triple(const frame& f) {
  if (f.omitted.is_empty()) return;
  refusal_.set(errc::rdf_xml_grammar, f.begin, "a triple term of which a part is lost");
  fail(triple_depth_);
}

/// Writes the innermost property, whose value is a triple term. False when that does not say exactly one statement.
bool rdf_xml_parser::write_triple() {
  const auto& f = elements_.top();
  std::string text;
  const auto count = out_.close_term(text);
  if (triple_depth_ == elements_.depth()) close_triple();
  if (count != 1)
    return refusal_.set(
        errc::rdf_xml_grammar, f.begin,
        count == 0 ? "a triple term without a statement" : "a triple term of several statements");
  if (text.size() > options_.limits.term_bytes) return refusal_.set(errc::term_too_long, f.begin);
  write_property(f, {term_kind::triple, text, {}, {}});
  return true;
}

/// The outermost triple term is whole, or skipped.
void rdf_xml_parser::close_triple() {
  triple_depth_ = 0;
  log_.resume();
}

void rdf_xml_parser::open_xml(const sax_element& element, const tag_source& tag) {
  push(xml, tag);
  const auto refuse = [&](errc rule, std::uint64_t at) {
    refusal_.set(rule, at);
    fail(xml_depth_);
  };
  const auto names = literal_.open(element);
  if (names == errc::undeclared_namespace) return refuse(names, tag.begin);
  const bool is_whole = tag.lost.empty() && std::ranges::none_of(tag.attributes, &xml_attribute::is_lost);
  if (!is_whole) return refuse(tag.lost.empty() ? errc::bad_attribute : tag.lost.front().rule, tag.begin);
  for (const auto& fault : tag.faults) {
    if (fault.done == treatment::skip) return refuse(fault.rule, fault.begin);
    log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  }
  if (names != errc::ok &&
      !judge_literal(tag.begin, tag.end, "a name that the namespaces of XML do not allow"))
    return;
  if (literal_.text().size() > options_.limits.term_bytes) refuse(errc::term_too_long, tag.begin);
}

bool rdf_xml_parser::judge_literal(std::uint64_t begin, std::uint64_t end, const char* message) {
  const auto done = treatment_of(errc::bad_xml_literal, options_.profile);
  if (done != treatment::skip) {
    log_.report({errc::bad_xml_literal, done, begin, end, begin, {}, message});
    return true;
  }
  refusal_.set(errc::bad_xml_literal, begin, message);
  fail(xml_depth_);
  return false;
}

void rdf_xml_parser::text(std::string_view decoded, std::uint64_t begin, std::uint64_t end) {
  if (is_skipping()) return;
  if (role() == xml) {
    literal_.text(decoded);
    if (literal_.text().size() <= options_.limits.term_bytes) return;
    refusal_.set(errc::term_too_long, begin);
    return fail(xml_depth_);
  }
  if (role() == property) return add_text(decoded, begin);
  if (is_all_space(decoded)) return;
  doubt_members(errc::rdf_xml_grammar);
  damage(errc::rdf_xml_grammar, begin, end, begin, "text instead of an element");
}

/// Text in a property.
void rdf_xml_parser::add_text(std::string_view decoded, std::uint64_t begin) {
  auto& f = elements_.top();
  const bool is_space = is_all_space(decoded);
  if (f.has_child || f.is_empty_form) {
    f.has_space = true;
    if (is_space) return;
    refusal_.set(errc::rdf_xml_grammar, begin,
                 f.has_child ? mixed_content : "text beside the value of a property");
    doubt_members(errc::rdf_xml_grammar);
    f.keeps_link = f.has_child && !f.is_triple;
    return fail(elements_.depth());
  }
  f.has_text = f.has_text || !is_space;
  text_.append(decoded);
  if (text_.size() <= options_.limits.term_bytes) return;
  refusal_.set(errc::term_too_long, begin);
  fail(elements_.depth());
}

void rdf_xml_parser::comment(std::string_view inner, bool is_first, bool is_last) {
  if (!is_skipping() && role() == xml) literal_.markup(is_first ? "<!--" : "", inner, is_last ? "-->" : "");
}

void rdf_xml_parser::instruction(std::string_view inner, bool is_first, bool is_last) {
  if (!is_skipping() && role() == xml) literal_.markup(is_first ? "<?" : "", inner, is_last ? "?>" : "");
}

void rdf_xml_parser::close(std::uint64_t begin, std::uint64_t end) {
  end_tag_ = begin;
  if (is_skipping()) {
    const auto& f = elements_.top();
    // The end tag shows that the first node was the value of the property.
    if (close_skipped(end) && f.role != host && f.keeps_link) write_property(f, f.object_term());
    return pop();
  }
  auto& f = elements_.top();
  switch (f.role) {
    case property:
      return close_property(end);
    case collection:
      return close_collection(begin, end);
    case xml:
      if (elements_.depth() == xml_depth_) return close_property(end);
      literal_.close();
      return pop();
    case node:
      write_start_tag();
      if (doubtful_.is_within_root() || doubtful_.depth() == elements_.depth()) confirm();
      if (elements_.around().role == collection) add_item();
      [[fallthrough]];
    default:
      if (f.role == rdf && elements_.around().role == rdf) terms_.separate_labels();
      log_.reach(end, span_kind::syntax);
      pop();
      log_.hold(end);
  }
}

void rdf_xml_parser::close_property(std::uint64_t end) {
  auto& f = elements_.top();
  if (!write_value(end)) {
    fail(elements_.depth());
    close_skipped(end);
    return pop();
  }
  if (f.is_empty_form && f.has_space) [[unlikely]]
    note_space(end);
  f.omitted.report(span_kind::statement, log_);
  log_.reach(end, span_kind::statement);
  pop();
  log_.hold(end);
}

/// The innermost property, which ends at `end`, may hold nothing and holds white space.
void rdf_xml_parser::note_space(std::uint64_t end) {
  const auto begin = end - elements_.top().begin <= near_bytes ? elements_.top().tag_end : end_tag_;
  log_.report({errc::odd_rdf_xml,
               treatment::note,
               begin,
               end_tag_,
               begin,
               {},
               "white space in a property that must be empty"});
}

/// Writes the statements of the innermost property, which ends at `end`. False when its value cannot be kept.
bool rdf_xml_parser::write_value(std::uint64_t end) {
  const auto& f = elements_.top();
  if (f.role == xml) return write_literal(literal_.text(), iris::rdf_xml_literal, end);
  if (f.is_triple) [[unlikely]]
    return write_triple();
  if (f.has_child || f.is_empty_form) {
    write_property(f, f.object_term());
    held_.write(f.object_term(), f.language, out_);
    return true;
  }
  if (f.has_unnamed_loss && is_all_space(text_))
    return refusal_.set(errc::rdf_xml_grammar, f.begin, "an attribute without meaning in RDF/XML");
  return write_literal(text_, f.datatype, end);
}

bool rdf_xml_parser::write_literal(std::string_view value, std::string_view datatype, std::uint64_t end) {
  const auto& f = elements_.top();
  term_view object{term_kind::literal, value, datatype, {}};
  const bool is_near = end - f.begin <= near_bytes;
  const auto begin = is_near ? f.tag_end : f.begin, noticed = is_near ? begin : end_tag_;
  if (datatype.empty()) {
    if (const auto fault = f.literal_fault(); fault != errc::ok) return refusal_.set(fault, end);
    object.language = f.language;
    if (f.has_direction()) [[unlikely]]
      terms_.drop_direction(f.language, begin, end_tag_, noticed);
  } else if (datatype == iris::xsd_string) {
    object.datatype = {};
  } else {
    if (!terms_.check_literal(object, begin, end_tag_, noticed)) return refusal_.set(terms_.problem());
  }
  write_property(f, object);
  return true;
}

/// The innermost element is an item of the collection around it.
void rdf_xml_parser::add_item() {
  const auto& f = elements_.top();
  auto& list = elements_.around();
  if (list.list_fault != errc::ok || items_.add(f.subject_kind, f.subject)) return;
  list.refuse_list(errc::statement_too_long);
  items_.drop(list.list_mark);
}

void rdf_xml_parser::close_collection(std::uint64_t begin, std::uint64_t end) {
  auto& f = elements_.top();
  if (f.list_fault != errc::ok && triple_depth_ != 0) {
    refusal_.set(f.list_fault, begin, "a list of which an item is lost");
    fail(triple_depth_);
    return pop();
  }
  if (f.list_fault != errc::ok) {
    f.omitted.report(span_kind::syntax, log_);
    log_.reach(begin, span_kind::syntax);
    log_.reach(end, span_kind::quarantine);
    log_.report({f.list_fault, treatment::skip, begin, end, begin, {}, "a list of which an item is lost"});
    pop();
    return log_.hold(end);
  }
  if (f.list_mark == items_.mark()) {
    write_property(f, {term_kind::iri, iris::rdf_nil, {}, {}});
  } else {
    std::string head;
    terms_.make_label(head);
    write_property(f, {term_kind::blank, head, {}, {}});
    items_.write(
        f.list_mark, std::move(head), [&](std::string& label) { terms_.make_label(label); }, out_);
  }
  f.omitted.report(span_kind::statement, log_);
  log_.reach(end, span_kind::statement);
  pop();
  log_.hold(end);
}

/// Accounts for the start tag of a node that has proved to be one, and writes the statements of the tag.
void rdf_xml_parser::write_start_tag() {
  auto& f = elements_.top();
  if (f.role != node || f.is_tag_done) return;
  if (doubtful_.is_within_root()) confirm();
  f.is_tag_done = true;
  const auto kind = held_.count() > 0 ? span_kind::statement : span_kind::syntax;
  f.omitted.report(kind, log_);
  log_.reach(f.tag_end, kind);
  if (held_.count() > 0) confirm();
  held_.write(f.subject_term(), f.language, out_);
}

}  // namespace laundromat::rdfxml
