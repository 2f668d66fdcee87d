// Implements record_mapper: subjects first, then what is said about them.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_mapper.hpp"

#include <algorithm>
#include <utility>

#include "core/extraction/model/place_names.hpp"
#include "core/extraction/model/record_defect.hpp"
#include "core/extraction/model/value_path.hpp"
#include "core/mapping/emit_statements.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat {

namespace {

/// Notes the field that a path leads to, and those around it.
void use_field(keyed_set<std::string>& names, std::string_view path) {
  if (path.empty()) return;
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    names.emplace(path.substr(0, dot));
  names.emplace(path);
}

void use_fields(keyed_set<std::string>& names, const std::vector<template_part>& parts) {
  for (const auto& part : parts) use_field(names, part.field);
}

}  // namespace

void add_used_fields(keyed_set<std::string>& names, const resource_spec& spec) {
  for (const auto& property : spec.properties) {
    for (const auto& object : property.objects) {
      use_fields(names, object.parts);
      use_fields(names, object.language);
    }
    for (const auto& resource : property.resources) {
      use_field(names, resource.each);
      if (!resource.each.empty()) continue;
      use_fields(names, resource.subject.parts);
      add_used_fields(names, resource);
    }
  }
}

record_mapper::record_mapper(const resource_spec& spec, const reader_options& options, statement_sink& sink)
    : spec_(spec), sink_(sink), terms_(options, sink) {
  find_used_fields(spec);
}

void record_mapper::find_used_fields(const resource_spec& spec) {
  if (!spec.vocabulary.empty()) add_used_fields(used_fields_[&spec], spec);
  for (const auto& property : spec.properties)
    for (const auto& resource : property.resources) find_used_fields(resource);
}

result<void> record_mapper::map(data_value record, const record_place& place) {
  terms_.begin_record(place);
  std::vector<made_term> subjects;
  return map_resource(spec_, record, {}, false, subjects);
}

result<void> record_mapper::finish() {
  const auto is_missing = [](const sought_fields::miss& one) { return !one.is_found; };
  const auto first = std::ranges::find_if(sought_.misses(), is_missing);
  if (first == sought_.misses().end()) return {};
  const bool is_about_them = emitted_ > 0 && (sought_.was_any_found() || !used_fields_.empty());
  if (!is_about_them) return failure_without_fields(first->message);
  for (const auto& one : sought_.misses())
    if (is_missing(one))
      sink_.on_defect(defect_at(one.place, errc::missing_field, treatment::note, one.message));
  return {};
}

/// `graphs` are those of the resource around; `subjects` becomes the resources: none for one that `is_optional` and of which no property has a value.
result<void> record_mapper::map_resource(const resource_spec& spec, data_value value,
                                         const std::vector<made_term>& graphs, bool is_optional,
                                         std::vector<made_term>& subjects) {
  std::vector<made_term> own_graphs;
  for (const auto& graph : spec.graphs) terms_.make(graph, value, own_graphs);
  const auto& into = spec.graphs.empty() ? graphs : own_graphs;
  if (!spec.graphs.empty() && own_graphs.empty())
    return {};  // the graph has no name: nothing is said in another one
  terms_.make(spec.subject, value, subjects);
  if (subjects.empty()) return {};
  const auto before = emitted_;
  for (const auto& property : spec.properties)
    if (auto done = map_property(property, value, subjects, into); !done) return done;
  if (!spec.vocabulary.empty())
    if (auto done = map_others(spec.vocabulary, &used_fields_.at(&spec), value, subjects, into); !done)
      return done;
  if (is_optional && emitted_ == before) {
    subjects.clear();
    return {};
  }
  std::vector<made_term> classes;
  for (const auto& one : spec.classes) terms_.make(one, value, classes);
  const std::vector<made_term> type{{term_kind::iri, std::string(iris::rdf_type), {}, {}}};
  return emit(subjects, type, classes, into);
}

result<void> record_mapper::map_property(const property_spec& spec, data_value value,
                                         const std::vector<made_term>& subjects,
                                         const std::vector<made_term>& graphs) {
  std::vector<made_term> predicates, objects;
  for (const auto& predicate : spec.predicates) terms_.make(predicate, value, predicates);
  if (predicates.empty()) return {};
  for (const auto& object : spec.objects) terms_.make(object, value, objects);
  result<void> done;
  for (const auto& resource : spec.resources) {
    if (!resource.each.empty()) terms_.record_search(resource.each, value);
    for_each_value(value, resource.each, [&](data_value part) {
      if (!done || part.is(data_kind::null)) return;
      std::vector<made_term> made;
      // A resource that is no value of its own, or has no name of its own, is there when something is said about it.
      const bool is_nameless = part.is_scalar() && resource.subject.parts.empty();
      done = map_resource(resource, part, graphs,
                          (resource.each.empty() || is_nameless) && !resource.properties.empty(), made);
      if (done && made.empty() && part.is_scalar() && !resource.each.empty())
        terms_.refuse_plain_value(resource.each);
      std::ranges::move(made, std::back_inserter(objects));
    });
  }
  return done ? emit(subjects, predicates, objects, graphs) : done;
}

/// All fields but those that are `used`; null: none is. A value without names is the field `value`.
result<void> record_mapper::map_others(const std::string& vocabulary, const keyed_set<std::string>* used,
                                       data_value value, const std::vector<made_term>& subjects,
                                       const std::vector<made_term>& graphs) {
  const auto map_field = [&](data_value field, std::string_view name) -> result<void> {
    made_term predicate{term_kind::iri, vocabulary, {}, {}};
    append_encoded(predicate.value, name);
    if (!terms_.finish_iri(predicate)) return {};
    return map_natural(vocabulary, field, subjects, {std::move(predicate)}, graphs);
  };
  const auto is_used = [&](std::string_view name) { return used != nullptr && used->contains(name); };
  // A property that refers to `value` takes a single value, and no list.
  if (!value.is(data_kind::map))
    return value.is_scalar() && is_used(name_of_plain_value) ? result<void>{}
                                                             : map_field(value, name_of_plain_value);
  for (const auto field : value)
    if (!is_used(field.name()))
      if (auto done = map_field(field, field.name()); !done) return done;
  return {};
}

/// A map is a blank node, an item of a list a value of its own.
result<void> record_mapper::map_natural(const std::string& vocabulary, data_value value,
                                        const std::vector<made_term>& subjects,
                                        const std::vector<made_term>& predicates,
                                        const std::vector<made_term>& graphs) {
  result<void> done;
  for_each_value(value, {}, [&](data_value one) {
    if (!done) return;
    std::vector<made_term> objects(1);
    if (one.is(data_kind::map)) {
      objects[0] = terms_.new_blank_node();
      done = map_others(vocabulary, nullptr, one, objects, graphs);
      if (!done) return;
    } else if (!make_natural_literal(one, objects[0])) {
      return;
    }
    done = emit(subjects, predicates, objects, graphs);
  });
  return done;
}

/// Counts what is said, so that it is known when nothing is.
result<void> record_mapper::emit(const std::vector<made_term>& subjects,
                                 const std::vector<made_term>& predicates,
                                 const std::vector<made_term>& objects,
                                 const std::vector<made_term>& graphs) {
  emitted_ += subjects.size() * predicates.size() * objects.size();
  return emit_statements(sink_, subjects, predicates, objects, graphs);
}

}  // namespace laundromat
