// Reads an object of a JSON-LD document: its contexts, the meaning of its keys, and its keywords.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "core/rdf/jsonld/context/context_processor.hpp"
#include "core/rdf/jsonld/nodes/statement_emitter.hpp"

namespace laundromat::jsonld {

/// A member with what its key means in its context.
struct object_member {
  const json_node* key;
  const json_node* value;
  const expanded_key* name;
  const context_ptr* context;
  std::uint8_t source;  ///< 1: the head of a split object, 2: its tail, 0: the text at hand
};

/// One object. Its members are numbers `first` to `last` of the reader, without those that map to nothing.
struct object_view {
  const json_node* node = nullptr;
  context_ptr context, type_context;  ///< that of its members; the one before those of its types
  std::size_t first = 0, last = 0;
  std::array<std::uint32_t, keyword_count> slots{};  ///< of each keyword: the place of its member, from 1
  std::size_t mapped = 0;                            ///< members that expand to something
  bool has_near_keyword = false;  ///< a key may be a misspelt `@language`, `@type` or `@direction`
};

/// A stack of the members of all objects that are being walked; those of `@nest` count as the object's own. Keys that mean nothing are
/// noted, keys whose definition is broken are reported and lost. Source: JSON-LD 1.1 API section 5.1.2, steps 7 to 14.
class object_reader {
 public:
  object_reader(context_processor& contexts, term_maker& terms, statement_emitter& emitter)
      : contexts_(&contexts), terms_(&terms), emitter_(&emitter) {}

  /// Forgets all objects.
  void begin();
  /// How far the stack reaches; `release` removes what was read since.
  struct mark_type {
    std::size_t members = 0, contexts = 0;
  };
  [[nodiscard]] mark_type mark() const { return {members_.size(), nest_contexts_.size()}; }
  void release(const mark_type& mark);

  /// Reads an object that is a value of `property`. False, with a report, when it cannot be read.
  [[nodiscard]] bool read(const context_ptr& active, const expanded_key* property, const json_node& object,
                          bool is_from_map, object_view& view);
  /// Reads an object in two parts, around an array that is left out: `head` ends with the key of the array; `tail` may be null.
  [[nodiscard]] bool read_split(const context_ptr& context, const json_node& head, source_text head_text,
                                const json_node* tail, source_text tail_text, object_view& view);

  [[nodiscard]] const object_member& operator[](std::size_t number) const { return members_[number]; }
  /// The member of a keyword, or null.
  [[nodiscard]] const object_member* slot(const object_view& view, keyword word) const {
    const auto at = view.slots[static_cast<std::size_t>(word)];
    return at == 0 ? nullptr : &members_[at - 1];
  }
  /// Makes the text of a member the one that terms are reported in.
  void use(const object_member& one) {
    if (one.source != 0) terms_->read_from(split_texts_[one.source - 1]);
  }
  /// Whether the name of the object is sure: nothing that was cut off, or may belong to another object, can change its `@id`, its types
  /// where these matter, or its context.
  [[nodiscard]] bool has_sure_name(const object_view& view);
  /// Reports a member whose key means nothing.
  void note_unmapped(const object_member& one);

  /// Whether a key of an object, which need not have been read, is the keyword.
  [[nodiscard]] bool has_key(const active_context& active, const json_node& object, keyword word);
  /// Whether the object has `@graph`, and besides at most `@id` and `@index`.
  [[nodiscard]] bool is_graph_object(const active_context& active, const json_node& object);
  /// Holds expanded keys that no cache takes, until `begin`.
  [[nodiscard]] key_spill& spill() { return spill_; }

 private:
  [[nodiscard]] bool enter_contexts(const context_ptr& active, const expanded_key* property,
                                    const json_node& object, bool is_from_map, object_view& view);
  [[nodiscard]] bool enter_types(object_view& view);
  [[nodiscard]] bool classify(object_view& view);
  [[nodiscard]] bool gather(const context_ptr& context, const json_node& object, std::uint8_t source);
  [[nodiscard]] bool gather_nest(const object_member& nest);
  void report_context(const json_node& local);
  [[nodiscard]] bool may_name_subject(const object_view& view, const object_member& one) const;
  void lose_node(const object_view& view, const object_member& one);
  void lose_member(const object_member& one, errc rule, std::string_view why);
  [[nodiscard]] std::string_view raw(const json_node& node) const {
    return terms_->source().text.substr(node.begin, node.end - node.begin);
  }

  context_processor* contexts_;
  term_maker* terms_;
  statement_emitter* emitter_;
  std::vector<object_member> members_;
  std::deque<context_ptr> nest_contexts_;  ///< of `@nest` terms; members point to them
  key_spill spill_;
  std::array<source_text, 2> split_texts_;
};

}  // namespace laundromat::jsonld
