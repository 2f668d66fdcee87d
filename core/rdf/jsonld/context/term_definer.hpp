// Create Term Definition (JSON-LD 1.1 API section 4.2.2) for the terms of one local context.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/jsonld/context/active_context.hpp"

namespace laundromat::jsonld {

class context_processor;

class term_definer {
 public:
  struct circumstances {
    std::string base;
    std::vector<std::string> remote;
    bool is_protected = false;
    bool overrides = false;
  };
  term_definer(context_processor& processor, std::shared_ptr<active_context> made, const shared_json& local,
               circumstances now);

  [[nodiscard]] result<void> define_all();

 private:
  struct entry {
    const json_node* value = nullptr;
    enum { waiting, open, done } state = waiting;
  };
  [[nodiscard]] result<void> define(std::string_view term);
  /// When the local context has the term and it is not yet defined.
  [[nodiscard]] result<void> define_needed(std::string_view term);
  [[nodiscard]] result<void> define_entry(std::string_view term, const json_node& value);
  [[nodiscard]] result<void> define_type_keyword(const json_node& value);
  /// Each returns false when the term is to be left out without an error.
  [[nodiscard]] result<bool> map_iri(std::string_view term, const json_node& value, term_definition& made);
  [[nodiscard]] result<bool> map_given(std::string_view term, const json_node& id, bool is_simple,
                                       term_definition& made);
  [[nodiscard]] result<bool> map_reverse(const json_node& value, const json_node& reverse,
                                         term_definition& made);
  [[nodiscard]] result<void> map_by_name(std::string_view term, term_definition& made);
  [[nodiscard]] result<void> add_type(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_container(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_index(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_context(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_text(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_nest(const json_node& value, term_definition& made);
  [[nodiscard]] result<void> add_prefix(std::string_view term, const json_node& value, term_definition& made);
  void keep_broken(std::string_view term, const json_node& value, std::string_view code);
  [[nodiscard]] result<void> keep(std::string_view term, term_definition made);
  /// IRI Expansion with the local context, vocabulary relative.
  [[nodiscard]] result<std::optional<std::string>> expand(std::string_view value);

  context_processor* processor_;
  std::shared_ptr<active_context> made_;
  shared_json local_;
  circumstances now_;
  bool is_old_;
  keyed_map<std::string_view, entry> entries_;
  keyed_map<std::string, definition_ptr> previous_;
};

}  // namespace laundromat::jsonld
