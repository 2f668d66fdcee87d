// Statements that wait for the names of their blank nodes, stored compactly.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/naming/held_records.hpp"
#include "core/rdf/naming/naming_limits.hpp"
#include "core/rdf/naming/node_sets.hpp"
#include "core/rdf/naming/quad_set.hpp"

namespace laundromat {

/// Stores statements as records, and of each different one its nodes and a hash of its other terms. A repeated statement is dropped while the
/// record of the first one is in memory, and else stored again: whoever sorts the lines drops it. Statements are called different when their
/// nodes or hashes differ.
///
/// Once there are more than `naming_limits::statements`, only records and the sets of connected nodes are stored.
///
/// Memory: `held_records`, 60 bytes a different statement, and 30 bytes and its label for each node.
class held_statements {
 public:
  using node = held_record::node;
  using quad = quad_set::quad;
  using quad_vector = quad_set::quad_vector;
  static constexpr node no_node = held_record::no_node;

  /// `runs` outlives this object.
  held_statements(run_store& runs, const naming_limits& limits)
      : limits_(limits), records_(runs, limits.resident_bytes), statements_(limits.statements) {
    numbers_.expect_at_most(limits.nodes);
  }

  /// Errors: those of the store.
  [[nodiscard]] result<void> add(const statement_view& one);
  /// Processes pending statements. Call it before all functions below except `may_exceed_limits`.
  void flush();
  [[nodiscard]] bool may_exceed_limits() const {
    return counted_records() + waits_ > limits_.records ||
           counted_bytes() + waiting_bytes_ > limits_.text_bytes ||
           node_count() + 4 * waits_ > limits_.nodes ||
           labels_.size() + waiting_text_.size() > limits_.label_bytes;
  }
  /// A limit beyond which no node is named by its statements.
  [[nodiscard]] bool exceeds_limits() const {
    return counted_records() > limits_.records || counted_bytes() > limits_.text_bytes ||
           node_count() > limits_.nodes || labels_.size() > limits_.label_bytes;
  }
  /// More than `naming_limits::statements`: `quads` is then empty.
  [[nodiscard]] bool is_partial() const { return is_partial_; }

  /// About as much memory as all needs now: see above.
  [[nodiscard]] std::uint64_t memory_bytes() const {
    constexpr std::uint64_t of_statement = 60, of_node = 30;
    return std::min(records_.text_bytes(), limits_.resident_bytes) + of_statement * statements_.size() +
           of_node * node_count() + labels_.size();
  }
  [[nodiscard]] const held_records& records() const { return records_; }
  /// The different statements, in the order of `add`.
  [[nodiscard]] std::span<const quad> quads() const { return statements_.all(); }
  /// Ends adding: frees tables, and returns `quads`.
  [[nodiscard]] quad_vector take_quads();
  /// Ends adding: the sets of connected nodes.
  [[nodiscard]] node_sets take_sets();
  /// How many records have the node as their `first_node`.
  [[nodiscard]] std::uint32_t records_of(node n) const { return record_counts_[n]; }

  [[nodiscard]] bool has_triples() const { return has_triples_; }
  [[nodiscard]] node node_count() const { return static_cast<node>(ends_.size() - 1); }
  /// Without `_:`; of a triple term its text.
  [[nodiscard]] std::string_view label_of(node n) const {
    return std::string_view(labels_).substr(ends_[n], ends_[n + 1] - ends_[n]);
  }
  /// The node with a label that was added; only if `has_triples`.
  [[nodiscard]] node node_with(std::string_view label);
  /// The cost of searching labels and statements so far: `number_table::probes`.
  [[nodiscard]] std::uint64_t probes() const { return numbers_.probes() + statements_.probes(); }

 private:
  /// A label in `waiting_text_`, whose slot in the table is being prefetched.
  struct waiting_label {
    std::uint64_t hash;
    std::uint32_t offset, length;
  };
  struct waiting_statement {
    /// Its text follows the heads and texts of earlier ones in the block; its nodes are numbers in `waiting_labels_`.
    held_record held;
    std::uint64_t key = 0;
  };
  static constexpr std::size_t most_waiting = 16;
  [[nodiscard]] result<void> add_triple(std::string_view triple);
  const held_record& wait(const char* end, const std::array<std::string_view, 4>& labels);
  void store(const waiting_statement& one);
  void keep(const held_record& one);
  [[nodiscard]] node wait(std::string_view label, std::size_t place);
  [[nodiscard]] std::string_view text_of(const waiting_label& one) const {
    return std::string_view(waiting_text_).substr(one.offset, one.length);
  }
  [[nodiscard]] node last_node_of(const waiting_label& one) const;
  [[nodiscard]] node node_of(const waiting_label& one);
  [[nodiscard]] result<const char*> write_terms(const statement_view& one);
  [[nodiscard]] result<const char*> write_escaped_terms(const statement_view& one);
  [[nodiscard]] result<char*> text_room(std::size_t bytes);
  [[nodiscard]] std::uint64_t counted_records() const { return records_.count() - repeated_; }
  [[nodiscard]] std::uint64_t counted_bytes() const { return records_.text_bytes() - repeated_bytes_; }
  void become_partial();
  void reserve_nodes();
  void unite_nodes_of(const std::array<node, 4>& nodes);

  naming_limits limits_;
  held_records records_;
  std::vector<const char*, huge_page_allocator<const char*>>
      resident_;  ///< the records of the first quads, which stay in memory
  std::array<waiting_statement, most_waiting> waiting_;
  std::size_t waits_ = 0;
  std::uint64_t waiting_bytes_ = 0;  ///< of text
  std::array<waiting_label, 4 * most_waiting> waiting_labels_;
  node waiting_nodes_ = 0;  ///< how many labels wait
  /// The last ones of the labels that wait, and of nodes before these, by position.
  std::array<node, 4> last_{no_node, no_node, no_node, no_node}, last_nodes_ = last_;
  std::string waiting_text_, labels_;
  std::vector<std::uint32_t> ends_{0};  ///< of label n from `ends_[n]` to `ends_[n + 1]`
  std::vector<std::uint32_t> record_counts_;
  node node_room_ = node{1} << 16;      ///< nodes for which there is room, where there are many
  const char* last_address_ = nullptr;  ///< of the last record
  /// Records of statements that were known, and their text: the limits do not count them, because they depend on what stays in memory.
  std::uint64_t repeated_ = 0, repeated_bytes_ = 0;
  number_table numbers_;
  quad_set statements_;  ///< unless `is_partial`
  node_sets sets_{0};    ///< if `is_partial`
  bool is_partial_ = false, has_triples_ = false;
};

}  // namespace laundromat
