// Implements the leases of a node, its free slots and results.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/received_leases.hpp"

namespace laundromat {

bool received_leases::take(const lease_grant& granted) {
  if (granted.id.number <= last_grant_) return false;
  last_grant_ = granted.id.number;
  auto& room = room_[index_of(granted.which)];
  if (room == 0) return false;
  --room;
  leases_.emplace(granted.id, in_progress{granted.which});
  return true;
}

bool received_leases::finish(const lease_id& id) {
  const auto found = leases_.find(id);
  if (found == leases_.end() || found->second.is_finished) return false;
  ++room_[index_of(found->second.which)];
  const bool counts = !found->second.is_over;
  if (counts)
    found->second.is_finished = true;
  else
    leases_.erase(found);
  return counts;
}

std::vector<lease_id> received_leases::end(const std::vector<lease_id>& over) {
  std::vector<lease_id> cancelled;
  for (const auto& id : over) {
    const auto found = leases_.find(id);
    if (found == leases_.end() || found->second.is_over) continue;
    if (found->second.is_finished) {
      leases_.erase(found);
    } else {
      found->second.is_over = true;
      cancelled.push_back(id);
    }
  }
  return cancelled;
}

std::vector<lease_id> received_leases::end_all() {
  std::vector<lease_id> all;
  for (const auto& [id, lease] : leases_) all.push_back(id);
  last_grant_ = last_report_ = 0;
  return end(all);
}

node_report received_leases::report() {
  node_report made{++last_report_, last_grant_, room_, {}};
  for (const auto& [id, lease] : leases_)
    if (!lease.is_over) made.held.push_back(id);
  return made;
}

std::vector<lease_id> received_leases::unconfirmed() const {
  std::vector<lease_id> results;
  for (const auto& [id, lease] : leases_)
    if (lease.is_finished) results.push_back(id);
  return results;
}

}  // namespace laundromat
