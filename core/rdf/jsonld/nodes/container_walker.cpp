// Containers: lists, language maps, and maps by index, id, type and graph.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"

namespace laundromat::jsonld {

/// Steps 13.6 to 13.12 of Expansion for a property with a term definition.
void node_walker::walk_container(const member& one, const target& to) {
  const auto& term = *one.name->term;
  const auto& value = *one.value;
  const auto& active = *one.context;
  if (term.type == coercion::json) {
    if (value.is(json_kind::damaged)) return terms_.lose(value);
    return finish_item(to, make_json(value, value), true, value);
  }
  if (term.has(container::language) && value.is_object()) return walk_language_map(one, to);
  if (term.has(container::index | container::id | container::type) && value.is_object())
    return walk_map(one, to);
  if (term.has(container::list) && !(value.is_object() && has_key(*active, value, keyword::at_list)))
    return walk_list(active, one.name, value, to, value);
  if (!term.has(container::graph) || term.has(container::id | container::index))
    return walk_value(active, one.name, value, to);
  if (!value.is_array()) return wrap_graph(active, one.name, value, to, false);
  for (const auto& item : json_items(value)) wrap_graph(active, one.name, item, to, false);
}

/// Step 13.7.
void node_walker::walk_language_map(const member& one, const target& to) {
  const auto& active = *one.context;
  const auto& term = *one.name->term;
  const auto direction = term.direction != text_direction::absent ? term.direction : active->direction;
  for (const auto entry : json_members(*one.value)) {
    const auto language = entry.key->view();
    if (is_lost_entry(*active, entry)) continue;
    const auto expanded = expand_iri(*active, language, false, true, scratch_);
    const bool is_none = expanded && *expanded == "@none";
    const auto take = [&](const json_node& item) {
      if (is_stopped_ || item.is_null()) return;
      if (item.is(json_kind::damaged)) return terms_.lose(item);
      if (!item.is_string()) return refuse("invalid language map value", item);
      const auto literal =
          make_literal(item, {{}, is_none ? std::string_view() : language, direction}, to, item);
      finish_item(to, literal, true, item);
    };
    if (!entry.value->is_array())
      take(*entry.value);
    else
      for (const auto& item : json_items(*entry.value)) take(item);
  }
}

/// Whether the key of a map depends on a broken definition, which may have stood for `@none`.
bool node_walker::is_lost_entry(const active_context& active, const json_member& entry) {
  if (find_broken(active, entry.key->view()) == nullptr) return false;
  terms_.report(errc::json_ld_invalid, treatment::skip, entry.key->begin, entry.value->end,
                "its definition is broken");
  terms_.lose(*entry.key);
  terms_.lose(*entry.value);
  return true;
}

/// Step 13.8.
void node_walker::walk_map(const member& one, const target& to) {
  for (const auto pair : json_members(*one.value)) {
    if (is_stopped_) return;
    const auto mark = terms_.pool().mark();
    map_entry entry;
    context_ptr context;
    if (!is_lost_entry(**one.context, pair) && read_entry(one, *pair.key, entry, context, to)) {
      auto inner = to;
      inner.map = &entry;
      if (!pair.value->is_array())
        walk_entry_item(context, one, *pair.value, inner);
      else
        for (const auto& item : json_items(*pair.value)) walk_entry_item(context, one, item, inner);
    }
    terms_.pool().release(mark);
  }
}

bool node_walker::read_entry(const member& one, const json_node& key, map_entry& entry, context_ptr& context,
                             const target& to) {
  const auto& active = *one.context;
  const auto& term = *one.name->term;
  entry.key = &key;
  context = active;
  if (term.has(container::id | container::type)) {
    if (active->previous) context = active->previous;
    const auto* type = context->find(key.view());
    const auto before = context;
    if (term.has(container::type) && type != nullptr && type->has_context &&
        !keep_context(contexts_->enter_scoped(before, *type, false, false), context, *one.value))
      return false;
  }
  const auto expanded = expand_iri(*active, key.view(), false, true, scratch_);
  if (expanded && *expanded == "@none") return true;
  if (term.has(container::index) && !term.index.empty()) {
    bool is_literal = true;
    const auto& property = expand_text(*active, term.index, spill_);
    entry.index_property = terms_.key(property, key);
    entry.index_value = expand_scalar(active, property, key, to, is_literal);
  } else if (term.has(container::id)) {
    const auto id = expand_iri(*active, key.view(), true, false, scratch_);
    entry.has_id = true;
    if (id)
      entry.id = terms_.iri_or_blank(stable(*id), key);
    else
      terms_.report(errc::bad_iri, treatment::skip, key, "reserved for keywords");
  } else if (term.has(container::type)) {
    if (expanded)
      entry.type = terms_.iri_or_blank(stable(*expanded), key);
    else
      terms_.report(errc::unmapped_key, treatment::note, key, "a type that maps to nothing");
  }
  return true;
}

void node_walker::walk_entry_item(const context_ptr& context, const member& one, const json_node& item,
                                  const target& to) {
  const bool is_graph = one.name->term->has(container::graph);
  if (is_graph && !(item.is_object() && is_graph_object(*context, item)))
    return wrap_graph(context, one.name, item, to, true);
  if (one.name->term->has(container::list)) return walk_list(context, one.name, item, to, item);
  walk_value(context, one.name, item, to, true);
}

/// A graph around an item: the property's value is the name of the graph.
void node_walker::wrap_graph(const context_ptr& active, const expanded_key* property, const json_node& item,
                             const target& to, bool from_map) {
  if (is_stopped_ || item.is_null()) return;
  if (item.is(json_kind::damaged)) return terms_.lose(item);
  const auto mark = terms_.pool().mark();
  target inner;
  inner.graph = to.map != nullptr && to.map->has_id ? to.map->id : terms_.fresh_blank();
  inner.is_lost = inner.graph.kind == term_kind::none;
  finish_item(to, inner.graph, false, item);
  walk_value(active, property, item, inner, from_map);
  terms_.pool().release(mark);
}

}  // namespace laundromat::jsonld
