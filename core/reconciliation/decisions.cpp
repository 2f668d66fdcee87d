// What follows from decisions about duplicates.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/decisions.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

#include "core/reconciliation/disjoint_sets.hpp"

namespace laundromat {

namespace {

/// The ids of all decisions with numbers in their order.
class numbered_ids {
 public:
  explicit numbered_ids(std::span<const duplicate_decision> decisions) {
    for (const auto& decision : decisions) {
      ids_.push_back(decision.one);
      ids_.push_back(decision.other);
    }
    std::ranges::sort(ids_);
    const auto repeated = std::ranges::unique(ids_);
    ids_.erase(repeated.begin(), repeated.end());
  }
  [[nodiscard]] std::uint32_t of(const std::string& id) const {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(ids_, id) - ids_.begin());
  }
  [[nodiscard]] const std::string& id(std::uint32_t number) const { return ids_[number]; }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ids_.size()); }

 private:
  std::vector<std::string> ids_;
};

using neighbours = std::vector<std::vector<std::uint32_t>>;

/// The shortest way from one to the other.
std::vector<std::uint32_t> chain_between(const neighbours& same, std::uint32_t one, std::uint32_t other) {
  std::map<std::uint32_t, std::uint32_t> from{{one, one}};
  std::queue<std::uint32_t> next;
  next.push(one);
  while (!next.empty() && !from.contains(other)) {
    const auto here = next.front();
    next.pop();
    for (const auto there : same[here])
      if (from.emplace(there, here).second) next.push(there);
  }
  std::vector<std::uint32_t> chain{other};
  while (chain.back() != one) chain.push_back(from.at(chain.back()));
  std::ranges::reverse(chain);
  return chain;
}

}  // namespace

std::vector<duplicate_decision> join_decisions(std::span<const duplicate_decision> earlier,
                                               std::span<const duplicate_decision> found) {
  std::map<std::pair<std::string, std::string>, duplicate_decision> joined;
  for (const auto& decision : found) joined.emplace(std::pair(decision.one, decision.other), decision);
  for (const auto& decision : earlier)
    if (decision.verdict != duplicate_verdict::undecided)
      joined.insert_or_assign(std::pair(decision.one, decision.other), decision);
  std::vector<duplicate_decision> all;
  all.reserve(joined.size());
  for (auto& [ids, decision] : joined) all.push_back(std::move(decision));
  return all;
}

decided_groups group_decisions(std::span<const duplicate_decision> decisions) {
  const numbered_ids ids(decisions);
  disjoint_sets sets(ids.size());
  neighbours same(ids.size());
  for (const auto& decision : decisions) {
    if (decision.verdict != duplicate_verdict::same) continue;
    const auto one = ids.of(decision.one), other = ids.of(decision.other);
    sets.join(one, other);
    same[one].push_back(other);
    same[other].push_back(one);
  }
  for (auto& list : same) std::ranges::sort(list);
  decided_groups out;
  std::set<std::uint32_t> contradictory;
  for (const auto& decision : decisions) {
    if (decision.verdict != duplicate_verdict::different) continue;
    const auto one = ids.of(decision.one), other = ids.of(decision.other);
    if (sets.root_of(one) != sets.root_of(other)) continue;
    contradictory.insert(sets.root_of(one));
    auto& found = out.contradictions.emplace_back(decision_contradiction{decision.one, decision.other, {}});
    for (const auto number : chain_between(same, one, other)) found.chain.push_back(ids.id(number));
  }
  std::map<std::uint32_t, std::vector<std::string>> groups;  // by root, which is the first id
  for (std::uint32_t number = 0; number < ids.size(); ++number)
    if (!same[number].empty()) groups[sets.root_of(number)].push_back(ids.id(number));
  for (auto& [root, group] : groups)
    (contradictory.contains(root) ? out.contradictory : out.groups).push_back(std::move(group));
  return out;
}

std::vector<std::pair<std::string, std::string>> same_as_pairs(
    const decided_groups& decided, const std::function<std::string(std::string_view)>& iri_of) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& group : decided.groups) {
    std::string first;
    for (const auto& id : group) {
      auto iri = iri_of(id);
      if (first.empty())
        first = std::move(iri);
      else if (!iri.empty() && iri != first)
        pairs.emplace_back(first, std::move(iri));
    }
  }
  return pairs;
}

}  // namespace laundromat
