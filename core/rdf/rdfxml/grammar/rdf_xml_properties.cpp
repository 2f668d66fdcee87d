// Start tags of properties (RDF/XML sections 7.2.12 to 7.2.24).
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "core/rdf/rdfxml/terms/declared_terms.hpp"
#include "core/rdf/rdfxml/grammar/rdf_xml_machine.hpp"

namespace laundromat::rdfxml {

using enum rdf_role;

void rdf_xml_machine::open_property(const sax_element& element, const tag_source& tag) {
  doubt();
  settle();
  frames_[depth_].has_child = true;
  if (doubtful_depth_ < 2) {
    log_.reach(tag.begin, span_kind::syntax);
    log_.hold(tag.begin);
  }
  push(property, tag);
  held_count_ = 0;
  text_.clear();
  property_words words;
  const bool has_scope = read_scope(element, tag);
  bool is_good = has_scope && read_property_name(element, tag);
  for (std::size_t i = 0; is_good && i < element.attributes.size(); ++i)
    is_good = read_property_attribute(element.attributes[i], tag, i, words);
  if (is_good && begin_content(tag, words)) return;
  lose_property(element, has_scope);
  fail(depth_);
}

/// What is no property for the grammar may be an rdf:li, or stand in one whose start tag is lost. A term that is bad shows neither.
void rdf_xml_machine::lose_property(const sax_element& element, bool is_named) {
  const bool is_member = names_.find(element.name, false, false).word == rdf_word::li;
  if (is_member && !is_named) ++frames_[depth_ - 1].members;
  if (!is_member && (refusal_ == errc::rdf_xml_grammar || is_of_markup(refusal_)))
    doubt_members(refusal_, depth_ - 1);
}

bool rdf_xml_machine::read_property_name(const sax_element& element, const tag_source& tag) {
  const auto& name = name_of(element.name, false, tag.begin, tag.end);
  auto& f = top();
  if (name.word == rdf_word::undeclared) return refuse(errc::undeclared_namespace, tag.begin);
  if (name.word == rdf_word::malformed) return refuse(errc::xml_syntax, tag.begin, "a name with two colons");
  if (name.word == rdf_word::no_namespace || name.word == rdf_word::description || is_reserved(name.word))
    return refuse(errc::rdf_xml_grammar, tag.begin, "no name of a property");
  if (name.word == rdf_word::li) {
    auto& around = frames_[depth_ - 1];
    f.predicate.assign(rdf_namespace).append("_").append(std::to_string(++around.members));
    return around.members_fault == errc::ok ||
           refuse(around.members_fault, tag.begin, "an rdf:li behind what may have been others");
  }
  f.predicate.assign(name.iri);
  return name.is_plain || check_name(f.predicate, tag.begin + 1, tag.name_end(element));
}

bool rdf_xml_machine::read_property_attribute(const sax_attribute& attribute, const tag_source& tag,
                                              std::size_t index, property_words& words) {
  const auto begin = tag.value_begin(index), end = tag.value_end(index),
             at = tag.begin + tag.attributes[index].begin;
  const auto& name = name_of(attribute.name, true, at, begin);
  auto& f = top();
  if (is_xml_word(name.word)) return true;
  const bool is_statement = name.word == rdf_word::other || name.word == rdf_word::type;
  if (is_statement) {
    words.has_attributes = true;
    if (!is_usable(tag, index, name.word == rdf_word::type) ||
        !hold(name.word, name, attribute.value, begin, end))
      leave_out(tag, index);
    return true;
  }
  if (!is_usable(tag, index, name.word != rdf_word::parse_type)) {
    // It would only have named the statement.
    if (name.word == rdf_word::id) leave_out(tag, index);
    return name.word == rdf_word::id;
  }
  switch (name.word) {
    case rdf_word::id:
      return make_id(attribute.value, begin, end, f.statement_id);
    case rdf_word::parse_type:
      words.parse_type = attribute.value.empty() ? std::string_view(" ") : attribute.value;
      return true;
    case rdf_word::datatype:
      words.has_datatype = true;
      return make_iri(attribute.value, begin, end, f.datatype);
    case rdf_word::resource:
    case rdf_word::node_id:
      if (std::exchange(words.has_object, true))
        return refuse(errc::rdf_xml_grammar, at, "a property with two objects");
      f.object_kind = name.word == rdf_word::node_id ? term_kind::blank : term_kind::iri;
      return name.word == rdf_word::node_id ? make_label(attribute.value, begin, end, f.object)
                                            : make_iri(attribute.value, begin, end, f.object);
    case rdf_word::undeclared:
      return refuse(errc::undeclared_namespace, at);
    case rdf_word::no_namespace:
      refuse(errc::rdf_xml_grammar, at, "an attribute that says nothing in RDF");
      if (meant_by(name.iri) != rdf_word::other) return false;
      f.has_nameless_loss = true;
      leave_out(tag, index);
      return true;
    default:
      return refuse(errc::rdf_xml_grammar, at, "no attribute of a property");
  }
}

/// Which of the forms of a property it is, now that all attributes are known.
bool rdf_xml_machine::begin_content(const tag_source& tag, const property_words& words) {
  auto& f = top();
  const bool has_value = words.has_object || words.has_attributes;
  if ((words.has_datatype && has_value) || (!words.parse_type.empty() && (has_value || words.has_datatype)))
    return refuse(errc::rdf_xml_grammar, tag.begin, "attributes of a property that exclude each other");
  // What is left out may have been the name of a node that only this tag speaks of.
  if (f.has_nameless_loss && !words.has_object && (words.has_attributes || !words.parse_type.empty()))
    return refuse(errc::rdf_xml_grammar, tag.begin, "an attribute that says nothing in RDF");
  if (words.parse_type == "Resource") {
    f.role = resource;
    f.subject_kind = f.object_kind = term_kind::blank;
    make_blank(f.subject);
    emit_property(f, {term_kind::blank, f.subject, {}, {}});
    report_left_out(f, span_kind::statement);
    log_.reach(tag.end, span_kind::statement);
  } else if (words.parse_type == "Collection") {
    f.role = collection;
  } else if (!words.parse_type.empty()) {
    f.role = xml;
    xml_depth_ = depth_;
    literal_.begin();
  } else if (has_value) {
    f.is_empty_form = true;
    if (!words.has_object) {
      f.object_kind = term_kind::blank;
      make_blank(f.object);
    }
  }
  return true;
}

}  // namespace laundromat::rdfxml
