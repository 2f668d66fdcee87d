// Where the values of a JSON-LD document go: to a property of a node, to a list, or nowhere.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat::jsonld {

/// A generated label of a blank node, without a pool behind it.
struct blank_label {
  std::array<char, 26> text{};
  std::uint8_t size = 0;
  [[nodiscard]] term_view term() const { return {term_kind::blank, {text.data(), size}, {}, {}}; }
};

/// A list while its items are walked. A list is emitted whole or not at all: without one of its items it is another list.
struct list_state {
  blank_label head, tail;
  bool is_empty = true;
  bool is_broken = false;    ///< an item is lost
  bool is_unusable = false;  ///< the list has no subject or predicate, so that none of it is emitted
  std::uint64_t items = 0;
  std::uint64_t baseless =
      0;  ///< relative references without base, which keep their cells when all items are of that kind

  /// Whether the list must not be emitted.
  [[nodiscard]] bool is_torn() const { return is_broken || (baseless != 0 && baseless != items); }
};

/// What the key of an index, id or type map adds to each item below it.
struct map_entry {
  term_view id, type, index_property, index_value;
  const json_node* key = nullptr;
  bool has_id = false;
};

/// What Expansion would put a value into.
struct walk_target {
  enum class kind : std::uint8_t { nothing, property, reverse, list } how = kind::nothing;
  bool is_lost = false;  ///< the graph has no valid name
  term_view graph, node, predicate;
  list_state* list = nullptr;      ///< of `list`
  const map_entry* map = nullptr;  ///< null outside of maps
};

/// The walk over values, for the parts that come back to it: a container holds values, a list items.
class value_walker {
 public:
  virtual ~value_walker() = default;
  /// A value or array of values. `property` is null at the top of a graph; `is_from_map` keeps a propagated context in force.
  virtual void walk_value(const context_ptr& active, const expanded_key* property, const json_node& value,
                          const walk_target& to, bool is_from_map) = 0;
  /// A list object or the value of a list container; `origin` is the value that the statements come from.
  virtual void walk_list(const context_ptr& active, const expanded_key* property, const json_node& value,
                         const walk_target& to, const json_node& origin) = 0;
  /// An object or scalar in a list.
  virtual void walk_item(const context_ptr& active, const expanded_key* property, const json_node& value,
                         const walk_target& list) = 0;
};

}  // namespace laundromat::jsonld
