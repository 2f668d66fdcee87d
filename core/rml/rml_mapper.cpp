// Implements rml_mapper.
// SPDX-License-Identifier: Apache-2.0
#include "core/rml/rml_mapper.hpp"

#include <algorithm>
#include <utility>

#include "core/mapping/emit_statements.hpp"
#include "core/mapping/fill_template.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"

namespace laundromat {

rml_mapper::rml_mapper(const rml_mapping& mapping, const reader_options& options, std::uint64_t join_bytes,
                       statement_sink& sink)
    : mapping_(mapping), sink_(sink), terms_(options, sink), budget_(join_bytes) {
  records_.resize(mapping.sources.size());
  for (const auto& map : mapping.maps)
    for (const auto& property : map.properties)
      for (const auto& parent : property.parents)
        if (!parent.joins.empty()) joins_.push_back({&parent, parent.parent, join_table(budget_)});
}

rml_mapper::join* rml_mapper::find_join(const parent_reference& spec) {
  const auto found = std::ranges::find(joins_, &spec, &join::spec);
  return found == joins_.end() ? nullptr : &*found;
}

template <class Side>
std::vector<std::string> rml_mapper::keys_of(const parent_reference& spec, Side side) {
  std::vector<std::vector<std::string>> values;
  for (const auto& condition : spec.joins) terms_.make_texts(condition.*side, values.emplace_back());
  bool are_all = true;
  auto keys = join_keys(values, most_terms_of_template, are_all);
  if (!are_all) terms_.refuse_rest();
  return keys;
}

result<void> rml_mapper::map(std::size_t source, const reference_values& values, const record_place& place) {
  const rml_record record{&mapping_.sources[source], &values, place, records_[source]++};
  terms_.begin_record(record);
  for (std::size_t i = 0; i < mapping_.maps.size(); ++i)
    if (mapping_.maps[i].source == source)
      if (auto done = map_record(i); !done) return done;
  return {};
}

result<void> rml_mapper::map_record(std::size_t map) {
  const auto& spec = mapping_.maps[map];
  record_terms about;
  terms_.make(spec.subject, map, spec.base_iri, about.subjects);
  if (about.subjects.empty()) return {};
  if (takes_parents_only_) return add_parents(map, about.subjects);
  for (const auto& graph : spec.graphs) terms_.make(graph, map, spec.base_iri, about.graphs);
  // A graph whose name has no value: nothing is said in another one.
  const bool has_graph = spec.graphs.empty() || !about.graphs.empty();
  if (!spec.classes.empty() && has_graph) {
    const std::vector<made_term> type{{term_kind::iri, std::string(iris::rdf_type), {}, {}}};
    if (auto done = emit_statements(sink_, about.subjects, type, spec.classes, about.graphs); !done)
      return done;
  }
  for (std::size_t i = 0; i < spec.properties.size(); ++i)
    if (auto done = map_property(map, i, about); !done) return done;
  return add_parents(map, about.subjects);
}

result<void> rml_mapper::map_property(std::size_t map, std::size_t property, const record_terms& about) {
  const auto& of = mapping_.maps[map];
  const auto& spec = of.properties[property];
  std::vector<made_term> predicates, objects;
  for (const auto& predicate : spec.predicates) terms_.make(predicate, map, of.base_iri, predicates);
  if (predicates.empty()) return {};
  record_terms here{about.subjects, about.graphs};
  for (const auto& graph : spec.graphs) terms_.make(graph, map, of.base_iri, here.graphs);
  if (here.graphs.empty() && !(of.graphs.empty() && spec.graphs.empty())) return {};
  for (const auto& object : spec.objects) terms_.make(object, map, of.base_iri, objects);
  if (auto done = emit_statements(sink_, here.subjects, predicates, objects, here.graphs); !done) return done;
  for (const auto& parent : spec.parents)
    if (auto done = map_parent(parent, find_join(parent), here, predicates); !done) return done;
  return {};
}

/// `table` is null without conditions: then the parent's subjects are those of this record.
result<void> rml_mapper::map_parent(const parent_reference& spec, join* table, const record_terms& about,
                                    const std::vector<made_term>& predicates) {
  if (table == nullptr) {
    const auto& parent = mapping_.maps[spec.parent];
    std::vector<made_term> objects;
    terms_.make(parent.subject, spec.parent, parent.base_iri, objects);
    return emit_statements(sink_, about.subjects, predicates, objects, about.graphs);
  }
  auto keys = keys_of(spec, &join_condition::child);
  if (keys.empty()) return {};
  if (table->table.is_complete())
    return emit_statements(sink_, about.subjects, predicates, table->table.find(keys), about.graphs);
  return table->table.add_child({std::move(keys), about.subjects, predicates, about.graphs});
}

result<void> rml_mapper::add_parents(std::size_t map, const std::vector<made_term>& subjects) {
  for (auto& one : joins_)
    if (one.parent == map)
      if (auto done = one.table.add_parent(keys_of(*one.spec, &join_condition::parent), subjects); !done)
        return done;
  return {};
}

result<void> rml_mapper::complete(std::size_t source) {
  for (auto& one : joins_) {
    if (mapping_.maps[one.parent].source != source) continue;
    one.table.complete();
    for (const auto& child : one.table.take_children())
      if (auto done = emit_statements(sink_, child.subjects, child.predicates, one.table.find(child.keys),
                                      child.graphs);
          !done)
        return done;
  }
  return {};
}

}  // namespace laundromat
