// The walk over values: what each kind of value means where it stands.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"

#include "core/rdf/jsonld/nodes/rdf_names.hpp"

namespace laundromat::jsonld {

node_walker::node_walker(const reader_options& options, const json_ld_options& more,
                         context_processor& contexts, walk_log& log)
    : options_(&options), more_(&more), contexts_(&contexts), log_(&log), terms_(options, log) {}

void node_walker::begin(bool is_trial, bool is_after_trial) {
  is_stopped_ = false;
  is_trial_ = is_trial;
  is_judging_ = false;
  has_emitted_ = false;
  terms_.mute(is_after_trial);
  terms_.pool().clear();
  members_.clear();
  nest_contexts_.clear();
  spill_.clear();
}

void node_walker::walk_top(const context_ptr& context, const json_node& value, bool is_only) {
  if (!is_only || !value.is_object()) return walk_value(context, nullptr, value, {});
  object_view view;
  if (!read_object(context, nullptr, value, false, view)) return;
  const auto* graph = slot(view, keyword::at_graph);
  if (graph != nullptr && view.mapped == 1) {
    if (value.is_cut) return terms_.lose(value);  // its name may be lost
    const auto* content = graph->value;
    return walk_value(view.context, nullptr, *content, {});
  }
  if (slot(view, keyword::at_value) != nullptr || slot(view, keyword::at_list) != nullptr ||
      slot(view, keyword::at_set) != nullptr) {
    members_.resize(view.first);
    return walk_object(context, nullptr, value, {}, false);
  }
  walk_node(view, nullptr, {});
}

void node_walker::walk_value(const context_ptr& active, const expanded_key* property, const json_node& value,
                             const target& to, bool from_map) {
  if (is_stopped_) return;
  if (to.how == target::kind::list) return walk_items(active, property, value, to);
  const auto mark = terms_.pool().mark();
  if (value.is_array()) {
    for (const auto& item : json_items(value)) walk_value(active, property, item, to, from_map);
  } else if (value.is_object()) {
    walk_object(active, property, value, to, from_map);
  } else if (value.is(json_kind::damaged)) {
    terms_.lose(value);
  } else if (!value.is_null()) {
    walk_scalar(active, property, value, to);
  }
  terms_.pool().release(mark);
}

void node_walker::walk_object(const context_ptr& active, const expanded_key* property,
                              const json_node& object, const target& to, bool from_map) {
  object_view view;
  const auto first = members_.size();
  const auto contexts = nest_contexts_.size();
  if (read_object(active, property, object, from_map, view)) {
    const bool is_only_language = view.mapped == 1 && slot(view, keyword::at_language) != nullptr;
    if (slot(view, keyword::at_value) != nullptr) {
      walk_value_object(view, property, to);
    } else if (const auto* list = slot(view, keyword::at_list)) {
      const auto allowed = slot(view, keyword::at_index) != nullptr ? 2u : 1u;
      if (view.mapped > allowed)
        refuse("invalid set or list object", object);
      else if (property == nullptr)
        terms_.report(errc::unmapped_key, treatment::note, object, "a list that is the value of nothing");
      else
        walk_list(view.context, property, *list->value, to, object);
    } else if (const auto* set = slot(view, keyword::at_set)) {
      const auto allowed = slot(view, keyword::at_index) != nullptr ? 2u : 1u;
      if (view.mapped > allowed)
        refuse("invalid set or list object", object);
      else
        walk_value(view.context, property, *set->value, to);
    } else if (!is_only_language) {
      walk_node(view, property, to);
    }
  }
  members_.resize(first);
  nest_contexts_.resize(contexts);
}

void node_walker::walk_scalar(const context_ptr& active, const expanded_key* property, const json_node& value,
                              const target& to) {
  if (property == nullptr)
    return terms_.report(errc::unmapped_key, treatment::note, value, "a value that is the value of nothing");
  auto context = active;
  if (property->term != nullptr && property->term->has_context &&
      !keep_context(contexts_->enter_scoped(active, *property->term, true, true), context, value))
    return;
  bool is_literal = true;
  const auto term = expand_scalar(context, *property, value, to, is_literal);
  if (!is_stopped_) finish_item(to, term, is_literal, value);
}

void node_walker::finish_item(const target& to, const term_view& term, bool is_literal,
                              const json_node& said_by) {
  if (is_literal && term.kind == term_kind::none) terms_.lose(said_by);
  if (to.map != nullptr) {
    const auto& entry = *to.map;
    const bool has_index = entry.index_property.kind != term_kind::none;
    if (is_literal && has_index) return refuse("invalid value object", said_by);
    if (!is_literal && entry.type.kind != term_kind::none) emit(to, term, rdf::type, entry.type, *entry.key);
    if (has_index) emit(to, term, entry.index_property, entry.index_value, *entry.key);
  }
  connect(to, term, is_literal, said_by);
}

void node_walker::connect(const target& to, const term_view& term, bool is_literal,
                          const json_node& said_by) {
  switch (to.how) {
    case target::kind::nothing:
      return;
    case target::kind::property:
      if (is_literal &&
          (to.is_lost || to.node.kind == term_kind::none || to.predicate.kind == term_kind::none))
        return terms_.lose(said_by);
      return emit(to, to.node, to.predicate, term, said_by);
    case target::kind::reverse:
      if (is_literal) return refuse("invalid reverse property value", said_by);
      return emit(to, term, to.predicate, to.node, said_by);
    case target::kind::list:
      return append(to, term, is_literal, said_by);
  }
}

void node_walker::emit(const target& to, const term_view& subject, const term_view& predicate,
                       const term_view& object, const json_node& said_by) {
  if (is_trial_ || is_stopped_ || is_judging_) return;
  if (to.is_lost || subject.kind == term_kind::none || predicate.kind == term_kind::none ||
      object.kind == term_kind::none) {
    if (!said_by.is_object()) terms_.lose(said_by);
    return;
  }
  has_emitted_ = true;
  if (!log_->on_walk_statement({subject, predicate, object, to.graph})) is_stopped_ = true;
}

node_walker::label node_walker::fresh_label() {
  label made;
  made.size = static_cast<std::uint8_t>(terms_.write_fresh_label(made.text.data()));
  return made;
}

void node_walker::refuse(std::string_view code, const json_node& node) {
  if (is_stopped_) return;
  terms_.report(errc::json_ld_invalid, treatment::skip, node, code);
  terms_.lose(node);
  if (options_->profile == wash_profile::strict) is_stopped_ = true;
}

bool node_walker::keep_context(result<context_ptr> made, context_ptr& context, const json_node& said_by) {
  if (made) {
    context = std::move(*made);
    return true;
  }
  terms_.report(made.error().code, treatment::skip, said_by, made.error().detail);
  terms_.lose(said_by);
  if (options_->profile == wash_profile::strict) is_stopped_ = true;
  return false;
}

}  // namespace laundromat::jsonld
