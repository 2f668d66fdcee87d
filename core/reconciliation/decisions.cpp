// What follows from decisions about duplicates.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/decisions.hpp"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <tuple>

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

/// Who is decided to be the same as whom, in order.
neighbours same_of(std::span<const duplicate_decision> decisions, const numbered_ids& ids) {
  neighbours same(ids.size());
  for (const auto& decision : decisions) {
    if (decision.verdict != duplicate_verdict::same) continue;
    const auto one = ids.of(decision.one), other = ids.of(decision.other);
    same[one].push_back(other);
    same[other].push_back(one);
  }
  for (auto& list : same) std::ranges::sort(list);
  return same;
}

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

/// A tree for each group without a contradiction: the shortest ways from its first id.
class group_trees {
 public:
  group_trees(const neighbours& same, const numbered_ids& ids, const decided_groups& decided)
      : nodes_(ids.size()) {
    for (const auto& group : decided.groups) {
      std::queue<std::uint32_t> next;
      next.push(ids.of(group.front()));
      nodes_[next.front()] = {next.front(), next.front(), 1};
      for (; !next.empty(); next.pop())
        for (const auto there : same[next.front()]) {
          if (nodes_[there].depth > 0) continue;
          const auto& here = nodes_[next.front()];
          nodes_[there] = {here.root, next.front(), here.depth + 1};
          next.push(there);
        }
    }
  }
  [[nodiscard]] bool are_joined(std::uint32_t one, std::uint32_t other) const {
    return nodes_[one].depth > 0 && nodes_[other].depth > 0 && nodes_[one].root == nodes_[other].root;
  }
  /// By id: those beside it in its tree.
  [[nodiscard]] neighbours edges() const {
    neighbours all(nodes_.size());
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].depth > 1) {
        all[i].push_back(nodes_[i].above);
        all[nodes_[i].above].push_back(i);
      }
    return all;
  }
  /// The way from one to the other, both included.
  [[nodiscard]] std::vector<std::uint32_t> chain(std::uint32_t one, std::uint32_t other) const {
    std::vector<std::uint32_t> up{one}, down{other};
    while (up.back() != down.back()) {
      auto& deeper = nodes_[up.back()].depth < nodes_[down.back()].depth ? down : up;
      deeper.push_back(nodes_[deeper.back()].above);
    }
    up.insert(up.end(), std::next(down.rbegin()), down.rend());
    return up;
  }

 private:
  struct node {
    std::uint32_t root = 0, above = 0;
    std::uint32_t depth = 0;  ///< 0: in no group; 1: the first id
  };
  std::vector<node> nodes_;
};

/// `implied: 1 = Q5 = 2`; of a long chain the ends.
std::string implied_words(const std::vector<std::uint32_t>& chain, const numbered_ids& ids) {
  constexpr std::size_t most_ids = 8, end_ids = 3;
  std::string words = "implied: ";
  for (std::size_t i = 0; i < chain.size(); ++i) {
    if (chain.size() > most_ids && i == end_ids) {
      words += " = …";
      i = chain.size() - end_ids;
    }
    words.append(i > 0 ? " = " : "").append(ids.id(chain[i]));
  }
  return words;
}

}  // namespace

std::vector<duplicate_decision> join_decisions(std::span<const duplicate_decision> earlier,
                                               std::span<const duplicate_decision> found) {
  std::map<std::pair<std::string, std::string>, duplicate_decision> joined;
  for (const auto& decision : found) joined.emplace(std::pair(decision.one, decision.other), decision);
  for (const auto& decision : earlier)
    if (is_decided(decision.verdict))
      joined.insert_or_assign(std::pair(decision.one, decision.other), decision);
  std::vector<duplicate_decision> all;
  all.reserve(joined.size());
  for (auto& [ids, decision] : joined) all.push_back(std::move(decision));
  return all;
}

decided_groups group_decisions(std::span<const duplicate_decision> decisions) {
  const numbered_ids ids(decisions);
  const auto same = same_of(decisions, ids);
  disjoint_sets sets(ids.size());
  for (std::uint32_t one = 0; one < ids.size(); ++one)
    for (const auto other : same[one]) sets.join(one, other);
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

std::vector<duplicate_decision> with_implied(std::vector<duplicate_decision> joined,
                                             const decided_groups& decided,
                                             const std::function<bool(const std::string&)>& is_record) {
  const numbered_ids ids(joined);
  const group_trees trees(same_of(joined, ids), ids, decided);
  std::set<std::pair<std::uint32_t, std::uint32_t>> known;
  for (auto& pair : joined) {
    const auto one = ids.of(pair.one), other = ids.of(pair.other);
    known.emplace(one, other);
    if (is_decided(pair.verdict) || !trees.are_joined(one, other)) continue;
    pair.verdict = duplicate_verdict::implied;
    pair.reasons.append(pair.reasons.empty() ? "" : "; ").append(implied_words(trees.chain(one, other), ids));
  }
  const auto edges = trees.edges();
  for (std::uint32_t middle = 0; middle < ids.size(); ++middle) {
    std::vector<std::uint32_t> around;  // of the other kind than the one in the middle
    for (const auto one : edges[middle])
      if (is_record(ids.id(one)) != is_record(ids.id(middle))) around.push_back(one);
    std::ranges::sort(around);
    for (std::size_t i = 1; i < around.size(); ++i)
      if (known.emplace(around[0], around[i]).second)
        joined.push_back({duplicate_verdict::implied,
                          ids.id(around[0]),
                          ids.id(around[i]),
                          {},
                          implied_words({around[0], middle, around[i]}, ids)});
  }
  std::ranges::sort(joined, {},
                    [](const duplicate_decision& pair) { return std::tie(pair.one, pair.other); });
  return joined;
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
