// Walks lists, which are emitted whole or not at all: without one of its items a list is another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/jsonld/nodes/statement_emitter.hpp"

namespace laundromat::jsonld {

/// Walks the items of a list twice where the first walk, which emits nothing, finds that one is lost: the second one reports why. A list
/// within a list is judged with the outer one. Source: JSON-LD 1.1 API section 8.2.3.
class list_walker {
 public:
  list_walker(term_maker& terms, statement_emitter& emitter, value_walker& values)
      : terms_(&terms), emitter_(&emitter), values_(&values) {}

  /// Walks a list object, or the value of a property whose container is `@list`.
  void walk(const context_ptr& active, const expanded_key* property, const json_node& value,
            const walk_target& to, const json_node& origin);
  /// Walks an item of a list, or an array of items.
  void walk_items(const context_ptr& active, const expanded_key* property, const json_node& value,
                  const walk_target& list);

 private:
  [[nodiscard]] bool is_whole(const context_ptr& active, const expanded_key* property, const json_node& value,
                              const walk_target& list, bool is_reported);

  term_maker* terms_;
  statement_emitter* emitter_;
  value_walker* values_;
};

}  // namespace laundromat::jsonld
