// Implements node_walker for node objects: their names, types, graphs, and properties in both directions.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/jsonld/nodes/rdf_names.hpp"

namespace laundromat::jsonld {

void node_walker::walk_node(object_view& view, const expanded_key* property, const walk_target& to) {
  const bool is_free = property == nullptr && to.how == walk_target::kind::nothing;
  const auto* name = objects_.slot(view, keyword::at_id);
  const bool is_only_name = view.mapped == 1 && name != nullptr && name->value->is_string();
  if (is_free && to.map == nullptr && (view.mapped == 0 || is_only_name)) return;
  term_view id;
  if (!name_node(view, to, id)) return;
  emitter_.finish_item(to, id, false, *view.node);
  if (emitter_.is_judging()) return;
  walk_target node;
  node.how = walk_target::kind::property;
  node.graph = to.graph;
  node.is_lost = to.is_lost;
  node.node = id;
  walk_members(view, node, nullptr);
}

/// Returns false when the object cannot be read as a node.
bool node_walker::name_node(const object_view& view, const walk_target& to, term_view& id) {
  const auto* given = objects_.slot(view, keyword::at_id);
  if ((view.node->is_cut || view.node->may_own) && !objects_.has_sure_name(view)) {
    terms_.lose(*view.node);
    return false;
  }
  if (given == nullptr) {
    id = to.map != nullptr && to.map->has_id ? to.map->id : terms_.fresh_blank();
    return true;
  }
  objects_.use(*given);
  if (!given->value->is_string()) {
    emitter_.refuse("invalid @id value", *view.node);
    return false;
  }
  const auto iri = terms_.expand(**given->context, given->value->view(), true, false);
  if (iri)
    id = terms_.iri_or_blank(terms_.stable(*iri), *given->value);
  else
    terms_.report(errc::bad_iri, treatment::skip, *given->value, "reserved for keywords");
  if (id.kind == term_kind::none) terms_.lose(*given->value);
  return true;
}

void node_walker::walk_members(const object_view& view, const walk_target& node,
                               const object_member* left_out) {
  for (auto at = view.first; at < view.last && !emitter_.is_stopped(); ++at)
    if (left_out == nullptr || objects_[at].key != left_out->key) walk_member(view, objects_[at], node);
}

void node_walker::walk_member(const object_view& view, object_member one, const walk_target& node) {
  const auto mark = terms_.pool().mark();
  objects_.use(one);
  const auto& value = *one.value;
  walk_target inner;
  inner.graph = node.node;
  inner.is_lost = node.node.kind == term_kind::none;
  switch (one.name->word) {
    case keyword::none:
      walk_property(one, node);
      break;
    case keyword::at_type:
      walk_types(view, value, node);
      break;
    case keyword::at_graph:
      walk_value(*one.context, nullptr, value, inner, false);
      break;
    case keyword::at_included:
      if (more_->mode == json_ld_mode::v1_1) walk_included(*one.context, value, node);
      break;
    case keyword::at_reverse:
      walk_reverse(*one.context, value, node);
      break;
    case keyword::at_index:
      if (!value.is_string()) emitter_.refuse("invalid @index value", value);
      break;
    case keyword::at_language:
      if (!value.is_string()) emitter_.refuse("invalid language-tagged string", value);
      break;
    case keyword::at_direction:
      if (value.view() != "ltr" && value.view() != "rtl") emitter_.refuse("invalid base direction", value);
      break;
    default:
      break;
  }
  terms_.pool().release(mark);
}

void node_walker::walk_types(const object_view& view, const json_node& value, const walk_target& node) {
  if (value.is_string()) return walk_type(view, value, node);
  if (!value.is_array()) return emitter_.refuse("invalid type value", value);
  for (const auto& item : json_items(value)) {
    if (emitter_.is_stopped()) return;
    if (item.is_string())
      walk_type(view, item, node);
    else if (item.is(json_kind::damaged))
      terms_.lose(item);
    else
      emitter_.refuse("invalid type value", item);
  }
}

void node_walker::walk_type(const object_view& view, const json_node& value, const walk_target& node) {
  const auto& type = expand_type(*view.type_context, value, objects_.spill());
  if (type.is_lost) {
    terms_.report(errc::json_ld_invalid, treatment::skip, value, "its definition is broken");
    return terms_.lose(value);
  }
  if (type.iri.empty() || type.word != keyword::none)
    return terms_.report(errc::unmapped_key, treatment::note, value, "a type that maps to nothing");
  emitter_.emit(node, node.node, rdf::type, terms_.key(type, value), value);
}

void node_walker::walk_included(const context_ptr& active, const json_node& value, const walk_target& node) {
  walk_target inner;
  inner.graph = node.graph;
  inner.is_lost = node.is_lost;
  const auto take = [&](const json_node& item) {
    if (item.is(json_kind::damaged)) return terms_.lose(item);
    if (!item.is_object() || objects_.has_key(*active, item, keyword::at_value) ||
        objects_.has_key(*active, item, keyword::at_list) || objects_.has_key(*active, item, keyword::at_set))
      return emitter_.refuse("invalid @included value", item);
    walk_value(active, nullptr, item, inner, false);
  };
  if (!value.is_array()) return take(value);
  for (const auto& item : json_items(value)) take(item);
}

void node_walker::walk_reverse(const context_ptr& active, const json_node& value, const walk_target& node) {
  if (!value.is_object()) return emitter_.refuse("invalid @reverse value", value);
  object_view view;
  const auto mark = objects_.mark();
  if (objects_.read(active, nullptr, value, false, view)) {
    auto reversed = node;
    reversed.how = walk_target::kind::reverse;
    for (auto at = view.first; at < view.last && !emitter_.is_stopped(); ++at) {
      const auto one = objects_[at];  // by value: walking it may move the stack
      if (one.name->word != keyword::none)
        emitter_.refuse("invalid reverse property map", *one.value);
      else
        walk_property(one, reversed);
    }
  }
  objects_.release(mark);
}

void node_walker::walk_property(const object_member& one, walk_target to) {
  const bool is_json = one.name->term != nullptr && one.name->term->type == coercion::json;
  if (one.value->is_null() && !is_json) return;
  if (one.name->term != nullptr && one.name->term->is_reverse)
    to.how = to.how == walk_target::kind::reverse ? walk_target::kind::property : walk_target::kind::reverse;
  if (one.name->is_blank && !more_->produce_generalized_rdf) {
    terms_.report(errc::blank_predicate, treatment::skip, one.key->begin, one.value->end, {});
    to.predicate = {};
  } else {
    to.predicate = terms_.key(*one.name, *one.key);
  }
  if (to.predicate.kind == term_kind::none) terms_.lose(*one.key);
  if (one.name->term != nullptr) return containers_.walk(one, to);
  walk_value(*one.context, one.name, *one.value, to, false);
}

}  // namespace laundromat::jsonld
