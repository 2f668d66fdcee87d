// From parsed JSON to statements: Expansion and Deserialize JSON-LD to RDF in one walk, without an expanded form between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/context/json_ld_options.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "core/rdf/jsonld/nodes/term_maker.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat::jsonld {

/// Walks values of one document. What Expansion would put into an object is handed to a target instead: a property, a list, or
/// nothing. Recursion is as deep as the parser let values nest. What breaks the rules of JSON-LD costs the value it stands in; in
/// `strict` it stops the walk, and `is_stopped` tells. Source: JSON-LD 1.1 API sections 5.1.2 and 8.1.2.
class node_walker {
 public:
  node_walker(const reader_options& options, const json_ld_options& more, context_processor& contexts,
              walk_log& log);

  /// An object whose `@graph` or `@included` array is walked element by element: the head is the object up to that array.
  struct open_root {
    context_ptr context;
    std::string graph_name;
    term_kind graph_kind = term_kind::none;
    bool is_lost = false;      ///< the graph has no name that can be said
    bool is_included = false;  ///< the array is that of `@included`
    bool is_open = false;
  };

  /// The text that nodes of the next calls point into.
  void read_from(source_text source) { terms_.read_from(source); }
  /// A value at the top of the document; `is_only` when the document is this object alone.
  void walk_top(const context_ptr& context, const json_node& value, bool is_only);
  /// Enters a root by its head, and by its tail when that is known; `split_key` is the key of the array, in the head.
  /// Statements of the root itself are handed out. `is_open` is false when the root cannot be read.
  [[nodiscard]] open_root enter_root(const context_ptr& context, const json_node& head, source_text head_text,
                                     const json_node* tail, source_text tail_text);
  /// Tells that the members of `tail` come too late: the root was entered without them.
  void refuse_tail(const open_root& root, const json_node& tail);
  /// An item of the root's array.
  void walk_item(const open_root& root, const json_node& item);

  /// Before each element. A trial tells defects and hands out nothing; what follows a trial does the opposite.
  void begin(bool is_trial, bool is_after_trial);
  [[nodiscard]] bool is_stopped() const { return is_stopped_; }
  [[nodiscard]] bool has_emitted() const { return has_emitted_; }

 private:
  struct member {
    const json_node* key;
    const json_node* value;
    const expanded_key* name;
    const context_ptr* context;
    std::uint8_t source;  ///< 1: the head of a root, 2: its tail, 0: the text at hand
  };
  /// One object: its members are a span of `members_`.
  struct object_view {
    const json_node* node = nullptr;
    context_ptr context, type_context;
    std::size_t first = 0, last = 0;
    std::array<std::uint32_t, keyword_count> slots{};  ///< of each keyword: the place of its member, from 1
    std::size_t mapped = 0;                            ///< members that expand to something
    bool has_no_keyword = false;                       ///< a key has the form of a keyword and is none
  };
  struct label {
    std::array<char, 26> text;
    std::uint8_t size = 0;
    [[nodiscard]] term_view term() const { return {term_kind::blank, {text.data(), size}, {}, {}}; }
  };
  struct list_state {
    label head, tail;
    bool is_empty = true;
    bool is_broken = false;  ///< an item cannot be said, so that the list cannot either
    bool is_unsaid = false;  ///< nothing can be said with it
    std::uint64_t items = 0;
    std::uint64_t baseless = 0;  ///< items that cannot be said, but keep their cells if all are of that kind

    [[nodiscard]] bool is_torn() const { return is_broken || (baseless != 0 && baseless != items); }
  };
  /// What the key of a map says about each of its items.
  struct map_entry {
    term_view id, type, index_property, index_value;
    const json_node* key = nullptr;
    bool has_id = false;
  };
  /// Where values go: they become objects or subjects of a property, items of a list, or stand for themselves.
  struct target {
    enum class kind : std::uint8_t { nothing, property, reverse, list } how = kind::nothing;
    bool is_lost = false;  ///< the graph has no name that can be said
    term_view graph, node, predicate;
    list_state* list = nullptr;
    const map_entry* map = nullptr;
  };

  // node_walker.cpp: values and objects
  void walk_value(const context_ptr& active, const expanded_key* property, const json_node& value,
                  const target& to, bool from_map = false);
  void walk_object(const context_ptr& active, const expanded_key* property, const json_node& object,
                   const target& to, bool from_map);
  void walk_list(const context_ptr& active, const expanded_key* property, const json_node& value,
                 const target& to, const json_node& said_by);
  void walk_items(const context_ptr& active, const expanded_key* property, const json_node& value,
                  const target& list);
  [[nodiscard]] bool is_whole_list(const context_ptr& active, const expanded_key* property,
                                   const json_node& value, const target& list, bool is_reported);
  void walk_scalar(const context_ptr& active, const expanded_key* property, const json_node& value,
                   const target& to);
  void finish_item(const target& to, const term_view& term, bool is_literal, const json_node& said_by);
  void connect(const target& to, const term_view& term, bool is_literal, const json_node& said_by);
  void append(const target& to, const term_view& term, bool is_literal, const json_node& said_by);
  void emit(const target& to, const term_view& subject, const term_view& predicate, const term_view& object,
            const json_node& said_by);
  void refuse(std::string_view code, const json_node& node);
  [[nodiscard]] bool keep_context(result<context_ptr> made, context_ptr& context, const json_node& said_by);

  // read_object.cpp: what an object is
  [[nodiscard]] bool read_object(const context_ptr& active, const expanded_key* property,
                                 const json_node& object, bool from_map, object_view& view);
  [[nodiscard]] bool enter_contexts(const context_ptr& active, const expanded_key* property,
                                    const json_node& object, bool from_map, object_view& view);
  [[nodiscard]] bool enter_types(object_view& view);
  [[nodiscard]] bool classify(object_view& view);
  [[nodiscard]] bool gather(const context_ptr& context, const json_node& object, std::uint8_t source);
  [[nodiscard]] bool gather_nest(const member& nest);
  void note_unmapped(const member& one);
  void report_context(const json_node& local);
  [[nodiscard]] bool may_name_subject(const object_view& view, const member& one) const;
  void lose_node(const object_view& view, const member& one);
  void lose_member(const member& one, errc rule, std::string_view why);
  [[nodiscard]] bool has_key(const active_context& active, const json_node& object, keyword word);
  [[nodiscard]] bool is_graph_object(const active_context& active, const json_node& object);
  [[nodiscard]] const member* slot(const object_view& view, keyword word) const {
    const auto at = view.slots[static_cast<std::size_t>(word)];
    return at == 0 ? nullptr : &members_[at - 1];
  }
  void use(const member& one) {
    if (one.source != 0) terms_.read_from(root_texts_[one.source - 1]);
  }
  [[nodiscard]] std::string_view raw(const json_node& node) const {
    return terms_.source().text.substr(node.begin, node.end - node.begin);
  }

  // walk_root.cpp
  void walk_open_root(const object_view& view, member cut, open_root& root);

  // walk_node.cpp: nodes and their properties
  void walk_node(object_view& view, const expanded_key* property, const target& to);
  [[nodiscard]] bool name_node(const object_view& view, const target& to, term_view& id);
  [[nodiscard]] bool has_sure_name(const object_view& view);
  void walk_members(const object_view& view, const target& node, const member* left_out);
  void walk_member(const object_view& view, member one, const target& node);
  void walk_types(const object_view& view, const json_node& value, const target& node);
  void walk_type(const object_view& view, const json_node& value, const target& node);
  void walk_included(const context_ptr& active, const json_node& value, const target& node);
  void walk_reverse(const context_ptr& active, const json_node& value, const target& node);
  void walk_property(const member& one, target to);

  // walk_maps.cpp: containers
  void walk_container(const member& one, const target& to);
  void walk_language_map(const member& one, const target& to);
  void walk_map(const member& one, const target& to);
  [[nodiscard]] bool is_lost_entry(const active_context& active, const json_member& entry);
  [[nodiscard]] bool read_entry(const member& one, const json_node& key, map_entry& entry,
                                context_ptr& context, const target& to);
  void walk_entry_item(const context_ptr& context, const member& one, const json_node& item,
                       const target& to);
  void wrap_graph(const context_ptr& active, const expanded_key* property, const json_node& item,
                  const target& to, bool from_map);

  // walk_literal.cpp: scalars and value objects
  struct literal_form {
    std::string_view datatype, language;
    text_direction direction = text_direction::absent;
    bool inherits_language = false;  ///< from a context
  };
  void walk_value_object(object_view& view, const expanded_key* property, const target& to);
  [[nodiscard]] bool check_value_object(const object_view& view, bool& is_json);
  [[nodiscard]] term_view expand_scalar(const context_ptr& active, const expanded_key& property,
                                        const json_node& value, const target& to, bool& is_literal);
  [[nodiscard]] term_view make_literal(const json_node& value, literal_form form, const target& to,
                                       const json_node& said_by);
  [[nodiscard]] term_view make_number(const json_node& value, std::string_view datatype,
                                      const json_node& said_by);
  [[nodiscard]] term_view make_directed(const json_node& value, const literal_form& form, const target& to,
                                        const json_node& said_by);
  [[nodiscard]] term_view make_json(const json_node& value, const json_node& said_by);
  [[nodiscard]] std::string_view stable(std::string_view text) {
    return text.data() == scratch_.data() ? terms_.keep(text) : text;
  }
  [[nodiscard]] label fresh_label();

  const reader_options* options_;
  const json_ld_options* more_;
  context_processor* contexts_;
  walk_log* log_;
  term_maker terms_;
  std::vector<member> members_;  ///< a stack
  std::deque<context_ptr> nest_contexts_;
  key_spill spill_;
  std::string scratch_;
  std::array<source_text, 2> root_texts_;
  bool is_stopped_ = false, is_trial_ = false, has_emitted_ = false;
  bool is_judging_ = false;  ///< of items: nothing is handed out, and the members of nodes are not walked
};

}  // namespace laundromat::jsonld
