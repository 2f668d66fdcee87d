// From parsed JSON to statements: Expansion and Deserialize JSON-LD to RDF in one walk, without an expanded form between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "core/rdf/jsonld/nodes/container_walker.hpp"
#include "core/rdf/jsonld/nodes/list_walker.hpp"
#include "core/rdf/jsonld/nodes/literal_maker.hpp"
#include "core/rdf/jsonld/nodes/object_reader.hpp"
#include "core/rdf/jsonld/nodes/statement_emitter.hpp"
#include "core/rdf/jsonld/nodes/term_maker.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// Walks values of one document. What Expansion would put into an object is handed to a target instead: a property, a list, or
/// nothing. Recursion is as deep as the parser let values nest. What breaks the rules of JSON-LD costs its value; under
/// `strict` it stops the walk, which `is_stopped` shows. Source: JSON-LD 1.1 API sections 5.1.2 and 8.1.2.
class node_walker final : private value_walker {
 public:
  node_walker(const reader_options& options, const json_ld_options& more, context_processor& contexts,
              walk_log& log);
  node_walker(const node_walker&) = delete;  // its parts refer to each other
  node_walker& operator=(const node_walker&) = delete;

  /// An object whose `@graph` or `@included` array is walked item by item: the head is the object up to that array.
  struct open_root {
    context_ptr context;
    std::string graph_name;
    term_kind graph_kind = term_kind::none;
    bool is_lost = false;      ///< the graph has no valid name
    bool is_included = false;  ///< the array is that of `@included`
    bool is_open = false;
  };

  /// The text that nodes of the next calls point into.
  void read_from(source_text source) { terms_.read_from(source); }
  /// Begins a walk. A trial reports defects and emits nothing; the walk after a trial does the opposite.
  void begin(bool is_trial, bool is_after_trial);
  /// Walks a value at the top of the document; `is_only` when the document is this object alone.
  void walk_top(const context_ptr& context, const json_node& value, bool is_only);
  /// Enters a root by its head, and by its tail when that is known. Statements of the root itself are emitted. `is_open` is false when
  /// the root cannot be read.
  [[nodiscard]] open_root enter_root(const context_ptr& context, const json_node& head, source_text head_text,
                                     const json_node* tail, source_text tail_text);
  /// Walks an item of the root's array.
  void walk_root_item(const open_root& root, const json_node& item);
  /// Reports that the members of `tail` come too late: the root was entered without them.
  void refuse_tail(const open_root& root, const json_node& tail);

  [[nodiscard]] bool is_stopped() const { return emitter_.is_stopped(); }
  [[nodiscard]] bool has_emitted() const { return emitter_.has_emitted(); }

 private:
  // node_walker.cpp: values and roots
  void walk_value(const context_ptr& active, const expanded_key* property, const json_node& value,
                  const walk_target& to, bool is_from_map) override;
  void walk_list(const context_ptr& active, const expanded_key* property, const json_node& value,
                 const walk_target& to, const json_node& origin) override;
  void walk_item(const context_ptr& active, const expanded_key* property, const json_node& value,
                 const walk_target& list) override;
  void walk_object(const context_ptr& active, const expanded_key* property, const json_node& object,
                   const walk_target& to, bool is_from_map);
  void walk_scalar(const context_ptr& active, const expanded_key* property, const json_node& value,
                   const walk_target& to);
  [[nodiscard]] bool is_value_or_collection(const object_view& view) const;
  void walk_open_root(const object_view& view, object_member split, open_root& root);

  // node_walker_members.cpp: nodes and their properties
  void walk_node(object_view& view, const expanded_key* property, const walk_target& to);
  [[nodiscard]] bool name_node(const object_view& view, const walk_target& to, term_view& id);
  void walk_members(const object_view& view, const walk_target& node, const object_member* left_out);
  void walk_member(const object_view& view, object_member one, const walk_target& node);
  void walk_types(const object_view& view, const json_node& value, const walk_target& node);
  void walk_type(const object_view& view, const json_node& value, const walk_target& node);
  void walk_included(const context_ptr& active, const json_node& value, const walk_target& node);
  void walk_reverse(const context_ptr& active, const json_node& value, const walk_target& node);
  void walk_property(const object_member& one, walk_target to);

  const json_ld_options* more_;
  context_processor* contexts_;
  term_maker terms_;
  statement_emitter emitter_;
  object_reader objects_;
  literal_maker literals_;
  list_walker lists_;
  container_walker containers_;
};

}  // namespace laundromat::jsonld
