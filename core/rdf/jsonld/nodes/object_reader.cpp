// Implements object_reader: steps 7 to 14 of Expansion, which process the contexts and members of an object and decide what it is.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/object_reader.hpp"

#include <algorithm>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/template_placeholder.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether the key may be a misspelling of a keyword that says which literal a value is.
bool may_mean_literal(std::string_view key) {
  return looks_like_keyword(key) &&
         (is_near_word(key, "@language") || is_near_word(key, "@type") || is_near_word(key, "@direction"));
}

}  // namespace

void object_reader::begin() {
  members_.clear();
  nest_contexts_.clear();
  spill_.clear();
}

void object_reader::release(const mark_type& mark) {
  members_.resize(mark.members);
  nest_contexts_.resize(mark.contexts);
}

bool object_reader::read(const context_ptr& active, const expanded_key* property, const json_node& object,
                         bool is_from_map, object_view& view) {
  view.node = &object;
  view.first = members_.size();
  if (!enter_contexts(active, property, object, is_from_map, view)) return false;
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

bool object_reader::read_split(const context_ptr& context, const json_node& head, source_text head_text,
                               const json_node* tail, source_text tail_text, object_view& view) {
  view.node = &head;
  view.context = context;
  split_texts_ = {head_text, tail_text};
  terms_->read_from(head_text);
  const auto* local = find_member(head, "@context");
  if (const auto* late = tail != nullptr ? find_member(*tail, "@context") : nullptr; late != nullptr) {
    if (local != nullptr) return emitter_->refuse("colliding keywords", head), false;
    local = late;
    terms_->read_from(tail_text);
  }
  if (local != nullptr) {
    if (local->is(json_kind::damaged)) return false;
    if (!emitter_->keep_context(contexts_->enter(context, raw(*local)), view.context, *local)) return false;
    report_context(*local);
  }
  terms_->read_from(head_text);
  view.type_context = view.context;
  const auto gather_all = [&](const context_ptr& under) {
    members_.clear();
    if (!gather(under, head, 1)) return false;
    if (tail != nullptr && !gather(under, *tail, 2)) return false;
    view.last = members_.size();
    return true;
  };
  if (!gather_all(view.type_context)) return false;
  if (view.context->has_scoped || view.context->has_broken) {
    if (!enter_types(view)) return false;
    if (view.context != view.type_context && !gather_all(view.context)) return false;
  }
  return classify(view);
}

/// Steps 7 to 9.
bool object_reader::enter_contexts(const context_ptr& active, const expanded_key* property,
                                   const json_node& object, bool is_from_map, object_view& view) {
  view.context = active;
  if (active->previous && !is_from_map) {
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
    if (!emitter_->keep_context(contexts_->enter_scoped(before, *property->term, true, true), view.context,
                                object))
      return false;
  }
  const auto* local = find_member(object, "@context");
  if (local == nullptr) return true;
  if (local->is(json_kind::damaged)) return terms_->lose(object), false;
  const auto before = view.context;
  if (!emitter_->keep_context(contexts_->enter(before, raw(*local)), view.context, object)) return false;
  report_context(*local);
  return true;
}

/// Step 11.
bool object_reader::enter_types(object_view& view) {
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
      emitter_->refuse("a type whose definition is broken, and may have had a context", *view.node);
      return false;
    }
    if (term == nullptr || !term->has_context) continue;
    const auto before = view.context;
    if (!emitter_->keep_context(contexts_->enter_scoped(before, *term, false, false), view.context,
                                *view.node))
      return false;
  }
  return true;
}

/// Puts the members of an object on the stack, and then those of what it nests.
bool object_reader::gather(const context_ptr& context, const json_node& object, std::uint8_t source) {
  const auto first = members_.size();
  for (const auto one : json_members(object))
    members_.push_back({one.key, one.value, &expand_key(*context, *one.key, spill_), &context, source});
  const auto last = members_.size();
  for (auto at = first; at < last; ++at)
    if (members_[at].name->word == keyword::at_nest && !gather_nest(members_[at])) return false;
  return true;
}

/// Step 14.
bool object_reader::gather_nest(const object_member& given) {
  const auto nest = given;
  const auto* context = nest.context;
  if (nest.name->term != nullptr && nest.name->term->has_context) {
    context_ptr scoped;
    if (!emitter_->keep_context(contexts_->enter_scoped(*context, *nest.name->term, true, true), scoped,
                                *nest.value))
      return false;
    nest_contexts_.push_back(std::move(scoped));
    context = &nest_contexts_.back();
  }
  const auto take = [&](const json_node& value) {
    if (!value.is_object() || has_key(**context, value, keyword::at_value)) {
      emitter_->refuse("invalid @nest value", value);
      return !emitter_->is_stopped();
    }
    return gather(*context, value, nest.source);
  };
  if (!nest.value->is_array()) return take(*nest.value);
  for (const auto& item : json_items(*nest.value))
    if (!take(item)) return false;
  return true;
}

/// Finds the keywords; keys that map to nothing leave the stack.
bool object_reader::classify(object_view& view) {
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
      view.has_near_keyword |= may_mean_literal(one.key->view()) && !one.value->is_null();
      continue;
    }
    members_[kept++] = one;
    if (word == keyword::none) {
      const bool is_json = one.name->term != nullptr && one.name->term->type == coercion::json;
      view.mapped += !one.value->is_null() || is_json;
      continue;
    }
    if (one.value->is(json_kind::damaged)) {
      terms_->lose(*view.node);
      return false;
    }
    auto& slot = view.slots[static_cast<std::size_t>(word)];
    const bool may_repeat = word == keyword::at_included || word == keyword::at_type;
    if (slot != 0 && !may_repeat) {
      emitter_->refuse("colliding keywords", *view.node);
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
void object_reader::report_context(const json_node& local) {
  for (const auto& one : contexts_->broken()) {
    auto value = local;
    value.begin += one.begin;
    value.end = local.begin + one.end;
    terms_->report(one.rule, one.done, value, one.code, one.after);
    if (one.done == treatment::skip) terms_->lose(value);
  }
  terms_->report_tags(local);
}

/// Whether a lost member may have been the name of the object. Beside a name it can only have been its types, which matters when they have
/// contexts.
bool object_reader::may_name_subject(const object_view& view, const object_member& one) const {
  if (!one.name->may_name_subject) return false;
  const auto is_name = [](const object_member& other) { return other.name->word == keyword::at_id; };
  return view.context->has_scoped ||
         std::none_of(members_.begin() + static_cast<std::ptrdiff_t>(view.first),
                      members_.begin() + static_cast<std::ptrdiff_t>(view.last), is_name);
}

void object_reader::lose_node(const object_view& view, const object_member& one) {
  terms_->report(
      errc::json_ld_invalid, treatment::skip, *view.node,
      "it has the key '" + std::string(one.key->view().substr(0, 64)) + "', whose definition is broken");
  terms_->lose(*view.node);
}

void object_reader::lose_member(const object_member& one, errc rule, std::string_view why) {
  if (one.value->is_null()) return;
  terms_->report(rule, treatment::skip, one.key->begin, one.value->end, why);
  terms_->lose(*one.key);
  terms_->lose(*one.value);
}

void object_reader::note_unmapped(const object_member& one) {
  if (one.name->is_no_name)
    return lose_member(one, errc::relative_iri, why_template_placeholder(one.key->view()));
  if (!one.value->is_null()) terms_->report(errc::unmapped_key, treatment::note, *one.key);
}

bool object_reader::has_sure_name(const object_view& view) {
  const bool has_id = slot(view, keyword::at_id) != nullptr,
             has_type = slot(view, keyword::at_type) != nullptr;
  const bool may_have_types = view.context->has_scoped && !has_type;
  if (view.node->is_cut && (!has_id || may_have_types)) return false;
  if (!view.node->may_own) return true;
  for (const auto one : json_members(*view.node))
    for (const auto inner : json_members(*one.value)) {
      if (!inner.value->is(json_kind::damaged)) continue;
      const auto word = expand_key(*view.context, *inner.key, spill_).word;
      const bool is_named = word == keyword::at_id && !has_id,
                 is_typed = word == keyword::at_type && may_have_types;
      if (is_named || is_typed || word == keyword::at_context) return false;
    }
  return true;
}

bool object_reader::has_key(const active_context& active, const json_node& object, keyword word) {
  for (const auto one : json_members(object))
    if (expand_key(active, *one.key, spill_).word == word) return true;
  return false;
}

/// A map with `@graph` and at most `@id` and `@index` besides.
bool object_reader::is_graph_object(const active_context& active, const json_node& object) {
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
