// Leases: which worker does which work, and until when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "core/base/time.hpp"

namespace laundromat {

/// The leases that have not ended. Each ends once: by its result, with its holder, or by its deadline; who ends it gets its work back. Used by
/// each dispatcher, whose holders are workers, and by the engine's `lease_scheduler`, whose holders are nodes. `Id` increases, so that the
/// leases of a holder are ordered by the time of their grant.
template <class Id, class Holder, class Work>
class lease_table {
 public:
  struct lease {
    Holder holder;
    timestamp since{}, deadline{};
    Work work;
  };
  using ended_lease = std::pair<Id, lease>;

  /// `id` is not in the table.
  void grant(const Id& id, lease granted) {
    by_holder_[granted.holder].insert(id);
    leases_.emplace(id, std::move(granted));
  }
  /// Null where the lease has ended.
  [[nodiscard]] const lease* find(const Id& id) const {
    const auto found = leases_.find(id);
    return found == leases_.end() ? nullptr : &found->second;
  }
  /// Ends a lease; nothing where it has ended.
  std::optional<lease> end(const Id& id) {
    auto node = leases_.extract(id);
    if (node.empty()) return std::nullopt;
    const auto holder = by_holder_.find(node.mapped().holder);
    holder->second.erase(id);
    if (holder->second.empty()) by_holder_.erase(holder);
    return std::move(node.mapped());
  }
  /// Ends all leases of a holder, in the order of their grants.
  std::vector<ended_lease> end_all_of(const Holder& holder) {
    const auto held = held_by(holder);
    return end_each({held.begin(), held.end()});
  }
  /// Ends the leases with a passed deadline for which `may_end(lease)` is true.
  template <class Predicate = bool (*)(const lease&)>
  std::vector<ended_lease> end_late(
      timestamp now, Predicate may_end = [](const lease&) { return true; }) {
    std::vector<Id> late;
    for (const auto& [id, one] : leases_)
      if (one.deadline <= now && may_end(one)) late.push_back(id);
    return end_each(late);
  }

  [[nodiscard]] const std::set<Id>& held_by(const Holder& holder) const {
    static const std::set<Id> none;
    const auto found = by_holder_.find(holder);
    return found == by_holder_.end() ? none : found->second;
  }
  [[nodiscard]] const std::map<Id, lease>& all() const { return leases_; }
  [[nodiscard]] std::size_t size() const { return leases_.size(); }

 private:
  std::vector<ended_lease> end_each(const std::vector<Id>& ids) {
    std::vector<ended_lease> ended;
    for (const auto& id : ids) ended.emplace_back(id, *end(id));
    return ended;
  }

  std::map<Id, lease> leases_;
  std::map<Holder, std::set<Id>> by_holder_;
};

}  // namespace laundromat
