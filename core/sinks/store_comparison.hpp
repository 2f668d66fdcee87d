// Compares a graph with what a store has of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/rdf/delta/delta.hpp"
#include "core/sinks/literal_change.hpp"
#include "core/sinks/sendable_statement.hpp"

namespace laundromat {

struct comparison_limits {
  std::uint64_t group_bytes = std::uint64_t{32} << 20;  ///< of differing objects of one subject and predicate
  std::uint64_t group_pairs = 1'000'000;                ///< of those that are compared with each other
  std::uint64_t blank_bytes = std::uint64_t{64} << 20;  ///< of differing statements about blank nodes
  std::size_t examples = 10;                            ///< of each kind
  std::size_t example_bytes = 1'000;
};

/// The differences, with the first ones of each kind. Lines have no line feed.
struct store_differences {
  struct change_example {
    store_change change = store_change::spelling;
    std::string graph, store;  ///< the statement of the graph, and that of the store, if there is one
    friend bool operator==(const change_example&, const change_example&) = default;
  };

  std::uint64_t equal = 0;
  std::uint64_t missing = 0;                           ///< in the graph, and not in the store
  std::uint64_t extra = 0;                             ///< in the store, and not in the graph
  std::array<std::uint64_t, store_changes> changes{};  ///< what the store changes, by kind
  unsent_statements unsent;                            ///< of the graph, which the store never got
  std::vector<std::string> missing_examples, extra_examples;
  std::vector<change_example> change_examples;
  /// Some differences were too many to be compared with each other: they count as missing and extra.
  bool is_partly_paired = false;

  [[nodiscard]] std::uint64_t changed() const;
  /// The store has the graph, but for what it changes.
  [[nodiscard]] bool is_same() const { return missing == 0 && extra == 0; }
};

/// Goes through the sorted statements of a graph and of a store at once. A missing and an extra statement that differ only in the spelling or value of one literal, as
/// a store may change it, or only in names of blank nodes, are a pair that the store has changed.
/// Memory: a `line_stream` and the limits.
class store_comparison {
 public:
  /// `graph` is a clean document, which outlives this object; `iri` the graph that was sent, see `judge_sendable`. Each missing (`added`) and extra
  /// (`removed`) statement is passed to `take`, if it is set, almost in byte order: together the delta that repairs the store.
  store_comparison(byte_source& graph, std::string iri, comparison_limits limits = {},
                   delta_consumer take = {});
  ~store_comparison();
  store_comparison(const store_comparison&) = delete;
  store_comparison& operator=(const store_comparison&) = delete;

  /// Takes the next line of the store, clean as the graph and in byte order, with its line feed. Errors: those of the graph; `syntax_error`.
  [[nodiscard]] result<void> take(std::string_view line);
  /// Takes the rest of the graph. Errors: as `take`.
  [[nodiscard]] result<store_differences> finish();

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
