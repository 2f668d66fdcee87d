// The statements of items: follows their properties, also through `itemref`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/microdata/item_store.hpp"

namespace laundromat::rdfa {

/// Emits the items of one document. An item that is its own property by way of others is not followed again: that is a defect.
class item_output {
 public:
  item_output(item_store& store, const reader_options& options, evaluator& evaluation,
              statement_output& output, fault_log& faults);
  /// `ids_are_lost`: not all elements with an `id` are in the store.
  void emit_all(bool ids_are_lost);

 private:
  struct frame {
    std::uint32_t item = 0;
    std::string_view vocabulary;  ///< in force for the properties, in the store
    std::vector<std::uint32_t> properties;
    std::size_t next = 0;
  };
  void emit_from(std::uint32_t top);
  bool enter(std::uint32_t item, std::string_view inherited);
  void emit_property(const frame& of, stored_property& property, std::uint32_t value_item);
  void collect(std::uint32_t item, std::vector<std::uint32_t>& found);
  void collect_range(std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& found);
  [[nodiscard]] std::uint32_t find_id(std::string_view id);
  [[nodiscard]] term_view subject_of(std::uint32_t item);
  [[nodiscard]] std::string predicate_of(const frame& of, std::string_view name,
                                         const stored_property& property);
  void report(const located_place& place, errc rule, std::string_view why, std::string_view before);
  void report_unused();

  item_store* store_;
  const reader_options* options_;
  evaluator* evaluator_;
  statement_output* output_;
  fault_log* faults_;
  bool ids_are_lost_ = false, is_over_ = false;
  located_place collected_;  ///< the start tag of the item whose properties are collected
  std::uint64_t steps_ = 0, most_steps_;
  std::uint32_t round_ = 0;
  std::vector<std::uint32_t> rounds_;  ///< in which each element was met last
  std::vector<std::uint32_t> by_id_;   ///< elements, sorted by their `id`
  std::vector<std::string> labels_;    ///< of items
  std::vector<bool> is_on_path_;
  std::vector<frame> path_;
  std::map<std::string_view, std::uint32_t> vocabularies_;     ///< numbered
  std::set<std::pair<std::uint32_t, std::uint32_t>> visited_;  ///< items, with a vocabulary
};

}  // namespace laundromat::rdfa
