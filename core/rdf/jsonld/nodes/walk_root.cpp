// A root whose array is too large for one tape: its head, its tail, and the items between.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/node_walker.hpp"

namespace laundromat::jsonld {

node_walker::open_root node_walker::enter_root(const context_ptr& context, const json_node& head,
                                               source_text head_text, const json_node* tail,
                                               source_text tail_text) {
  open_root root;
  object_view view;
  view.node = &head;
  view.context = context;
  root_texts_ = {head_text, tail_text};
  terms_.read_from(head_text);
  const json_node* split = nullptr;
  for (const auto one : json_members(head)) split = one.key;
  const auto* local = find_member(head, "@context");
  if (const auto* late = tail != nullptr ? find_member(*tail, "@context") : nullptr; late != nullptr) {
    if (local != nullptr) return refuse("colliding keywords", head), root;
    local = late;
    terms_.read_from(tail_text);
  }
  if (local != nullptr) {
    if (local->is(json_kind::damaged)) return root;
    if (!keep_context(contexts_->enter(context, raw(*local)), view.context, *local)) return root;
    report_context(*local);
  }
  terms_.read_from(head_text);
  view.type_context = view.context;
  const auto gather_all = [&](const context_ptr& under) {
    members_.clear();
    if (!gather(under, head, 1)) return false;
    if (tail != nullptr && !gather(under, *tail, 2)) return false;
    view.last = members_.size();
    return true;
  };
  if (!gather_all(view.type_context)) return root;
  if (view.context->has_scoped || view.context->has_broken) {
    if (!enter_types(view)) return root;
    if (view.context != view.type_context && !gather_all(view.context)) return root;
  }
  if (!classify(view)) return root;
  const member* cut = nullptr;
  for (auto at = view.first; at < view.last; ++at)
    if (members_[at].key == split) cut = &members_[at];
  if (cut == nullptr) return root;
  terms_.read_from(head_text);
  walk_open_root(view, *cut, root);
  return root;
}

void node_walker::walk_open_root(const object_view& view, member cut, open_root& root) {
  root.context = *cut.context;
  root.is_included = cut.name->word == keyword::at_included;
  if (slot(view, keyword::at_value) != nullptr || slot(view, keyword::at_list) != nullptr ||
      slot(view, keyword::at_set) != nullptr)
    return refuse("invalid value object", *view.node);
  if (view.mapped > 1) {
    target own;
    own.how = target::kind::property;
    if (!name_node(view, {}, own.node)) return;
    walk_members(view, own, &cut);
    if (!root.is_included) {
      root.graph_kind = own.node.kind;
      root.graph_name = own.node.value;
      root.is_lost = own.node.kind == term_kind::none;
    }
  }
  root.is_open = !is_stopped_;
}

void node_walker::walk_item(const open_root& root, const json_node& item) {
  target to;
  to.graph = {root.graph_kind, root.graph_name, {}, {}};
  to.is_lost = root.is_lost;
  if (root.is_included) return walk_included(root.context, item, to);
  walk_value(root.context, nullptr, item, to);
}

/// What follows the array of a root that was entered without it comes too late.
void node_walker::refuse_tail(const open_root& root, const json_node& tail) {
  for (const auto one : json_members(tail)) {
    const auto& name = expand_key(*root.context, *one.key, spill_);
    if (!name.is_mapped()) {
      note_unmapped({one.key, one.value, &name, &root.context, 0});
      continue;
    }
    terms_.report(errc::json_ld_invalid, treatment::skip, one.key->begin, one.value->end,
                  "invalid streaming key order: this must stand before the large array");
    terms_.lose(*one.key);
    terms_.lose(*one.value);
  }
}

}  // namespace laundromat::jsonld
