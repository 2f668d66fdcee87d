// Implements list_walker: collects the items of a list, then emits its cells.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/list_walker.hpp"

#include "core/rdf/jsonld/nodes/rdf_names.hpp"

namespace laundromat::jsonld {

/// A list object, or the values of a property whose container is `@list`. A list within a list was judged with the outer one.
void list_walker::walk(const context_ptr& active, const expanded_key* property, const json_node& value,
                       const walk_target& to, const json_node& origin) {
  if (emitter_->is_stopped()) return;
  if (to.how == walk_target::kind::reverse) return emitter_->refuse("invalid reverse property value", origin);
  if (value.is(json_kind::damaged)) return terms_->lose(origin);
  const bool is_inner = to.how == walk_target::kind::list;
  list_state list;
  walk_target inner;
  inner.how = walk_target::kind::list;
  inner.graph = to.graph;
  inner.list = &list;
  const bool has_place = is_inner ? !to.list->is_unusable
                                  : to.node.kind != term_kind::none && to.predicate.kind != term_kind::none;
  list.is_unusable = to.is_lost || !has_place;
  inner.is_lost = to.is_lost;
  const bool is_judged = is_inner || emitter_->is_trial() || emitter_->is_judging();
  if (!is_judged && !is_whole(active, property, value, inner, false))
    list.is_broken = !is_whole(active, property, value, inner, true);
  else
    walk_items(active, property, value, inner);
  if (emitter_->is_stopped()) return;
  if (list.is_torn()) {
    terms_->report(errc::json_ld_invalid, treatment::skip, origin, "a list of which an item is lost");
    return terms_->lose(origin);
  }
  if (list.is_unusable) {
    if (is_inner) ++to.list->items;
    if (list.items == 0) terms_->lose(origin);
    return;
  }
  if (list.is_empty) return emitter_->finish_item(to, rdf::nil, false, origin);
  emitter_->emit(to, list.tail.term(), rdf::rest, rdf::nil, origin);
  emitter_->finish_item(to, list.head.term(), false, origin);
}

/// Whether no item is lost. With `is_reported` what is wrong with them is reported.
bool list_walker::is_whole(const context_ptr& active, const expanded_key* property, const json_node& value,
                           const walk_target& list, bool is_reported) {
  list_state state;
  auto to = list;
  to.list = &state;
  const auto before = terms_->suspend(!is_reported);
  emitter_->judge(true);
  walk_items(active, property, value, to);
  emitter_->judge(false);
  terms_->resume(before);
  return !state.is_torn();
}

void list_walker::walk_items(const context_ptr& active, const expanded_key* property, const json_node& value,
                             const walk_target& list) {
  if (emitter_->is_stopped()) return;
  if (value.is_torn) list.list->is_broken = true;
  if (value.is_array()) {
    const bool nests_lists =
        property != nullptr && property->term != nullptr && property->term->has(container::list);
    for (const auto& item : json_items(value)) {
      if (nests_lists && item.is_array())
        walk(active, property, item, list, item);
      else
        walk_items(active, property, item, list);
    }
    return;
  }
  const auto mark = terms_->pool().mark();
  const auto losses = terms_->losses(), items = list.list->items;
  if (value.is(json_kind::damaged))
    terms_->lose(value);
  else if (!value.is_null())
    values_->walk_item(active, property, value, list);
  if (list.list->items == items && terms_->losses() != losses) list.list->is_broken = true;
  terms_->pool().release(mark);
}

}  // namespace laundromat::jsonld
