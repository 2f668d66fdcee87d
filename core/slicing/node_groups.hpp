// Which nodes are connected, in a table of fixed size.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace laundromat {

/// Puts nodes that were joined, directly or through others, into one group. A group may also have nodes that are not connected: of equal
/// hashes, and, once the table is full, many. Whoever needs the exact components finds them within a group.
/// Memory: `memory_bytes`, as far as it is touched. Source: Tarjan, Efficiency of a Good But Not Linear Set Union Algorithm.
class node_groups {
 public:
  explicit node_groups(std::size_t memory_bytes);

  void join(std::string_view one, std::string_view other);
  /// The number of the group of a node; a node that was never joined has one of its own. Changes with `join`.
  [[nodiscard]] std::uint64_t group_of(std::string_view node);
  /// How many different nodes were joined, as far as the table tells them apart.
  [[nodiscard]] std::uint64_t joined_nodes() const { return used_; }
  /// Further nodes share places with others.
  [[nodiscard]] bool is_full() const { return used_ >= most_used_; }

 private:
  struct slot {
    std::uint32_t mark;    ///< of the node; 0: the slot is free
    std::uint32_t parent;  ///< plus 1; 0: the root of its group
  };
  struct free_memory {
    void operator()(slot* slots) const;
  };
  /// The slot of a node; a new one if it has none and `adds`; null where it has none.
  [[nodiscard]] slot* find(std::uint64_t hash, bool adds);
  [[nodiscard]] std::size_t root_of(std::size_t number);

  std::size_t mask_;
  std::uint64_t used_ = 0, most_used_;
  std::unique_ptr<slot[], free_memory> slots_;
};

}  // namespace laundromat
