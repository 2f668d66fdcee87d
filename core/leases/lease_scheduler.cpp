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
    for (const auto& id : leases_.held_by(from))
      if (id.number <= report.last_grant && !contains(report, id)) lost.push_back(id);
    for (const auto& id : lost) lose({id, *leases_.end(id)}, errc::machine_lost);
  }
  std::vector<lease_id> over;
  for (const auto& id : report.held)
    if (!leases_.held_by(from).contains(id)) over.push_back(id);
  return over;
}

void lease_scheduler::let_go(node_id node) {
  if (const auto found = nodes_.find(node); found != nodes_.end()) found->second.is_leaving = true;
}

bool lease_scheduler::has_left(node_id node) const {
  const auto found = nodes_.find(node);
  return found == nodes_.end() || (found->second.is_leaving && leases_.held_by(node).empty());
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
  for (const auto& ended : leases_.end_all_of(node)) lose(ended, why);
  nodes_.erase(node);
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
  leases_.end(id);
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
std::uint32_t lease_scheduler::room_of(const node_id& id, const registered_node& node, stage which,
                                       timestamp now) const {
  if (!takes_work(node, now)) return 0;
  auto room = node.room[index_of(which)];
  const auto& held = leases_.held_by(id);
  for (auto one = held.rbegin(); one != held.rend() && one->number > node.last_grant; ++one)
    if (leases_.find(*one)->work.which == which && room > 0) --room;
  return room;
}

std::uint32_t lease_scheduler::room(stage which, timestamp now) const {
  std::uint32_t all = 0;
  for (const auto& [id, node] : nodes_) all += room_of(id, node, which, now);
  return all;
}

/// The node that has read the body, else the node with most free slots.
std::optional<node_id> lease_scheduler::choose(const offered& work, stage which, timestamp now) const {
  std::optional<node_id> best;
  std::uint32_t most = 0;
  for (const auto& [id, node] : nodes_) {
    const auto room = room_of(id, node, which, now);
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
      leases_.grant(next.id, {*node, now, next.deadline, {which, next.record}});
      by_record_.insert_or_assign(next.record, next.id);
      granted.push_back(next);
    }
  }
  counts_.granted += granted.size();
  return granted;
}

bool lease_scheduler::finish(node_id from, const lease_id& id) {
  const auto* const held = leases_.find(id);
  if (held == nullptr || held->holder != from) {
    ++counts_.stale;
    return false;
  }
  ++nodes_.at(from).finished;
  ++counts_.finished;
  by_record_.erase(held->work.record);
  leases_.end(id);
  return true;
}

void lease_scheduler::lose(const node_leases::ended_lease& ended, errc why) {
  const auto& [id, lease] = ended;
  lost_.push_back({id, lease.holder, lease.work.which, lease.work.record, why});
  by_record_.erase(lease.work.record);
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
  for (const auto& ended : leases_.end_late(now)) lose(ended, errc::lease_expired);
}

}  // namespace laundromat
