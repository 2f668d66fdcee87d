// Implements statement_emitter: emits the statements of nodes, maps and list cells.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/nodes/statement_emitter.hpp"

#include <utility>

#include "core/rdf/jsonld/nodes/rdf_names.hpp"
#include "core/web/uri.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether an item is named by a reference that needs a base.
bool is_relative_item(const json_node& item) {
  const auto* name = item.is_object() ? find_member(item, "@id") : &item;
  return name != nullptr && name->is_string() && !is_absolute(name->view());
}

}  // namespace

void statement_emitter::begin(bool is_trial) {
  is_trial_ = is_trial;
  is_stopped_ = is_judging_ = has_emitted_ = false;
}

void statement_emitter::emit(const walk_target& to, const term_view& subject, const term_view& predicate,
                             const term_view& object, const json_node& origin) {
  if (is_trial_ || is_stopped_ || is_judging_) return;
  if (to.is_lost || subject.kind == term_kind::none || predicate.kind == term_kind::none ||
      object.kind == term_kind::none) {
    if (!origin.is_object()) terms_->lose(origin);
    return;
  }
  has_emitted_ = true;
  if (!log_->on_walk_statement({subject, predicate, object, to.graph})) is_stopped_ = true;
}

void statement_emitter::finish_item(const walk_target& to, const term_view& term, bool is_literal,
                                    const json_node& origin) {
  if (is_literal && term.kind == term_kind::none) terms_->lose(origin);
  if (to.map != nullptr) {
    const auto& entry = *to.map;
    const bool has_index = entry.index_property.kind != term_kind::none;
    if (is_literal && has_index) return refuse("invalid value object", origin);
    if (!is_literal && entry.type.kind != term_kind::none) emit(to, term, rdf::type, entry.type, *entry.key);
    if (has_index) emit(to, term, entry.index_property, entry.index_value, *entry.key);
  }
  connect(to, term, is_literal, origin);
}

void statement_emitter::connect(const walk_target& to, const term_view& term, bool is_literal,
                                const json_node& origin) {
  using kind = walk_target::kind;
  switch (to.how) {
    case kind::nothing:
      return;
    case kind::property:
      if (is_literal &&
          (to.is_lost || to.node.kind == term_kind::none || to.predicate.kind == term_kind::none))
        return terms_->lose(origin);
      return emit(to, to.node, to.predicate, term, origin);
    case kind::reverse:
      if (is_literal) return refuse("invalid reverse property value", origin);
      return emit(to, term, to.predicate, to.node, origin);
    case kind::list:
      return append(to, term, is_literal, origin);
  }
}

/// Adds a cell to a list. In `strict` a list of nothing but references that have no base keeps its cells, as List to RDF Conversion has
/// it (section 8.2.3).
void statement_emitter::append(const walk_target& to, const term_view& term, bool is_literal,
                               const json_node& origin) {
  auto& list = *to.list;
  ++list.items;
  if (term.kind == term_kind::none) {
    list.is_broken = list.is_broken || !is_strict_ || is_literal || !is_relative_item(origin);
    if (list.is_broken) return;
    ++list.baseless;
  }
  if (list.is_unusable) {
    if (!origin.is_object()) terms_->lose(origin);
    return;
  }
  blank_label cell;
  cell.size = static_cast<std::uint8_t>(terms_->write_fresh_label(cell.text.data()));
  if (list.is_empty)
    list.head = cell;
  else
    emit(to, list.tail.term(), rdf::rest, cell.term(), origin);
  list.is_empty = false;
  list.tail = cell;
  emit(to, cell.term(), rdf::first, term, origin);
}

void statement_emitter::refuse(std::string_view code, const json_node& node) {
  if (is_stopped_) return;
  terms_->report(errc::json_ld_invalid, treatment::skip, node, code);
  terms_->lose(node);
  stop_if_strict();
}

bool statement_emitter::keep_context(result<context_ptr> made, context_ptr& context,
                                     const json_node& origin) {
  if (made) {
    context = std::move(*made);
    return true;
  }
  terms_->report(made.error().code, treatment::skip, origin, made.error().detail);
  terms_->lose(origin);
  stop_if_strict();
  return false;
}

}  // namespace laundromat::jsonld
