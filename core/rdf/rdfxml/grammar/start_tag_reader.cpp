// Implements the reading of start tags: decides by name what each attribute of a node or property means.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/start_tag_reader.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/rdf/model/rdf_version.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/rdfxml/xml/rdf_xml_namespaces.hpp"
#include "core/rdf/values/language_tag.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr const char* meaningless_attribute = "an attribute without meaning in RDF/XML";

/// Whether the local name begins like `version` or `dir`: a first look, as nearly all attributes are others.
bool may_be_version(const char* local) {
  return (local[0] == 'v' && local[1] == 'e') || (local[0] == 'd' && local[1] == 'i');
}

/// Makes the base direction in scope a part of the language in scope, where the version allows it and directions are not dropped.
void apply_direction(frame& to, bool drops_directions) {
  to.language.resize(split_direction(to.language).language.size());
  if (!to.is_rdf_12 || to.language.empty() || drops_directions) return;
  if (to.direction != text_direction::none)
    to.language.append(to.direction == text_direction::ltr ? "--ltr" : "--rtl");
}

located_text value_of(const sax_attribute& attribute, const tag_source& tag, std::size_t index) {
  return {attribute.value, tag.value_begin(index), tag.value_end(index)};
}

}  // namespace

const rdf_xml_name& start_tag_reader::read_name(const sax_name& name, bool is_attribute, std::uint64_t begin,
                                                std::uint64_t end) {
  const auto& found = names_.find(name, is_attribute, repairs_prefixes());
  if (name.iri == nullptr && name.prefix != nullptr && found.word != rdf_word::undeclared)
    log_.report({errc::undeclared_namespace, treatment::repair, begin, end, begin, found.iri});
  if (found.is_odd) [[unlikely]]
    note_name(name, is_attribute ? begin : begin + 1);
  return found;
}

void start_tag_reader::note_name(const sax_name& name, std::uint64_t begin) {
  const std::string_view prefix = name.prefix == nullptr ? "" : name.prefix, local = name.local;
  const auto end = begin + (prefix.empty() ? 0 : prefix.size() + 1) + local.size();
  log_.report({errc::odd_rdf_xml, treatment::note, begin, end, begin, {}, "a name that RDF does not define"});
}

bool start_tag_reader::read_scope(const sax_element& element, const tag_source& tag, bool is_root,
                                  frame& to) {
  for (const auto& fault : tag.faults)
    if (fault.attribute == std::string_view::npos && fault.rule != errc::odd_character)
      log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  for (const auto& lost : tag.lost) {
    problem_.set(lost.rule, lost.begin);
    if (!lost.is_known && (to.role == rdf_role::property || (lost.may_be_namespace && !is_root)))
      return false;
    if (lost.may_be_base) terms_.bases().lose();
    if (lost.may_be_language) to.language_fault = lost.rule;
    to.has_unnamed_loss = to.has_unnamed_loss || !lost.is_known;
    to.omitted.add(lost.begin, lost.end, problem_, log_);
  }
  bool is_changed = false;
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto& attribute = element.attributes[i];
    if (attribute.name.iri != nullptr && !may_be_version(attribute.name.local) &&
        attribute.name.iri != xml_namespace)
      continue;
    const bool is_undeclared = attribute.name.iri == nullptr && attribute.name.prefix != nullptr;
    const auto word = is_undeclared ? rdf_word::undeclared : names_.find(attribute.name, true, false).word;
    if (is_nameless(word)) {
      lose_scope(attribute.name.local, to);
      continue;
    }
    if (!is_scope(word)) continue;
    is_changed = true;
    if (word == rdf_word::version || word == rdf_word::its_dir) {
      read_version_attribute(word, tag, attribute, i, to);
      continue;
    }
    const auto value = value_of(attribute, tag, i);
    const bool is_base = word == rdf_word::xml_base;
    const bool is_good = is_usable(tag, i, is_base) && (!is_base || terms_.read_base(value) || refuse_term());
    if (is_good && !is_base) to.language_fault = terms_.read_language(value, to.language);
    if (is_good) continue;
    if (is_base)
      terms_.bases().lose();
    else
      to.language_fault = problem_.rule;
    omit(tag, i, to);
  }
  if (is_changed) {
    apply_direction(to, options_.directions == direction_form::dropped);
    note_direction(element, tag, to);
  }
  return true;
}

/// Says that a direction means nothing where no version of RDF that has directions is in scope.
void start_tag_reader::note_direction(const sax_element& element, const tag_source& tag, const frame& of) {
  if (of.is_rdf_12) return;
  for (std::size_t i = 0; i < element.attributes.size(); ++i)
    if (names_.find(element.attributes[i].name, true, false).word == rdf_word::its_dir)
      log_.report({errc::missing_version,
                   treatment::note,
                   tag.attribute_begin(i),
                   tag.begin + tag.attributes[i].end,
                   tag.attribute_begin(i),
                   {},
                   "its:dir has no effect where no rdf:version=\"1.2\" is in scope"});
}

void start_tag_reader::read_version_attribute(rdf_word word, const tag_source& tag,
                                              const sax_attribute& attribute, std::size_t index, frame& to) {
  const bool is_good =
      is_usable(tag, index, false) && read_version(word, value_of(attribute, tag, index), to);
  if (is_good) return;
  if (word == rdf_word::version)
    to.is_rdf_12 = false;
  else if (problem_.rule != errc::rdf_xml_grammar)
    to.direction_fault = problem_.rule;
  omit(tag, index, to);
}

/// The value of rdf:version or its:dir. False when it is no direction that RDF has.
bool start_tag_reader::read_version(rdf_word word, const located_text& value, frame& to) {
  if (word == rdf_word::version) {
    to.is_rdf_12 = value.text == "1.2" || value.text == "1.2-basic";
    if (!is_known_version(value.text))
      log_.report({errc::odd_rdf_xml,
                   treatment::note,
                   value.begin,
                   value.end,
                   value.begin,
                   {},
                   "a version of RDF that is not known"});
    else
      log_.announce(value.text, value.begin, value.end);
    return true;
  }
  to.direction_fault = errc::ok;
  to.direction = value.text == "ltr"   ? text_direction::ltr
                 : value.text == "rtl" ? text_direction::rtl
                                       : text_direction::none;
  return to.direction != text_direction::none || value.text.empty() ||
         problem_.set(errc::rdf_xml_grammar, value.begin,
                      "a base direction is `ltr` or `rtl`, or empty for none");
}

/// An attribute without meaning may be a misspelt one that holds for all in the element.
void start_tag_reader::lose_scope(std::string_view attribute, frame& to) {
  const auto word = meant_by(attribute);
  if (word == rdf_word::xml_base) terms_.bases().lose();
  if (word == rdf_word::xml_lang) to.language_fault = errc::rdf_xml_grammar;
}

void start_tag_reader::read_host_scope(const sax_element& element, const tag_source& tag, frame& to) {
  for (const auto& lost : tag.lost) {
    if (lost.may_be_base) terms_.bases().lose();
    if (lost.may_be_language) to.language_fault = lost.rule;
  }
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto word = names_.find(element.attributes[i].name, true, false).word;
    if (!is_scope(word)) continue;
    const auto value = value_of(element.attributes[i], tag, i);
    const bool is_base = word == rdf_word::xml_base;
    const bool is_good = is_usable(tag, i, is_base);
    if (word == rdf_word::version || word == rdf_word::its_dir) {
      const bool is_lost =
          !(is_good && read_version(word, value, to)) && problem_.rule != errc::rdf_xml_grammar;
      if (is_lost && word == rdf_word::its_dir) to.direction_fault = problem_.rule;
      continue;
    }
    if (is_base && !(is_good && terms_.read_base(value))) terms_.bases().lose();
    if (!is_base) to.language_fault = is_good ? terms_.read_language(value, to.language) : problem_.rule;
  }
  apply_direction(to, options_.directions == direction_form::dropped);
}

/// Reports what is wrong in the value of an attribute; false when it cannot be used.
bool start_tag_reader::is_usable(const tag_source& tag, std::size_t index, bool is_iri) {
  if (tag.attributes[index].is_lost) return problem_.set(errc::bad_attribute, tag.attribute_begin(index));
  for (const auto& fault : tag.faults) {
    const bool is_lost = fault.done == treatment::skip ||
                         (is_iri && (fault.rule == errc::illegal_utf8 || fault.rule == errc::xml_character));
    if (fault.attribute == index && is_lost) return problem_.set(fault.rule, fault.begin);
  }
  for (const auto& fault : tag.faults)
    // The check of an IRI reports its odd characters.
    if (fault.attribute == index && !(is_iri && fault.rule == errc::odd_character))
      log_.report({fault.rule, fault.done, fault.begin, fault.end, fault.begin, fault.after});
  return true;
}

/// Leaves out an attribute for the reason in `problem_`.
void start_tag_reader::omit(const tag_source& tag, std::size_t index, frame& from) {
  from.omitted.add(tag.attribute_begin(index), tag.begin + tag.attributes[index].end, problem_, log_);
}

void start_tag_reader::read_root(const sax_element& element, const tag_source& tag, frame& to) {
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    if (is_passed_over(names_.find(element.attributes[i].name, true, false).word)) continue;
    if (!tag.attributes[i].is_lost)
      problem_.set(errc::rdf_xml_grammar, tag.attribute_begin(i), "an attribute of rdf:RDF");
    else
      problem_.set(errc::bad_attribute, tag.attribute_begin(i));
    omit(tag, i, to);
  }
}

bool start_tag_reader::read_node(const sax_element& element, const tag_source& tag, frame& node) {
  if (!read_node_name(element, tag)) return false;
  for (std::size_t i = 0; i < element.attributes.size(); ++i)
    if (!read_node_attribute(element.attributes[i], tag, i, node)) return false;
  omit_nameless(element, tag, node);
  if (node.has_unnamed_loss && !node.is_named) return false;
  if (node.subject_kind == term_kind::none) {
    node.subject_kind = term_kind::blank;
    terms_.make_label(node.subject);
  }
  return true;
}

bool start_tag_reader::read_node_name(const sax_element& element, const tag_source& tag) {
  const auto& name = read_name(element.name, false, tag.begin, tag.end);
  if (name.word == rdf_word::description) return true;
  if (name.word == rdf_word::undeclared) return problem_.set(errc::undeclared_namespace, tag.begin);
  if (name.word == rdf_word::malformed)
    return problem_.set(errc::xml_syntax, tag.begin, "a name with two colons");
  if (name.word == rdf_word::no_namespace || name.word == rdf_word::li || is_reserved(name.word))
    return problem_.set(errc::rdf_xml_grammar, tag.begin, "no name of a node element");
  auto& type = held_.next();
  held_.keep_next();
  type.predicate.assign(iris::rdf_type);
  type.kind = term_kind::iri;
  type.object.assign(name.iri);
  return name.is_plain || terms_.check_name(type.object, tag.begin + 1, tag.name_end(element)) ||
         refuse_term();
}

bool start_tag_reader::read_node_attribute(const sax_attribute& attribute, const tag_source& tag,
                                           std::size_t index, frame& node) {
  const auto value = value_of(attribute, tag, index);
  const auto at = tag.attribute_begin(index);
  const auto& name = read_name(attribute.name, true, at, value.begin);
  const auto word = name.word;
  if (is_passed_over(word) || is_nameless(word)) return true;
  if (is_aside(word)) {
    problem_.set(errc::rdf_xml_grammar, at, "no attribute of a node element");
    omit(tag, index, node);
    return true;
  }
  const bool names_subject = word == rdf_word::id || word == rdf_word::about || word == rdf_word::node_id;
  if (!names_subject) {
    if (is_reserved(word) || word == rdf_word::description || word == rdf_word::li)
      return problem_.set(errc::rdf_xml_grammar, at, "no attribute of a node element");
    if (!is_usable(tag, index, word == rdf_word::type) || !hold(name, value, node)) omit(tag, index, node);
    return true;
  }
  if (node.is_named) return problem_.set(errc::rdf_xml_grammar, at, "a node with two names");
  node.is_named = true;
  if (!is_usable(tag, index, true)) return false;
  node.subject_kind = word == rdf_word::node_id ? term_kind::blank : term_kind::iri;
  const bool is_read = word == rdf_word::node_id ? terms_.read_label(value, node.subject)
                       : word == rdf_word::id    ? terms_.read_id(value, node.subject)
                                                 : terms_.read_iri(value, node.subject);
  return is_read || refuse_term();
}

/// An attribute without meaning costs only itself when the subject is sure. Else it may have been the name of the subject.
void start_tag_reader::omit_nameless(const sax_element& element, const tag_source& tag, frame& node) {
  for (std::size_t i = 0; i < element.attributes.size(); ++i) {
    const auto& name =
        names_.find(element.attributes[i].name, true, options_.profile == wash_profile::max_recall);
    if (!is_nameless(name.word)) continue;
    const auto at = tag.attribute_begin(i);
    if (tag.attributes[i].is_lost)
      problem_.set(errc::bad_attribute, at);
    else
      problem_.set(name.word == rdf_word::undeclared ? errc::undeclared_namespace : errc::rdf_xml_grammar, at,
                   meaningless_attribute);
    const bool is_about_statement =
        name.word == rdf_word::misspelt && is_aside(meant_by(element.attributes[i].name.local));
    node.has_unnamed_loss = node.has_unnamed_loss || !is_about_statement;
    omit(tag, i, node);
  }
}

/// Holds the statement of a property attribute. False when it cannot be one.
bool start_tag_reader::hold(const rdf_xml_name& name, const located_text& value, const frame& of) {
  const bool is_type = name.word == rdf_word::type;
  auto& held = held_.next();
  held.predicate.assign(name.iri);
  held.kind = is_type ? term_kind::iri : term_kind::literal;
  if (!name.is_plain && !terms_.check_name(held.predicate, value.begin, value.begin)) return refuse_term();
  if (is_type) {
    if (!terms_.read_iri(value, held.object)) return refuse_term();
  } else {
    held.object.assign(value.text);
    if (value.text.size() > options_.limits.term_bytes) return problem_.set(errc::term_too_long, value.begin);
    if (const auto fault = of.literal_fault(); fault != errc::ok) return problem_.set(fault, value.begin);
    if (of.has_direction()) [[unlikely]]
      terms_.drop_direction(of.language, value.begin, value.end, value.begin);
  }
  held_.keep_next();
  return true;
}

property_form start_tag_reader::read_property(const sax_element& element, const tag_source& tag,
                                              frame& property, frame& around) {
  if (!read_property_name(element, tag, property, around)) return property_form::refused;
  property_words words;
  for (std::size_t i = 0; i < element.attributes.size(); ++i)
    if (!read_property_attribute(element.attributes[i], tag, i, property, words))
      return property_form::refused;
  return choose_form(tag, words, property);
}

bool start_tag_reader::read_property_name(const sax_element& element, const tag_source& tag, frame& property,
                                          frame& around) {
  const auto& name = read_name(element.name, false, tag.begin, tag.end);
  if (name.word == rdf_word::undeclared) return problem_.set(errc::undeclared_namespace, tag.begin);
  if (name.word == rdf_word::malformed)
    return problem_.set(errc::xml_syntax, tag.begin, "a name with two colons");
  if (name.word == rdf_word::no_namespace || name.word == rdf_word::description || is_reserved(name.word))
    return problem_.set(errc::rdf_xml_grammar, tag.begin, "no name of a property");
  if (name.word == rdf_word::li) {
    property.predicate.assign(rdf_namespace).append("_").append(std::to_string(++around.members));
    return around.members_fault == errc::ok ||
           problem_.set(around.members_fault, tag.begin, "an rdf:li behind what may have been others");
  }
  property.predicate.assign(name.iri);
  return name.is_plain || terms_.check_name(property.predicate, tag.begin + 1, tag.name_end(element)) ||
         refuse_term();
}

bool start_tag_reader::read_property_attribute(const sax_attribute& attribute, const tag_source& tag,
                                               std::size_t index, frame& property, property_words& words) {
  const auto value = value_of(attribute, tag, index);
  const auto at = tag.attribute_begin(index);
  const auto& name = read_name(attribute.name, true, at, value.begin);
  if (is_passed_over(name.word)) return true;
  if (is_aside(name.word)) {
    read_aside(name.word, value, tag, index, property, words);
    return true;
  }
  const bool is_statement = name.word == rdf_word::other || name.word == rdf_word::type;
  if (is_statement) {
    words.has_attributes = true;
    if (!is_usable(tag, index, name.word == rdf_word::type) || !hold(name, value, property))
      omit(tag, index, property);
    return true;
  }
  if (!is_usable(tag, index, name.word != rdf_word::parse_type)) {
    // An rdf:ID would only have named the statement.
    if (name.word == rdf_word::id) omit(tag, index, property);
    return name.word == rdf_word::id;
  }
  switch (name.word) {
    case rdf_word::id:
      return terms_.read_id(value, property.statement_id) || refuse_term();
    case rdf_word::parse_type:
      words.parse_type = value.text.empty() ? std::string_view(" ") : value.text;
      words.parse_index = index;
      return true;
    case rdf_word::datatype:
      words.has_datatype = true;
      return terms_.read_iri(value, property.datatype) || refuse_term();
    case rdf_word::resource:
    case rdf_word::node_id:
      if (std::exchange(words.has_object, true))
        return problem_.set(errc::rdf_xml_grammar, at, "a property with two objects");
      property.object_kind = name.word == rdf_word::node_id ? term_kind::blank : term_kind::iri;
      return (name.word == rdf_word::node_id ? terms_.read_label(value, property.object)
                                             : terms_.read_iri(value, property.object)) ||
             refuse_term();
    case rdf_word::undeclared:
      return problem_.set(errc::undeclared_namespace, at);
    case rdf_word::no_namespace:
      problem_.set(errc::rdf_xml_grammar, at, meaningless_attribute);
      if (const auto meant = meant_by(name.iri); meant != rdf_word::other && !is_aside(meant)) return false;
      property.has_unnamed_loss = true;
      omit(tag, index, property);
      return true;
    default:
      problem_.set(errc::rdf_xml_grammar, at, "no attribute of a property");
      if (name.word != rdf_word::misspelt || !is_aside(meant_by(attribute.name.local))) return false;
      omit(tag, index, property);
      return true;
  }
}

/// The reifier of a statement, or rdf:bagID. Of two reifiers it is not known which one is meant.
void start_tag_reader::read_aside(rdf_word word, const located_text& value, const tag_source& tag,
                                  std::size_t index, frame& property, property_words& words) {
  const auto at = tag.attribute_begin(index);
  if (word == rdf_word::bag_id) {
    problem_.set(errc::rdf_xml_grammar, at, "rdf:bagID is no longer part of RDF");
    return omit(tag, index, property);
  }
  if (words.annotation != std::string_view::npos) {
    problem_.set(errc::rdf_xml_grammar, at, "a statement with two reifiers");
    if (property.annotation_kind != term_kind::none) omit(tag, words.annotation, property);
    property.annotation_kind = term_kind::none;
    return omit(tag, index, property);
  }
  words.annotation = index;
  const bool is_label = word == rdf_word::annotation_node_id;
  const bool is_read =
      is_usable(tag, index, true) && ((is_label ? terms_.read_label(value, property.annotation)
                                                : terms_.read_iri(value, property.annotation)) ||
                                      refuse_term());
  if (!is_read) return omit(tag, index, property);
  property.annotation_kind = is_label ? term_kind::blank : term_kind::iri;
}

/// Which form of a property it is, now that all attributes are known.
property_form start_tag_reader::choose_form(const tag_source& tag, const property_words& words,
                                            frame& property) {
  const bool has_value = words.has_object || words.has_attributes;
  if ((words.has_datatype && has_value) || (!words.parse_type.empty() && (has_value || words.has_datatype))) {
    problem_.set(errc::rdf_xml_grammar, tag.begin, "attributes of a property that exclude each other");
    return property_form::refused;
  }
  // What is left out may have been the name of a node to which only this tag refers.
  if (property.has_unnamed_loss && !words.has_object && (words.has_attributes || !words.parse_type.empty())) {
    problem_.set(errc::rdf_xml_grammar, tag.begin, meaningless_attribute);
    return property_form::refused;
  }
  if (words.parse_type == "Resource") return property_form::resource;
  if (words.parse_type == "Collection") return property_form::collection;
  if (words.parse_type == "Triple") {
    if (property.is_rdf_12) return property_form::triple;
    problem_.set(errc::missing_version, tag.attribute_begin(words.parse_index), "rdf:parseType=\"Triple\"");
    return property_form::refused;
  }
  if (!words.parse_type.empty()) {
    if (words.parse_type != "Literal")
      log_.report({errc::odd_rdf_xml,
                   treatment::note,
                   tag.value_begin(words.parse_index),
                   tag.value_end(words.parse_index),
                   tag.value_begin(words.parse_index),
                   {},
                   "an rdf:parseType that RDF does not define, read as Literal"});
    return property_form::literal;
  }
  if (!has_value) return property_form::open;
  if (!words.has_object) {
    property.object_kind = term_kind::blank;
    terms_.make_label(property.object);
  }
  return property_form::empty;
}

}  // namespace laundromat::rdfxml
