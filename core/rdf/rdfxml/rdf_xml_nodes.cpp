// Start tags of the root and of nodes (RDF/XML sections 7.2.5 to 7.2.11).
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/rdfxml/known_names.hpp"
#include "core/rdf/rdfxml/rdf_xml_machine.hpp"

namespace laundromat {

using enum rdf_role;

const rdf_xml_name& rdf_xml_machine::name_of(const sax_name& name, bool is_attribute, std::uint64_t begin,
                                             std::uint64_t end) {
  const bool repairs = treatment_of(errc::undeclared_namespace, options_.profile) == treatment::repair;
  const auto& found = names_.find(name, is_attribute, repairs);
  if (name.iri == nullptr && name.prefix != nullptr && found.word != rdf_word::undeclared)
    log_.report({errc::undeclared_namespace, treatment::repair, begin, end, begin, found.iri});
  return found;
}

/// What holds for the element and all in it: language and base, before any IRI of the tag is resolved.
bool rdf_xml_machine::read_scope(const sax_element& element, const tag_source& tag) {
  for (const auto& fault : tag.faults) {
    if (fault.attribute != std::string_view::npos) continue;
    if (fault.done == treatment::skip) {
      refuse(fault.rule, fault.begin);
      if (top().role != rdf) return false;
      log_.reach(fault.begin, span_kind::syntax);
      log_.reach(fault.end, span_kind::quarantine);
    }
    log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  }
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto& attribute = element.attributes[i];
    if (attribute.name.iri == nullptr || attribute.name.iri != xml_namespace) continue;
    const auto word = names_.find(attribute.name, true, false).word;
    if (word == rdf_word::xml_other) continue;
    if (!is_usable(tag, i, word == rdf_word::xml_base)) return false;
    if (word == rdf_word::xml_lang)
      set_language(attribute.value, tag.value_begin(i), tag.value_end(i));
    else
      set_base(attribute.value);
  }
  return true;
}

/// Reports what is wrong in the value of an attribute; false when it cannot be used.
bool rdf_xml_machine::is_usable(const tag_source& tag, std::size_t index, bool is_iri) {
  for (const auto& fault : tag.faults) {
    const bool is_lost = fault.done == treatment::skip ||
                         (is_iri && (fault.rule == errc::illegal_utf8 || fault.rule == errc::xml_character));
    if (fault.attribute == index && is_lost) return refuse(fault.rule, fault.begin);
  }
  for (const auto& fault : tag.faults)
    if (fault.attribute == index)
      log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  return true;
}

/// Leaves out a single attribute of a node whose subject is sure.
void rdf_xml_machine::skip_attribute(const tag_source& tag, std::size_t index) {
  const auto begin = tag.begin + tag.attributes[index].begin, end = tag.begin + tag.attributes[index].end;
  log_.reach(begin, span_kind::statement);
  log_.reach(end, span_kind::quarantine);
  log_.report({refusal_, treatment::skip, begin, end, refused_at_, {}, refusal_message_});
}

/// A root element. True when it is a node, which the caller reads.
bool rdf_xml_machine::open_root(const rdf_xml_name& name, const sax_element& element, const tag_source& tag) {
  const bool is_second = std::exchange(has_root_, true);
  const bool is_skipped =
      is_second && treatment_of(errc::repeated_header, options_.profile) == treatment::skip;
  if (is_skipped && name.word != rdf_word::rdf)
    return refuse_root(skipped, tag, errc::repeated_header, "a second root element");
  if (is_second && name.word == rdf_word::rdf) {
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
  if (name.is_foreign || (name.is_owl && !has_word))
    return refuse_root(node, tag, errc::rdf_xml_grammar,
                       "the root element belongs to an XML vocabulary that is not RDF/XML");
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

/// The start tag of rdf:RDF, up to what is wrong with it.
void rdf_xml_machine::open_rdf(const sax_element& element, const tag_source& tag) {
  push(rdf, tag);
  log_.reach(tag.begin, span_kind::syntax);
  if (!read_scope(element, tag)) return fail(depth_);
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    if (is_xml_word(names_.find(element.attributes[i].name, true, false).word)) continue;
    refuse(errc::rdf_xml_grammar, tag.begin + tag.attributes[i].begin, "an attribute of rdf:RDF");
    log_.reach(tag.begin + tag.attributes[i].begin, span_kind::syntax);
    skip_attribute(tag, i);
  }
}

void rdf_xml_machine::open_node(const sax_element& element, const tag_source& tag) {
  const auto around = role();
  if (around == document) {
    const auto& name = names_.find(element.name, false, options_.profile == wash_profile::max_recall);
    if (!open_root(name, element, tag)) return;
  }
  if (around == property && is_filled()) {
    refuse(errc::rdf_xml_grammar, tag.begin, "an element beside the value of a property");
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
    if (name.word != rdf_word::no_namespace && name.word != rdf_word::undeclared &&
        name.word != rdf_word::malformed)
      continue;
    refuse(name.word == rdf_word::undeclared ? errc::undeclared_namespace : errc::rdf_xml_grammar,
           tag.begin + tag.attributes[i].begin, "an attribute that says nothing in RDF");
    is_good = f.is_named;
    if (!is_good) break;
    log_.reach(tag.begin, span_kind::syntax);
    skip_attribute(tag, i);
  }
  if (!is_good) return fail_node();
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
  if (doubtful_depth_ < 2) log_.reach(tag.begin, span_kind::syntax);
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
  if (is_xml_word(word) || word == rdf_word::no_namespace || word == rdf_word::undeclared ||
      word == rdf_word::malformed)
    return true;
  const bool names_subject = word == rdf_word::id || word == rdf_word::about || word == rdf_word::node_id;
  if (!names_subject) {
    if (is_reserved(word) || word == rdf_word::description || word == rdf_word::li)
      return refuse(errc::rdf_xml_grammar, at, "no attribute of a node element");
    return is_usable(tag, index, word == rdf_word::type) && hold(word, name, attribute.value, begin, end);
  }
  if (f.is_named) return refuse(errc::rdf_xml_grammar, at, "a node with two names");
  f.is_named = true;
  if (!is_usable(tag, index, true)) return false;
  f.subject_kind = word == rdf_word::node_id ? term_kind::blank : term_kind::iri;
  if (word == rdf_word::node_id) return make_label(attribute.value, begin, end, f.subject);
  if (word == rdf_word::id) return make_id(attribute.value, begin, end, f.subject);
  return make_iri(attribute.value, begin, end, f.subject);
}

/// A property attribute becomes a statement once the element is known to be one.
bool rdf_xml_machine::hold(rdf_word word, const rdf_xml_name& name, std::string_view value,
                           std::uint64_t begin, std::uint64_t end) {
  if (held_count_ == held_.size()) held_.emplace_back();
  auto& held = held_[held_count_++];
  held.predicate.assign(name.iri);
  if (!name.is_plain && !check_name(held.predicate, begin, begin)) return false;
  if (word == rdf_word::type) {
    held.kind = term_kind::iri;
    return make_iri(value, begin, end, held.object);
  }
  held.kind = term_kind::literal;
  held.object.assign(value);
  if (value.size() > options_.limits.term_bytes) return refuse(errc::term_too_long, begin);
  return top().has_good_language || refuse(errc::bad_language_tag, begin);
}

}  // namespace laundromat
