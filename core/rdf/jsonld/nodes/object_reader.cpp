// Steps 7 to 14 of Expansion: the contexts of an object, its members, and what it is.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/model/template_placeholder.hpp"

namespace laundromat::jsonld {

bool node_walker::read_object(const context_ptr& active, const expanded_key* property,
                              const json_node& object, bool from_map, object_view& view) {
  view.node = &object;
  view.first = members_.size();
  if (!enter_contexts(active, property, object, from_map, view)) return false;
  view.type_context = view.context;
  if (!gather(view.type_context, object, 0)) return false;
  view.last = members_.size();
  if (view.context->has_scoped || view.context->has_broken) {
    if (!enter_types(view)) return false;
    if (view.context != view.type_context) {
      members_.resize(view.first);
      if (!gather(view.context, object, 0)) return false;
      view.last = members_.size();
    }
  }
  return classify(view);
}

/// Steps 7 to 9.
bool node_walker::enter_contexts(const context_ptr& active, const expanded_key* property,
                                 const json_node& object, bool from_map, object_view& view) {
  view.context = active;
  if (active->previous && !from_map) {
    std::size_t count = 0, ids = 0;
    bool has_value = false;
    for (const auto one : json_members(object)) {
      const auto word = expand_key(*active, *one.key, spill_).word;
      has_value = has_value || word == keyword::at_value;
      ids += word == keyword::at_id;
      ++count;
    }
    if (!has_value && !(count == 1 && ids == 1)) view.context = active->previous;
  }
  if (property != nullptr && property->term != nullptr && property->term->has_context) {
    const auto before = view.context;
    if (!keep_context(contexts_->enter_scoped(before, *property->term, true, true), view.context, object))
      return false;
  }
  const auto* local = find_member(object, "@context");
  if (local == nullptr) return true;
  if (local->is(json_kind::damaged)) return terms_.lose(object), false;
  const auto before = view.context;
  if (!keep_context(contexts_->enter(before, raw(*local)), view.context, object)) return false;
  report_context(*local);
  return true;
}

/// Step 11.
bool node_walker::enter_types(object_view& view) {
  std::vector<std::string_view> types;
  for (auto at = view.first; at < view.last; ++at) {
    if (members_[at].name->word != keyword::at_type) continue;
    const auto& value = *members_[at].value;
    if (value.is_string()) types.push_back(value.view());
    for (const auto& item : json_items(value))
      if (value.is_array() && item.is_string()) types.push_back(item.view());
  }
  std::ranges::sort(types);
  for (const auto type : types) {
    const auto* term = view.type_context->find(type);
    if (term != nullptr && term->is_broken && term->has_context) {
      refuse("a type whose definition is broken, and may have had a context", *view.node);
      return false;
    }
    if (term == nullptr || !term->has_context) continue;
    const auto before = view.context;
    if (!keep_context(contexts_->enter_scoped(before, *term, false, false), view.context, *view.node))
      return false;
  }
  return true;
}

/// Puts the members of an object on the stack, and then those of what it nests.
bool node_walker::gather(const context_ptr& context, const json_node& object, std::uint8_t source) {
  const auto first = members_.size();
  for (const auto one : json_members(object))
    members_.push_back({one.key, one.value, &expand_key(*context, *one.key, spill_), &context, source});
  const auto last = members_.size();
  for (auto at = first; at < last; ++at)
    if (members_[at].name->word == keyword::at_nest && !gather_nest(members_[at])) return false;
  return true;
}

/// Step 14.
bool node_walker::gather_nest(const member& given) {
  const auto nest = given;
  const auto* context = nest.context;
  if (nest.name->term != nullptr && nest.name->term->has_context) {
    context_ptr scoped;
    if (!keep_context(contexts_->enter_scoped(*context, *nest.name->term, true, true), scoped, *nest.value))
      return false;
    nest_contexts_.push_back(std::move(scoped));
    context = &nest_contexts_.back();
  }
  const auto take = [&](const json_node& value) {
    if (!value.is_object() || has_key(**context, value, keyword::at_value)) {
      refuse("invalid @nest value", value);
      return !is_stopped_;
    }
    return gather(*context, value, nest.source);
  };
  if (!nest.value->is_array()) return take(*nest.value);
  for (const auto& item : json_items(*nest.value))
    if (!take(item)) return false;
  return true;
}

/// Finds the keywords; keys that map to nothing leave the stack.
bool node_walker::classify(object_view& view) {
  auto kept = view.first;
  for (auto at = view.first; at < view.last; ++at) {
    const auto one = members_[at];
    const auto word = one.name->word;
    if (word == keyword::at_context || word == keyword::at_nest) continue;
    if (one.name->is_lost) {
      use(one);
      if (may_name_subject(view, one)) return lose_node(view, one), false;
      lose_member(one, errc::json_ld_invalid, "its definition is broken");
      continue;
    }
    if (!one.name->is_mapped()) {
      use(one);
      note_unmapped(one);
      view.has_no_keyword |= looks_like_keyword(one.key->view()) && !one.value->is_null();
      continue;
    }
    members_[kept++] = one;
    if (word == keyword::none) {
      const bool is_json = one.name->term != nullptr && one.name->term->type == coercion::json;
      view.mapped += !one.value->is_null() || is_json;
      continue;
    }
    if (one.value->is(json_kind::damaged)) {
      terms_.lose(*view.node);
      return false;
    }
    auto& slot = view.slots[static_cast<std::size_t>(word)];
    const bool may_repeat = word == keyword::at_included || word == keyword::at_type;
    if (slot != 0 && !may_repeat) {
      refuse("colliding keywords", *view.node);
      return false;
    }
    view.mapped += slot == 0;
    slot = static_cast<std::uint32_t>(kept);
  }
  members_.resize(kept);
  view.last = kept;
  return true;
}

/// What is wrong in a context that was entered.
void node_walker::report_context(const json_node& local) {
  for (const auto& one : contexts_->broken()) {
    auto value = local;
    value.begin += one.begin;
    value.end = local.begin + one.end;
    terms_.report(one.rule, treatment::skip, value, one.code);
    terms_.lose(value);
  }
  terms_.report_tags(local);
}

/// Whether a lost member may have said what the object is. Beside a name it may only have said its types, which matters when they have
/// contexts.
bool node_walker::may_name_subject(const object_view& view, const member& one) const {
  if (!one.name->may_name_subject) return false;
  const auto is_name = [](const member& other) { return other.name->word == keyword::at_id; };
  return view.context->has_scoped ||
         std::none_of(members_.begin() + static_cast<std::ptrdiff_t>(view.first),
                      members_.begin() + static_cast<std::ptrdiff_t>(view.last), is_name);
}

void node_walker::lose_node(const object_view& view, const member& one) {
  terms_.report(
      errc::json_ld_invalid, treatment::skip, *view.node,
      "it has the key '" + std::string(one.key->view().substr(0, 64)) + "', whose definition is broken");
  terms_.lose(*view.node);
}

void node_walker::lose_member(const member& one, errc rule, std::string_view why) {
  if (one.value->is_null()) return;
  terms_.report(rule, treatment::skip, one.key->begin, one.value->end, why);
  terms_.lose(*one.key);
  terms_.lose(*one.value);
}

void node_walker::note_unmapped(const member& one) {
  if (one.name->is_no_name)
    return lose_member(one, errc::relative_iri, why_template_placeholder(one.key->view()));
  if (!one.value->is_null()) terms_.report(errc::unmapped_key, treatment::note, *one.key);
}

bool node_walker::has_key(const active_context& active, const json_node& object, keyword word) {
  for (const auto one : json_members(object))
    if (expand_key(active, *one.key, spill_).word == word) return true;
  return false;
}

/// A map with `@graph` and at most `@id` and `@index` besides.
bool node_walker::is_graph_object(const active_context& active, const json_node& object) {
  bool has_graph = false;
  for (const auto one : json_members(object)) {
    const auto& name = expand_key(active, *one.key, spill_);
    if (name.word == keyword::at_graph)
      has_graph = true;
    else if ((name.is_mapped() || name.is_lost) && name.word != keyword::at_id &&
             name.word != keyword::at_index && name.word != keyword::at_context && !one.value->is_null())
      return false;
  }
  return has_graph;
}

}  // namespace laundromat::jsonld
