// Lists, which are said whole or not at all: without one of its items a list is another one.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"
#include "core/rdf/jsonld/nodes/rdf_names.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether an item is named by a reference that needs a base.
bool is_relative(const json_node& item) {
  const auto* name = item.is_object() ? find_member(item, "@id") : &item;
  return name != nullptr && name->is_string() && !is_absolute(name->view());
}

}  // namespace

/// A list object, or the values of a property whose container is `@list`. A list within a list was judged with that one.
void node_walker::walk_list(const context_ptr& active, const expanded_key* property, const json_node& value,
                            const target& to, const json_node& said_by) {
  if (is_stopped_) return;
  if (to.how == target::kind::reverse) return refuse("invalid reverse property value", said_by);
  if (value.is(json_kind::damaged)) return terms_.lose(said_by);
  const bool is_inner = to.how == target::kind::list;
  list_state list;
  target inner;
  inner.how = target::kind::list;
  inner.graph = to.graph;
  inner.list = &list;
  const bool has_place = is_inner ? !to.list->is_unsaid
                                  : to.node.kind != term_kind::none && to.predicate.kind != term_kind::none;
  list.is_unsaid = to.is_lost || !has_place;
  inner.is_lost = to.is_lost;
  const bool is_judged = is_inner || is_trial_ || is_judging_;
  if (!is_judged && !is_whole_list(active, property, value, inner, false))
    list.is_broken = !is_whole_list(active, property, value, inner, true);
  else
    walk_items(active, property, value, inner);
  if (is_stopped_) return;
  if (list.is_torn()) {
    terms_.report(errc::json_ld_invalid, treatment::skip, said_by, "a list of which an item cannot be said");
    return terms_.lose(said_by);
  }
  if (list.is_unsaid) {
    if (is_inner) ++to.list->items;
    if (list.items == 0) terms_.lose(said_by);
    return;
  }
  if (list.is_empty) return finish_item(to, rdf::nil, false, said_by);
  emit(to, list.tail.term(), rdf::rest, rdf::nil, said_by);
  finish_item(to, list.head.term(), false, said_by);
}

/// Whether all items can be said. With `is_reported` what is wrong with them is told.
bool node_walker::is_whole_list(const context_ptr& active, const expanded_key* property,
                                const json_node& value, const target& list, bool is_reported) {
  list_state state;
  auto to = list;
  to.list = &state;
  const auto before = terms_.suspend(!is_reported);
  is_judging_ = true;
  walk_items(active, property, value, to);
  is_judging_ = false;
  terms_.resume(before);
  return !state.is_torn();
}

/// What stands in a list: an item, or an array of them.
void node_walker::walk_items(const context_ptr& active, const expanded_key* property, const json_node& value,
                             const target& list) {
  if (is_stopped_) return;
  if (value.is_torn) list.list->is_broken = true;
  if (value.is_array()) {
    const bool nests_lists =
        property != nullptr && property->term != nullptr && property->term->has(container::list);
    for (const auto& item : json_items(value)) {
      if (nests_lists && item.is_array())
        walk_list(active, property, item, list, item);
      else
        walk_items(active, property, item, list);
    }
    return;
  }
  const auto mark = terms_.pool().mark();
  const auto losses = terms_.losses(), items = list.list->items;
  if (value.is_object())
    walk_object(active, property, value, list, false);
  else if (value.is(json_kind::damaged))
    terms_.lose(value);
  else if (!value.is_null())
    walk_scalar(active, property, value, list);
  if (list.list->items == items && terms_.losses() != losses) list.list->is_broken = true;
  terms_.pool().release(mark);
}

/// Adds an item to a list. In `strict` a list of nothing but references that have no base keeps its cells, as List to RDF Conversion has
/// it (section 8.2.3).
void node_walker::append(const target& to, const term_view& term, bool is_literal, const json_node& said_by) {
  auto& list = *to.list;
  ++list.items;
  if (term.kind == term_kind::none) {
    const bool is_strict = options_->profile == wash_profile::strict;
    list.is_broken = list.is_broken || !is_strict || is_literal || !is_relative(said_by);
    if (list.is_broken) return;
    ++list.baseless;
  }
  if (list.is_unsaid) {
    if (!said_by.is_object()) terms_.lose(said_by);
    return;
  }
  const auto cell = fresh_label();
  if (list.is_empty)
    list.head = cell;
  else
    emit(to, list.tail.term(), rdf::rest, cell.term(), said_by);
  list.is_empty = false;
  list.tail = cell;
  emit(to, cell.term(), rdf::first, term, said_by);
}

}  // namespace laundromat::jsonld
