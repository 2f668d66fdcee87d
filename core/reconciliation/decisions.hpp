// What follows from decisions about duplicates: contradictions, and which records are the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/reconciliation/decision_file.hpp"

namespace laundromat {

/// The decisions of before and the pairs of a new search, in the order of ids. A decided pair stays as it was, also when it is not found again;
/// one that was not decided and is not found again is left out.
[[nodiscard]] std::vector<duplicate_decision> join_decisions(std::span<const duplicate_decision> earlier,
                                                             std::span<const duplicate_decision> found);

/// A pair that is decided to be different although other decisions make it the same.
struct decision_contradiction {
  std::string one, other;
  std::vector<std::string> chain;  ///< ids from one to other, each the same as the next one

  friend bool operator==(const decision_contradiction&, const decision_contradiction&) = default;
};

struct decided_groups {
  /// Ids that are the same, directly or through others, in order; groups in the order of their first ids.
  std::vector<std::vector<std::string>> groups;
  /// Groups that contain a contradiction: nothing follows from them until it is resolved.
  std::vector<std::vector<std::string>> contradictory;
  std::vector<decision_contradiction> contradictions;
};

[[nodiscard]] decided_groups group_decisions(std::span<const duplicate_decision> decisions);

/// Says which pairs follow from decisions about others, in pairs in the order of ids: what is undecided and within a group becomes `implied`, and pairs
/// are added of records that are the same only through an entity elsewhere, and of entities through a record. The chain of ids is behind the reasons:
/// `implied: 1 = Q5 = 2`. `is_record`: whether an id of a group is that of a record. Nothing follows from a contradictory group.
[[nodiscard]] std::vector<duplicate_decision> with_implied(
    std::vector<duplicate_decision> joined, const decided_groups& decided,
    const std::function<bool(const std::string&)>& is_record);

/// The statements `one owl:sameAs other`: the first id of each group with each other one. `iri_of` gives the IRI of an id; a record
/// for which it is empty, or the same as the first one, is left out.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> same_as_pairs(
    const decided_groups& decided, const std::function<std::string(std::string_view)>& iri_of);

}  // namespace laundromat
