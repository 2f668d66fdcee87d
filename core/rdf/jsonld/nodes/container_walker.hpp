// Walks the values of properties with a container: language, index, id, type and graph maps, and lists.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/nodes/literal_maker.hpp"

namespace laundromat::jsonld {

/// Steps 13.6 to 13.12 of Expansion (JSON-LD 1.1 API section 5.1.2). Hands what it finds in a container back to the walker.
class container_walker {
 public:
  container_walker(context_processor& contexts, term_maker& terms, statement_emitter& emitter,
                   object_reader& objects, literal_maker& literals, value_walker& values)
      : contexts_(&contexts),
        terms_(&terms),
        emitter_(&emitter),
        objects_(&objects),
        literals_(&literals),
        values_(&values) {}

  /// Walks a member whose key has a term definition.
  void walk(const object_member& one, const walk_target& to);

 private:
  void walk_language_map(const object_member& one, const walk_target& to);
  void walk_map(const object_member& one, const walk_target& to);
  [[nodiscard]] bool is_lost_entry(const active_context& active, const json_member& entry);
  [[nodiscard]] bool read_entry(const object_member& one, const json_node& key, map_entry& entry,
                                context_ptr& context, const walk_target& to);
  void walk_entry(const context_ptr& context, const object_member& one, const json_node& value,
                  const walk_target& to);
  void walk_entry_item(const context_ptr& context, const object_member& one, const json_node& item,
                       const walk_target& to);
  void wrap_graphs(const context_ptr& active, const expanded_key* property, const json_node& value,
                   const walk_target& to, bool is_from_map);
  void wrap_graph(const context_ptr& active, const expanded_key* property, const json_node& item,
                  const walk_target& to, bool is_from_map);

  context_processor* contexts_;
  term_maker* terms_;
  statement_emitter* emitter_;
  object_reader* objects_;
  literal_maker* literals_;
  value_walker* values_;
};

}  // namespace laundromat::jsonld
