// Triples that wait for the resource of an element within (RDFa Core 1.1, section 7.5, steps 10 and 12).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/rdfa/evaluation/context_stack.hpp"
#include "core/rdf/rdfa/evaluation/list_builder.hpp"

namespace laundromat::rdfa {

/// A stack of incomplete triples. Memory: they and the predicates of open literals (`hold`) take at most `statement_bytes`.
class incomplete_triples {
 public:
  enum class direction : std::uint8_t { forward, reverse, list };

  incomplete_triples(const reader_limits& limits, resource_table& resources, list_builder& lists,
                     statement_output& output);

  /// Adds a triple without object (`forward`), without subject (`reverse`), or an item of a list of `mapping`. Reported and
  /// skipped when the memory is spent.
  void add(std::string_view predicate, direction way, int mapping);
  /// Counts the memory of something else that waits for the end of its element. False, with a report, when that is too much.
  [[nodiscard]] bool hold(std::size_t bytes);
  /// Emits those that wait in `around`, with `resource` as what they lack.
  void complete(const rdfa_context& around, resource_id resource);
  /// Makes the lists invalid that wait for items in `around`.
  void spoil_lists(const rdfa_context& around, errc why);
  /// The same, with a report at `place` for each that was not.
  void lose_lists(const rdfa_context& around, errc why, raw_place place);

  [[nodiscard]] std::size_t size() const { return waiting_.size(); }
  [[nodiscard]] std::uint64_t held_bytes() const { return held_bytes_; }
  /// Goes back to an earlier state.
  void shrink(std::size_t size, std::uint64_t held_bytes);

 private:
  struct incomplete {
    direction way = direction::forward;
    std::string predicate;
    list_slot list;
  };

  std::uint64_t most_bytes_, held_bytes_ = 0;
  resource_table* resources_;
  list_builder* lists_;
  statement_output* output_;
  reused_stack<incomplete> waiting_;
};

}  // namespace laundromat::rdfa
