// Implements container_walker: reads lists, language maps, and maps by index, id, type and graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/container_walker.hpp"

namespace laundromat::jsonld {

/// Steps 13.6 to 13.12 of Expansion for a property with a term definition.
void container_walker::walk(const object_member& one, const walk_target& to) {
  const auto& term = *one.name->term;
  const auto& value = *one.value;
  const auto& active = *one.context;
  if (term.type == coercion::json) {
    if (value.is(json_kind::damaged)) return terms_->lose(value);
    return emitter_->finish_item(to, literals_->make_json(value, value), true, value);
  }
  if (term.has(container::language) && value.is_object()) return walk_language_map(one, to);
  if (term.has(container::index | container::id | container::type) && value.is_object())
    return walk_map(one, to);
  if (term.has(container::list) &&
      !(value.is_object() && objects_->has_key(*active, value, keyword::at_list)))
    return values_->walk_list(active, one.name, value, to, value);
  if (!term.has(container::graph) || term.has(container::id | container::index))
    return values_->walk_value(active, one.name, value, to, false);
  wrap_graphs(active, one.name, value, to, false);
}

/// Step 13.7.
void container_walker::walk_language_map(const object_member& one, const walk_target& to) {
  const auto& active = *one.context;
  const auto& term = *one.name->term;
  const auto direction = term.direction != text_direction::absent ? term.direction : active->direction;
  for (const auto entry : json_members(*one.value)) {
    const auto language = entry.key->view();
    if (is_lost_entry(*active, entry)) continue;
    const auto expanded = terms_->expand(*active, language, false, true);
    const bool is_none = expanded && *expanded == "@none";
    const auto take = [&](const json_node& item) {
      if (emitter_->is_stopped() || item.is_null()) return;
      if (item.is(json_kind::damaged)) return terms_->lose(item);
      if (!item.is_string()) return emitter_->refuse("invalid language map value", item);
      const auto literal =
          literals_->make(item, {{}, is_none ? std::string_view() : language, direction}, to, item);
      emitter_->finish_item(to, literal, true, item);
    };
    if (!entry.value->is_array())
      take(*entry.value);
    else
      for (const auto& item : json_items(*entry.value)) take(item);
  }
}

/// Whether the key of a map depends on a broken definition, which may have been `@none`.
bool container_walker::is_lost_entry(const active_context& active, const json_member& entry) {
  if (find_broken(active, entry.key->view()) == nullptr) return false;
  terms_->report(errc::json_ld_invalid, treatment::skip, entry.key->begin, entry.value->end,
                 "its definition is broken");
  terms_->lose(*entry.key);
  terms_->lose(*entry.value);
  return true;
}

/// Step 13.8.
void container_walker::walk_map(const object_member& one, const walk_target& to) {
  for (const auto pair : json_members(*one.value)) {
    if (emitter_->is_stopped()) return;
    const auto mark = terms_->pool().mark();
    map_entry entry;
    context_ptr context;
    if (!is_lost_entry(**one.context, pair) && read_entry(one, *pair.key, entry, context, to)) {
      auto inner = to;
      inner.map = &entry;
      walk_entry(context, one, *pair.value, inner);
    }
    terms_->pool().release(mark);
  }
}

bool container_walker::read_entry(const object_member& one, const json_node& key, map_entry& entry,
                                  context_ptr& context, const walk_target& to) {
  const auto& active = *one.context;
  const auto& term = *one.name->term;
  entry.key = &key;
  context = active;
  if (term.has(container::id | container::type)) {
    if (active->previous) context = active->previous;
    const auto* type = context->find(key.view());
    const auto before = context;
    if (term.has(container::type) && type != nullptr && type->has_context &&
        !emitter_->keep_context(contexts_->enter_scoped(before, *type, false, false), context, *one.value))
      return false;
  }
  const auto expanded = terms_->expand(*active, key.view(), false, true);
  if (expanded && *expanded == "@none") return true;
  if (term.has(container::index) && !term.index.empty()) {
    bool is_literal = true;
    const auto& property = expand_text(*active, term.index, objects_->spill());
    entry.index_property = terms_->key(property, key);
    entry.index_value = literals_->expand(active, property, key, to, is_literal);
  } else if (term.has(container::id)) {
    const auto id = terms_->expand(*active, key.view(), true, false);
    entry.has_id = true;
    if (id)
      entry.id = terms_->iri_or_blank(terms_->stable(*id), key);
    else
      terms_->report(errc::bad_iri, treatment::skip, key, "reserved for keywords");
  } else if (term.has(container::type)) {
    if (expanded)
      entry.type = terms_->iri_or_blank(terms_->stable(*expanded), key);
    else
      terms_->report(errc::unmapped_key, treatment::note, key, "a type that maps to nothing");
  }
  return true;
}

/// Expansion makes one array of the value of an entry before each of its items gets a graph. A list in it stays one.
void container_walker::walk_entry(const context_ptr& context, const object_member& one,
                                  const json_node& value, const walk_target& to) {
  if (!value.is_array()) return walk_entry_item(context, one, value, to);
  const bool is_graph = one.name->term->has(container::graph);
  for (const auto& item : json_items(value))
    is_graph ? walk_entry(context, one, item, to) : walk_entry_item(context, one, item, to);
}

void container_walker::walk_entry_item(const context_ptr& context, const object_member& one,
                                       const json_node& item, const walk_target& to) {
  const bool is_graph = one.name->term->has(container::graph);
  if (is_graph && !(item.is_object() && objects_->is_graph_object(*context, item)))
    return wrap_graphs(context, one.name, item, to, true);
  if (one.name->term->has(container::list)) return values_->walk_list(context, one.name, item, to, item);
  values_->walk_value(context, one.name, item, to, true);
}

/// A graph around each item of a value, which Expansion makes one array first: arrays in it, and sets, are no items.
void container_walker::wrap_graphs(const context_ptr& active, const expanded_key* property,
                                   const json_node& value, const walk_target& to, bool is_from_map) {
  if (value.is_array()) {
    for (const auto& item : json_items(value)) wrap_graphs(active, property, item, to, is_from_map);
    return;
  }
  if (!value.is_object() || !objects_->has_key(*active, value, keyword::at_set))
    return wrap_graph(active, property, value, to, is_from_map);
  object_view view;
  const auto mark = objects_->mark();
  if (objects_->read(active, property, value, is_from_map, view)) {
    const auto* set = objects_->slot(view, keyword::at_set);
    const std::size_t allowed = objects_->slot(view, keyword::at_index) != nullptr ? 2 : 1;
    if (set == nullptr || view.mapped > allowed)
      emitter_->refuse("invalid set or list object", value);
    else
      wrap_graphs(view.context, property, *set->value, to, false);
  }
  objects_->release(mark);
}

/// A graph around an item: the property's value is the name of the graph.
void container_walker::wrap_graph(const context_ptr& active, const expanded_key* property,
                                  const json_node& item, const walk_target& to, bool is_from_map) {
  if (emitter_->is_stopped() || item.is_null()) return;
  if (item.is(json_kind::damaged)) return terms_->lose(item);
  const auto mark = terms_->pool().mark();
  walk_target inner;
  inner.graph = to.map != nullptr && to.map->has_id ? to.map->id : terms_->fresh_blank();
  inner.is_lost = inner.graph.kind == term_kind::none;
  emitter_->finish_item(to, inner.graph, false, item);
  values_->walk_value(active, property, item, inner, is_from_map);
  terms_->pool().release(mark);
}

}  // namespace laundromat::jsonld
