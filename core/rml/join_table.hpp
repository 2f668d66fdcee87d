// The join of one object map: the subjects of its parent, and the records that wait for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/mapping/made_terms.hpp"

namespace laundromat {

/// The memory of all joins of a mapping together.
class join_budget {
 public:
  explicit join_budget(std::uint64_t limit_bytes) : limit_bytes_(limit_bytes) {}
  /// Errors: `limit_exceeded`.
  [[nodiscard]] result<void> take(std::uint64_t bytes);
  void give_back(std::uint64_t bytes) { used_bytes_ -= bytes; }

 private:
  std::uint64_t limit_bytes_, used_bytes_ = 0;
};

/// The statements of a child record without their objects.
struct waiting_child {
  std::vector<std::string> keys;
  std::vector<made_term> subjects, predicates, graphs;
};

/// Keys are made by `join_keys`. Memory: keys, terms and about 64 bytes for each, which the budget counts.
class join_table {
 public:
  /// `budget` outlives it.
  explicit join_table(join_budget& budget) : budget_(&budget) {}

  [[nodiscard]] result<void> add_parent(const std::vector<std::string>& keys,
                                        const std::vector<made_term>& subjects);
  [[nodiscard]] result<void> add_child(waiting_child child);
  /// The subjects of the parents with one of the keys, each parent once, in their order.
  [[nodiscard]] std::vector<made_term> find(const std::vector<std::string>& keys) const;

  /// All parents are there: children need not wait any more.
  [[nodiscard]] bool is_complete() const { return is_complete_; }
  void complete() { is_complete_ = true; }
  /// The children that have waited, in their order.
  [[nodiscard]] std::vector<waiting_child> take_children();

 private:
  join_budget* budget_;
  bool is_complete_ = false;
  std::vector<std::vector<made_term>> parents_;
  keyed_map<std::string, std::vector<std::uint32_t>> by_key_;  ///< numbers of parents
  std::vector<waiting_child> children_;
  std::uint64_t children_bytes_ = 0;
};

/// The keys of a record: each combination of a value of every condition, of which `most` are made. `are_all` becomes false where there are more.
[[nodiscard]] std::vector<std::string> join_keys(const std::vector<std::vector<std::string>>& values,
                                                 std::size_t most, bool& are_all);

}  // namespace laundromat
