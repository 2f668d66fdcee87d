// Terms are spelled once, when they come; labels become numbers.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/held_statements.hpp"

#include "core/base/fast_hash.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

void held_statements::add(const statement_view& one) {
  auto& held = all_.emplace_back();
  held.begin = text_.size();
  std::size_t i = 0;
  for (const auto* term : {&one.subject, &one.predicate, &one.object, &one.graph}) {
    held.nodes[i] = no_node;
    const auto begin = text_.size();
    if (term->kind == term_kind::blank) {
      held.nodes[i] = node_of(term->value);
    } else if (term->kind != term_kind::none) {
      append_canonical_term(text_, *term);
      text_.push_back(' ');
    }
    held.lengths[i++] = static_cast<std::uint32_t>(text_.size() - begin);
  }
}

/// Statements with one node mostly follow one another.
held_statements::node held_statements::node_of(std::string_view label) {
  if (last_ != no_node && label_of(last_) == label) return last_;
  const auto next = node_count();
  last_ = numbers_.find_or_add(fast_hash(label), next, [&](node known) { return label_of(known) == label; });
  if (last_ == next) {
    labels_.append(label);
    ends_.push_back(labels_.size());
  }
  return last_;
}

}  // namespace laundromat
