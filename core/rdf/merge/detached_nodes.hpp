// The blank nodes to which nothing leads any more after statements were removed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat {

/// In clean documents a blank node is a Skolem IRI, `{genid_base}{component}/{label}`, and only statements of one component lead from one to another. First take
/// all statements that are removed, then all others, then ask. In doubt a node stays. Memory: some 150 bytes for each node of the components to which a
/// removed statement led, and 12 for each statement between them; it gives up beyond `most_nodes`, and beyond 16 statements for each of these.
class detached_nodes {
 public:
  static constexpr std::size_t most_nodes = 1'000'000;

  explicit detached_nodes(std::size_t most = most_nodes) : most_(most) {}

  /// Takes a statement that is removed; canonical, as all lines.
  void take_removed(std::string_view line);
  /// Whether a removed statement led to a node, so that the others matter.
  [[nodiscard]] bool has_candidates() const { return !candidates_.empty(); }
  /// Takes a statement that stays, unless its subject is detached. `is_certain`: it stays anyway.
  void take_other(std::string_view line, bool is_certain);
  /// Finds the detached nodes, after the last statement.
  void finish();
  /// Whether the subject of a statement is a node to which only removed statements led, or statements of such nodes. Valid after `finish`.
  [[nodiscard]] bool is_detached(std::string_view line) const;
  /// There were too many: none is detached.
  [[nodiscard]] bool has_given_up() const { return has_given_up_; }

 private:
  using node = std::uint32_t;
  struct edge {
    node from, to;
    bool is_object;  ///< `to` is the object; else mentioned in a literal or a triple term
  };

  [[nodiscard]] bool is_candidate(std::string_view name) const;
  node number_of(std::string_view name);
  void add_edge(node from, std::string_view to, bool is_object);
  /// Marks all nodes that are reached from marked ones.
  void spread(std::vector<bool>& marks, bool only_objects) const;

  std::size_t most_;
  keyed_set<std::string> candidates_;  ///< components
  keyed_map<std::string, node> nodes_;
  std::vector<edge> edges_;
  std::vector<bool> led_to_, stay_;  ///< by node
  bool has_given_up_ = false;
};

}  // namespace laundromat
