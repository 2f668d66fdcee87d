// Implements node_walker for values of every kind, and for the array of a split root.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"

namespace laundromat::jsonld {

node_walker::node_walker(const reader_options& options, const json_ld_options& more,
                         context_processor& contexts, walk_log& log)
    : more_(&more),
      contexts_(&contexts),
      terms_(options, log),
      emitter_(options.profile, terms_, log),
      objects_(contexts, terms_, emitter_),
      literals_(more, terms_, emitter_, objects_),
      lists_(terms_, emitter_, *this),
      containers_(contexts, terms_, emitter_, objects_, literals_, *this) {}

void node_walker::begin(bool is_trial, bool is_after_trial) {
  emitter_.begin(is_trial);
  terms_.mute(is_after_trial);
  terms_.pool().clear();
  objects_.begin();
}

void node_walker::walk_top(const context_ptr& context, const json_node& value, bool is_only) {
  if (!is_only || !value.is_object()) return walk_value(context, nullptr, value, {}, false);
  object_view view;
  const auto mark = objects_.mark();
  if (!objects_.read(context, nullptr, value, false, view)) return;
  const auto* graph = objects_.slot(view, keyword::at_graph);
  if (graph != nullptr && view.mapped == 1) {
    if (value.is_cut) return terms_.lose(value);  // its name may be lost
    const auto* content = graph->value;
    return walk_value(view.context, nullptr, *content, {}, false);
  }
  if (is_value_or_collection(view)) {
    objects_.release(mark);
    return walk_object(context, nullptr, value, {}, false);
  }
  walk_node(view, nullptr, {});
}

bool node_walker::is_value_or_collection(const object_view& view) const {
  return objects_.slot(view, keyword::at_value) != nullptr ||
         objects_.slot(view, keyword::at_list) != nullptr || objects_.slot(view, keyword::at_set) != nullptr;
}

void node_walker::walk_value(const context_ptr& active, const expanded_key* property, const json_node& value,
                             const walk_target& to, bool is_from_map) {
  if (emitter_.is_stopped()) return;
  if (to.how == walk_target::kind::list) return lists_.walk_items(active, property, value, to);
  const auto mark = terms_.pool().mark();
  if (value.is_array()) {
    for (const auto& item : json_items(value)) walk_value(active, property, item, to, is_from_map);
  } else if (value.is_object()) {
    walk_object(active, property, value, to, is_from_map);
  } else if (value.is(json_kind::damaged)) {
    terms_.lose(value);
  } else if (!value.is_null()) {
    walk_scalar(active, property, value, to);
  }
  terms_.pool().release(mark);
}

void node_walker::walk_list(const context_ptr& active, const expanded_key* property, const json_node& value,
                            const walk_target& to, const json_node& origin) {
  lists_.walk(active, property, value, to, origin);
}

void node_walker::walk_item(const context_ptr& active, const expanded_key* property, const json_node& value,
                            const walk_target& list) {
  if (value.is_object())
    walk_object(active, property, value, list, false);
  else
    walk_scalar(active, property, value, list);
}

void node_walker::walk_object(const context_ptr& active, const expanded_key* property,
                              const json_node& object, const walk_target& to, bool is_from_map) {
  object_view view;
  const auto mark = objects_.mark();
  if (objects_.read(active, property, object, is_from_map, view)) {
    const auto *list = objects_.slot(view, keyword::at_list), *set = objects_.slot(view, keyword::at_set);
    const bool is_only_language = view.mapped == 1 && objects_.slot(view, keyword::at_language) != nullptr;
    const std::size_t allowed = objects_.slot(view, keyword::at_index) != nullptr ? 2 : 1;
    if (objects_.slot(view, keyword::at_value) != nullptr)
      literals_.walk_value_object(view, property, to);
    else if ((list != nullptr || set != nullptr) && view.mapped > allowed)
      emitter_.refuse("invalid set or list object", object);
    else if (list != nullptr && property == nullptr)
      terms_.report(errc::unmapped_key, treatment::note, object, "a list that is the value of nothing");
    else if (list != nullptr)
      lists_.walk(view.context, property, *list->value, to, object);
    else if (set != nullptr)
      walk_value(view.context, property, *set->value, to, false);
    else if (!is_only_language)
      walk_node(view, property, to);
  }
  objects_.release(mark);
}

void node_walker::walk_scalar(const context_ptr& active, const expanded_key* property, const json_node& value,
                              const walk_target& to) {
  if (property == nullptr)
    return terms_.report(errc::unmapped_key, treatment::note, value, "a value that is the value of nothing");
  auto context = active;
  if (property->term != nullptr && property->term->has_context &&
      !emitter_.keep_context(contexts_->enter_scoped(active, *property->term, true, true), context, value))
    return;
  bool is_literal = true;
  const auto term = literals_.expand(context, *property, value, to, is_literal);
  if (!emitter_.is_stopped()) emitter_.finish_item(to, term, is_literal, value);
}

node_walker::open_root node_walker::enter_root(const context_ptr& context, const json_node& head,
                                               source_text head_text, const json_node* tail,
                                               source_text tail_text) {
  open_root root;
  object_view view;
  if (!objects_.read_split(context, head, head_text, tail, tail_text, view)) return root;
  const json_node* split = nullptr;
  for (const auto one : json_members(head)) split = one.key;
  for (auto at = view.first; at < view.last; ++at) {
    if (objects_[at].key != split) continue;
    terms_.read_from(head_text);
    walk_open_root(view, objects_[at], root);
    break;
  }
  return root;
}

void node_walker::walk_open_root(const object_view& view, object_member split, open_root& root) {
  root.context = *split.context;
  root.is_included = split.name->word == keyword::at_included;
  if (is_value_or_collection(view)) return emitter_.refuse("invalid value object", *view.node);
  if (view.mapped > 1) {
    walk_target own;
    own.how = walk_target::kind::property;
    if (!name_node(view, {}, own.node)) return;
    walk_members(view, own, &split);
    if (!root.is_included) {
      root.graph_kind = own.node.kind;
      root.graph_name = own.node.value;
      root.is_lost = own.node.kind == term_kind::none;
    }
  }
  root.is_open = !emitter_.is_stopped();
}

void node_walker::walk_root_item(const open_root& root, const json_node& item) {
  walk_target to;
  to.graph = {root.graph_kind, root.graph_name, {}, {}};
  to.is_lost = root.is_lost;
  if (root.is_included) return walk_included(root.context, item, to);
  walk_value(root.context, nullptr, item, to, false);
}

void node_walker::refuse_tail(const open_root& root, const json_node& tail) {
  for (const auto one : json_members(tail)) {
    const auto& name = expand_key(*root.context, *one.key, objects_.spill());
    if (!name.is_mapped()) {
      objects_.note_unmapped({one.key, one.value, &name, &root.context, 0});
      continue;
    }
    terms_.report(errc::json_ld_invalid, treatment::skip, one.key->begin, one.value->end,
                  "invalid streaming key order: this must precede the large array");
    terms_.lose(*one.key);
    terms_.lose(*one.value);
  }
}

}  // namespace laundromat::jsonld
