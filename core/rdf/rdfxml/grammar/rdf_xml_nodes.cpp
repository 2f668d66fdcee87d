// Start tags of the root and of nodes (RDF/XML sections 7.2.5 to 7.2.11).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/terms/declared_terms.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_machine.hpp"

namespace laundromat::rdfxml {

using enum rdf_role;

const rdf_xml_name& rdf_xml_machine::name_of(const sax_name& name, bool is_attribute, std::uint64_t begin,
                                             std::uint64_t end) {
  const bool repairs = treatment_of(errc::undeclared_namespace, options_.profile) == treatment::repair;
  const auto& found = names_.find(name, is_attribute, repairs);
  if (name.iri == nullptr && name.prefix != nullptr && found.word != rdf_word::undeclared)
    log_.report({errc::undeclared_namespace, treatment::repair, begin, end, begin, found.iri});
  return found;
}

/// What holds for the element and all in it: language and base, before any IRI of the tag is resolved. What cannot be
/// read leaves them unknown, and costs those who need them.
bool rdf_xml_machine::read_scope(const sax_element& element, const tag_source& tag) {
  for (const auto& fault : tag.faults)
    if (fault.attribute == std::string_view::npos && fault.rule != errc::odd_character)
      log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  for (const auto& lost : tag.lost) {
    refuse(lost.rule, lost.begin);
    if (!lost.is_known && (role() == property || (lost.may_be_namespace && depth_ > 1))) return false;
    if (lost.may_be_base) lose_base();
    if (lost.may_be_language) top().language_fault = lost.rule;
    top().has_nameless_loss = top().has_nameless_loss || !lost.is_known;
    leave_out(lost.begin, lost.end);
  }
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto& attribute = element.attributes[i];
    if (attribute.name.iri != nullptr && attribute.name.iri != xml_namespace) continue;
    const bool is_undeclared = attribute.name.iri == nullptr && attribute.name.prefix != nullptr;
    const auto word = is_undeclared ? rdf_word::undeclared : names_.find(attribute.name, true, false).word;
    if (is_nameless(word)) {
      lose_scope(attribute);
      continue;
    }
    if (!is_scope(word)) continue;
    const bool is_base = word == rdf_word::xml_base;
    const bool is_good = is_usable(tag, i, is_base) &&
                         (!is_base || read_base(attribute.value, tag.value_begin(i), tag.value_end(i)));
    if (is_good && !is_base) set_language(attribute.value, tag.value_begin(i), tag.value_end(i));
    if (is_good) continue;
    if (is_base)
      lose_base();
    else
      top().language_fault = refusal_;
    leave_out(tag, i);
  }
  return true;
}

/// An attribute that says nothing may be meant as one that holds for all in the element.
void rdf_xml_machine::lose_scope(const sax_attribute& attribute) {
  const auto word = meant_by(attribute.name.local);
  if (word == rdf_word::xml_base) lose_base();
  if (word == rdf_word::xml_lang) top().language_fault = errc::rdf_xml_grammar;
}

/// Reports what is wrong in the value of an attribute; false when it cannot be used.
bool rdf_xml_machine::is_usable(const tag_source& tag, std::size_t index, bool is_iri) {
  if (tag.attributes[index].is_lost)
    return refuse(errc::bad_attribute, tag.begin + tag.attributes[index].begin);
  for (const auto& fault : tag.faults) {
    const bool is_lost = fault.done == treatment::skip ||
                         (is_iri && (fault.rule == errc::illegal_utf8 || fault.rule == errc::xml_character));
    if (fault.attribute == index && is_lost) return refuse(fault.rule, fault.begin);
  }
  for (const auto& fault : tag.faults)
    // Of an IRI it is told by the check of the whole.
    if (fault.attribute == index && !(is_iri && fault.rule == errc::odd_character))
      log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  return true;
}

/// Leaves out a part of a start tag for the reason that was noted last. It is told when the tag is accounted for.
void rdf_xml_machine::leave_out(std::uint64_t begin, std::uint64_t end) {
  top().lost.push_back(
      {begin, end,
       log_.describe({refusal_, treatment::skip, begin, end, refused_at_, {}, refusal_message_})});
}

void rdf_xml_machine::leave_out(const tag_source& tag, std::size_t index) {
  leave_out(tag.begin + tag.attributes[index].begin, tag.begin + tag.attributes[index].end);
}

/// Accounts for a start tag as far as the last part of it that was left out; what is kept of it is of the given kind.
void rdf_xml_machine::report_lost(frame& of, span_kind kept) {
  std::ranges::stable_sort(of.lost, {}, &left_out::begin);
  for (const auto& one : of.lost) {
    log_.reach(one.begin, kept);
    log_.reach(one.end, span_kind::quarantine);
    log_.emit(one.report);
  }
  of.lost.clear();
}

/// A root element. True when it is a node, which the caller reads.
bool rdf_xml_machine::open_root(const rdf_xml_name& name, const sax_element& element, const tag_source& tag) {
  const bool is_second = std::exchange(has_root_, true);
  const bool is_skipped =
      is_second && treatment_of(errc::repeated_header, options_.profile) == treatment::skip;
  if (is_skipped && name.word != rdf_word::rdf)
    return refuse_root(skipped, tag, errc::repeated_header, "a second root element");
  if (is_second) {
    ++documents_;
    ids_.clear();
  }
  if (is_second)
    log_.report({errc::repeated_header,
                 is_skipped ? treatment::skip : treatment::repair,
                 tag.begin,
                 is_skipped ? tag.end : tag.begin,
                 tag.begin,
                 {},
                 "a second root element"});
  const bool has_word = std::ranges::any_of(
      element.attributes, [](const auto& a) { return a.name.iri != nullptr && a.name.iri == rdf_namespace; });
  const bool is_host = name.is_foreign || name.word == rdf_word::no_namespace || (name.is_owl && !has_word) ||
                       (tag.holds_rdf && name.word == rdf_word::other);
  if (is_host) {
    open_host(element, tag);
    skip_from_ = std::max(log_.reached(), tag.begin);
    log_.reach(tag.begin, span_kind::syntax);
    skip_place_ = log_.place_of(skip_from_);
    log_.hold(skip_from_);
    is_hosted_ = true;
    has_hosted_ = false;
    return false;
  }
  if (name.word != rdf_word::rdf) return true;
  open_rdf(element, tag);
  if (!is_skipping()) log_.reach(tag.end, is_skipped ? span_kind::quarantine : span_kind::syntax);
  return false;
}

bool rdf_xml_machine::refuse_root(rdf_role role, const tag_source& tag, errc why, std::string_view message) {
  push(role, tag);
  refuse(why, tag.begin, message);
  fail(depth_);
  return false;
}

/// An element around rdf:RDF says nothing but what holds for all in it. What is wrong with it does no harm unless that is lost.
void rdf_xml_machine::open_host(const sax_element& element, const tag_source& tag) {
  auto& f = push(host, tag);
  for (const auto& lost : tag.lost) {
    if (lost.may_be_base) lose_base();
    if (lost.may_be_language) f.language_fault = lost.rule;
  }
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto word = names_.find(element.attributes[i].name, true, false).word;
    if (word != rdf_word::xml_base && word != rdf_word::xml_lang) continue;
    const auto begin = tag.value_begin(i), end = tag.value_end(i);
    const bool is_base = word == rdf_word::xml_base;
    const bool is_good = is_usable(tag, i, is_base);
    if (!is_base && is_good) set_language(element.attributes[i].value, begin, end);
    if (!is_base && !is_good) f.language_fault = refusal_;
    if (is_base && !(is_good && read_base(element.attributes[i].value, begin, end))) lose_base();
  }
}

/// A start tag of the root in the root: the same once more, or one that holds for what is in it. Labels may be those of another document.
void rdf_xml_machine::open_repeated_root(const sax_element& element, const tag_source& tag) {
  const auto done = treatment_of(errc::repeated_header, options_.profile);
  ++documents_;
  ids_.clear();
  open_rdf(element, tag);
  if (is_skipping()) return;
  log_.reach(tag.end, done == treatment::skip ? span_kind::quarantine : span_kind::syntax);
  log_.report(
      {errc::repeated_header, done, tag.begin, tag.end, tag.begin, {}, "a start tag of the root within it"});
}

/// Each rdf:RDF is a document of its own.
void rdf_xml_machine::open_in_host(const sax_element& element, const tag_source& tag) {
  if (names_.find(element.name, false, false).word != rdf_word::rdf) return open_host(element, tag);
  if (std::exchange(has_hosted_, true)) {
    ++documents_;
    ids_.clear();
  }
  log_.hold(tag.begin);
  open_rdf(element, tag);
  if (!is_skipping()) log_.reach(tag.end, span_kind::syntax);
}

/// Returns whether the document is skipped: its root ends, and no rdf:RDF was in it.
bool rdf_xml_machine::end_host(std::uint64_t end) {
  if (depth_ != 1) return false;
  is_hosted_ = false;
  if (has_hosted_) {
    log_.reach(end, span_kind::syntax);
    return false;
  }
  log_.reach(end, span_kind::quarantine);
  log_.report({errc::rdf_xml_grammar,
               treatment::skip,
               skip_from_,
               end,
               skip_from_,
               {},
               "the root element belongs to an XML vocabulary that is not RDF/XML"},
              skip_place_);
  log_.hold(end);
  return true;
}

/// The start tag of rdf:RDF, up to what is wrong with it.
void rdf_xml_machine::open_rdf(const sax_element& element, const tag_source& tag) {
  push(rdf, tag);
  log_.reach(tag.begin, span_kind::syntax);
  if (!read_scope(element, tag)) return fail(depth_);
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    if (is_xml_word(names_.find(element.attributes[i].name, true, false).word)) continue;
    if (!tag.attributes[i].is_lost)
      refuse(errc::rdf_xml_grammar, tag.begin + tag.attributes[i].begin, "an attribute of rdf:RDF");
    else
      refuse(errc::bad_attribute, tag.begin + tag.attributes[i].begin);
    leave_out(tag, i);
  }
  report_left_out(top(), span_kind::syntax);
}

void rdf_xml_machine::open_node(const sax_element& element, const tag_source& tag) {
  const auto around = role();
  if (around == document) {
    const auto& name = names_.find(element.name, false, options_.profile == wash_profile::max_recall);
    if (!open_root(name, element, tag)) return;
  }
  if (around == property && (is_filled() || top().has_nameless_loss)) {
    refuse(errc::rdf_xml_grammar, tag.begin,
           top().has_text ? mixed_content
           : is_filled()  ? "an element beside the value of a property"
                          : "no attribute of a property");
    doubt_members(errc::rdf_xml_grammar);
    top().keeps_link = top().has_child;
    fail(depth_);
    push(skipped, tag);
    return;
  }
  auto& f = push(node, tag);
  held_count_ = 0;
  bool is_good = read_scope(element, tag) && read_node_name(element, tag);
  for (std::size_t i = 0; is_good && i < element.attributes.size(); ++i)
    is_good = read_node_attribute(element.attributes[i], tag, i);
  // What stands for nothing costs only itself when the subject is sure, and the node when it may have been the subject's name.
  for (std::size_t i = 0; is_good && i < element.attributes.size(); ++i) {
    const auto& name =
        names_.find(element.attributes[i].name, true, options_.profile == wash_profile::max_recall);
    if (!is_nameless(name.word)) continue;
    const auto at = tag.begin + tag.attributes[i].begin;
    if (tag.attributes[i].is_lost)
      refuse(errc::bad_attribute, at);
    else
      refuse(name.word == rdf_word::undeclared ? errc::undeclared_namespace : errc::rdf_xml_grammar, at,
             "an attribute that says nothing in RDF");
    f.has_nameless_loss = true;
    leave_out(tag, i);
  }
  if (!is_good || (f.has_nameless_loss && !f.is_named)) return lose_node(element);
  if (f.subject_kind == term_kind::none) {
    f.subject_kind = term_kind::blank;
    make_blank(f.subject);
  }
  auto& outer = frames_[depth_ - 1];
  outer.has_child = true;
  if (outer.role == property) {
    outer.object_kind = f.subject_kind;
    outer.object.assign(f.subject);
  }
  if (doubtful_depth_ < 2) {
    report_left_out(outer, span_kind::statement);
    log_.reach(tag.begin, span_kind::syntax);
  }
}

/// An rdf:li in a property shows that a tag between them is lost.
void rdf_xml_machine::lose_node(const sax_element& element) {
  fail_node();
  if (names_.find(element.name, false, false).word == rdf_word::li)
    doubt_members(errc::rdf_xml_grammar, depth_ - 1);
}

bool rdf_xml_machine::read_node_name(const sax_element& element, const tag_source& tag) {
  const auto& name = name_of(element.name, false, tag.begin, tag.end);
  if (name.word == rdf_word::description) return true;
  if (name.word == rdf_word::undeclared) return refuse(errc::undeclared_namespace, tag.begin);
  if (name.word == rdf_word::malformed) return refuse(errc::xml_syntax, tag.begin, "a name with two colons");
  if (name.word == rdf_word::no_namespace || name.word == rdf_word::li || is_reserved(name.word))
    return refuse(errc::rdf_xml_grammar, tag.begin, "no name of a node element");
  if (held_count_ == held_.size()) held_.emplace_back();
  auto& held = held_[held_count_++];
  held.predicate.assign(rdf_namespace).append("type");
  held.kind = term_kind::iri;
  held.object.assign(name.iri);
  return name.is_plain || check_name(held.object, tag.begin + 1, tag.name_end(element));
}

bool rdf_xml_machine::read_node_attribute(const sax_attribute& attribute, const tag_source& tag,
                                          std::size_t index) {
  const auto begin = tag.value_begin(index), end = tag.value_end(index),
             at = tag.begin + tag.attributes[index].begin;
  const auto& name = name_of(attribute.name, true, at, begin);
  const auto word = name.word;
  auto& f = top();
  if (is_xml_word(word) || is_nameless(word)) return true;
  const bool names_subject = word == rdf_word::id || word == rdf_word::about || word == rdf_word::node_id;
  if (!names_subject) {
    if (is_reserved(word) || word == rdf_word::description || word == rdf_word::li)
      return refuse(errc::rdf_xml_grammar, at, "no attribute of a node element");
    if (!is_usable(tag, index, word == rdf_word::type) || !hold(word, name, attribute.value, begin, end))
      leave_out(tag, index);
    return true;
  }
  if (f.is_named) return refuse(errc::rdf_xml_grammar, at, "a node with two names");
  f.is_named = true;
  if (!is_usable(tag, index, true)) return false;
  f.subject_kind = word == rdf_word::node_id ? term_kind::blank : term_kind::iri;
  if (word == rdf_word::node_id) return make_label(attribute.value, begin, end, f.subject);
  if (word == rdf_word::id) return make_id(attribute.value, begin, end, f.subject);
  return make_iri(attribute.value, begin, end, f.subject);
}

/// A property attribute becomes a statement once the element is known to be one. False when it cannot be one.
bool rdf_xml_machine::hold(rdf_word word, const rdf_xml_name& name, std::string_view value,
                           std::uint64_t begin, std::uint64_t end) {
  if (held_count_ == held_.size()) held_.emplace_back();
  auto& held = held_[held_count_];
  held.predicate.assign(name.iri);
  held.kind = word == rdf_word::type ? term_kind::iri : term_kind::literal;
  if (!name.is_plain && !check_name(held.predicate, begin, begin)) return false;
  if (word == rdf_word::type) {
    if (!make_iri(value, begin, end, held.object)) return false;
  } else {
    held.object.assign(value);
    if (value.size() > options_.limits.term_bytes) return refuse(errc::term_too_long, begin);
    if (top().language_fault != errc::ok) return refuse(top().language_fault, begin);
  }
  ++held_count_;
  return true;
}

}  // namespace laundromat::rdfxml
