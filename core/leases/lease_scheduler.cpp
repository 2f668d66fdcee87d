// Implements the lease scheduler: grants leases, and ends them by a result, a lost node, a withdrawn record or a passed deadline.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/lease_scheduler.hpp"

#include <algorithm>

namespace laundromat {

namespace {

bool contains(const node_report& report, const lease_id& id) {
  return std::find(report.held.begin(), report.held.end(), id) != report.held.end();
}

bool takes_work(const registered_node& node, timestamp now) {
  return !node.is_leaving && node.backoff_until <= now;
}

}  // namespace

result<node_id> lease_scheduler::admit(node_handshake handshake, timestamp now) {
  const auto refuse = [&](const std::string& what, const std::string& its, const std::string& ours) {
    ++counts_.refused;
    return fail(errc::configuration, handshake.name + " has " + what + " " + its + ", and this engine " +
                                         ours + ": install the same version on both");
  };
  if (handshake.build != engine_.build) return refuse("build", handshake.build, engine_.build);
  if (handshake.output_version != engine_.output_version)
    return refuse("output version", std::to_string(handshake.output_version),
                  std::to_string(engine_.output_version));
  registered_node node;
  node.handshake = std::move(handshake);
  node.since = node.heard = now;
  const node_id id{epoch_, ++last_node_};
  nodes_.emplace(id, std::move(node));
  return id;
}

result<std::vector<lease_id>> lease_scheduler::take(node_id from, const node_report& report, timestamp now) {
  const auto found = nodes_.find(from);
  if (found == nodes_.end()) return fail(errc::not_found, "this node is not registered any more");
  auto& node = found->second;
  node.heard = now;
  if (report.number > node.report) {
    node.report = report.number;
    node.last_grant = report.last_grant;
    std::ranges::transform(report.room, node.room.begin(),
                           [](std::uint32_t room) { return std::min(room, most_slots); });
    std::vector<lease_id> lost;
    for (const auto& id : node.leases)
      if (id.number <= report.last_grant && !contains(report, id)) lost.push_back(id);
    for (const auto& id : lost) lose(id, errc::machine_lost);
  }
  std::vector<lease_id> over;
  for (const auto& id : report.held)
    if (!node.leases.contains(id)) over.push_back(id);
  return over;
}

void lease_scheduler::let_go(node_id node) {
  if (const auto found = nodes_.find(node); found != nodes_.end()) found->second.is_leaving = true;
}

bool lease_scheduler::has_left(node_id node) const {
  const auto found = nodes_.find(node);
  return found == nodes_.end() || (found->second.is_leaving && found->second.leases.empty());
}

void lease_scheduler::update_backoff(node_id node, bool did_its_work, timestamp now) {
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return;
  auto& known = found->second;
  if (did_its_work) {
    known.failures = 0;
    known.backoff_until = {};
    return;
  }
  // Other jobs that failed in the same period do not extend the backoff.
  if (known.backoff_until > now) return;
  const auto doublings = std::min(known.failures++, 16U);
  known.backoff_until = now + std::min(terms_.backoff * (1 << doublings), terms_.longest_backoff);
}

void lease_scheduler::remove(node_id node, errc why) {
  const auto found = nodes_.find(node);
  if (found == nodes_.end()) return;
  const auto leases = found->second.leases;
  for (const auto& id : leases) lose(id, why);
  nodes_.erase(found);
}

void lease_scheduler::offer(stage which, const record_hash& record, std::uint32_t attempt,
                            std::optional<node_id> node_with_body) {
  waiting_[index_of(which)].push_back({record, attempt, node_with_body});
}

std::optional<lease_id> lease_scheduler::withdraw(const record_hash& record) {
  for (auto& line : waiting_) std::erase_if(line, [&](const offered& work) { return work.record == record; });
  const auto found = by_record_.find(record);
  if (found == by_record_.end()) return {};
  const auto id = found->second;
  nodes_.at(leases_.at(id).node).leases.erase(id);
  leases_.erase(id);
  by_record_.erase(found);
  return id;
}

std::vector<record_hash> lease_scheduler::take_unschedulable(timestamp now) {
  std::vector<record_hash> unschedulable;
  for (std::size_t i = 0; i < stage_count; ++i) {
    const bool has_slot = std::ranges::any_of(nodes_, [&](const auto& node) {
      return takes_work(node.second, now) && node.second.handshake.slots[i] > 0;
    });
    if (has_slot) continue;
    for (const auto& work : std::exchange(waiting_[i], {})) unschedulable.push_back(work.record);
  }
  return unschedulable;
}

/// The slots that its last report announced, less those granted since.
std::uint32_t lease_scheduler::room_of(const registered_node& node, stage which, timestamp now) const {
  if (!takes_work(node, now)) return 0;
  auto room = node.room[index_of(which)];
  for (auto id = node.leases.rbegin(); id != node.leases.rend() && id->number > node.last_grant; ++id)
    if (leases_.at(*id).which == which && room > 0) --room;
  return room;
}

std::uint32_t lease_scheduler::room(stage which, timestamp now) const {
  std::uint32_t all = 0;
  for (const auto& [id, node] : nodes_) all += room_of(node, which, now);
  return all;
}

const lease_grant* lease_scheduler::find(const lease_id& id) const {
  const auto found = leases_.find(id);
  return found == leases_.end() ? nullptr : &found->second;
}

/// The node that has read the body, else the node with most free slots.
std::optional<node_id> lease_scheduler::choose(const offered& work, stage which, timestamp now) const {
  std::optional<node_id> best;
  std::uint32_t most = 0;
  for (const auto& [id, node] : nodes_) {
    const auto room = room_of(node, which, now);
    if (room > 0 && work.node_with_body == id) return id;
    if (room <= most) continue;
    most = room;
    best = id;
  }
  return best;
}

std::vector<lease_grant> lease_scheduler::grant(timestamp now) {
  std::vector<lease_grant> granted;
  for (const auto which : all_stages) {
    auto& line = waiting_[index_of(which)];
    while (!line.empty()) {
      const auto node = choose(line.front(), which, now);
      if (!node) break;
      const lease_grant next{{epoch_, ++last_lease_},
                             *node,
                             which,
                             line.front().record,
                             line.front().attempt,
                             now + terms_.longest[index_of(which)],
                             terms_.longest[index_of(which)]};
      line.pop_front();
      leases_.emplace(next.id, next);
      by_record_.insert_or_assign(next.record, next.id);
      nodes_.at(*node).leases.insert(next.id);
      granted.push_back(next);
    }
  }
  counts_.granted += granted.size();
  return granted;
}

bool lease_scheduler::finish(node_id from, const lease_id& id) {
  const auto found = leases_.find(id);
  if (found == leases_.end() || found->second.node != from) {
    ++counts_.stale;
    return false;
  }
  auto& node = nodes_.at(from);
  node.leases.erase(id);
  ++node.finished;
  ++counts_.finished;
  by_record_.erase(found->second.record);
  leases_.erase(found);
  return true;
}

void lease_scheduler::lose(const lease_id& id, errc why) {
  const auto found = leases_.find(id);
  const auto& lease = found->second;
  lost_.push_back({id, lease.node, lease.which, lease.record, why});
  nodes_.at(lease.node).leases.erase(id);
  by_record_.erase(lease.record);
  leases_.erase(found);
  ++(why == errc::worker_crashed ? counts_.crashed : counts_.expired);
}

std::vector<node_id> lease_scheduler::silent(timestamp now) const {
  std::vector<node_id> silent;
  for (const auto& [id, node] : nodes_)
    if (node.heard + terms_.silence <= now) silent.push_back(id);
  return silent;
}

void lease_scheduler::expire(timestamp now) {
  for (const auto& id : silent(now)) remove(id, errc::machine_lost);
  std::vector<lease_id> late;
  for (const auto& [id, lease] : leases_)
    if (lease.deadline <= now) late.push_back(id);
  for (const auto& id : late) lose(id, errc::lease_expired);
}

std::optional<timestamp> lease_scheduler::next_expiry() const {
  std::optional<timestamp> next;
  const auto take = [&](timestamp at) { next = next ? std::min(*next, at) : at; };
  for (const auto& [id, node] : nodes_) take(node.heard + terms_.silence);
  for (const auto& [id, lease] : leases_) take(lease.deadline);
  return next;
}

}  // namespace laundromat
