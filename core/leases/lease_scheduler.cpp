// Grants, and the four ways in which a lease ends.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/lease_scheduler.hpp"

#include <algorithm>

namespace laundromat {

namespace {

bool holds(const washer_report& report, const lease_id& id) {
  return std::find(report.held.begin(), report.held.end(), id) != report.held.end();
}

bool takes_work(const known_washer& washer, timestamp now) {
  return !washer.is_leaving && washer.rests_until <= now;
}

}  // namespace

result<washer_id> lease_book::admit(washer_hello hello, timestamp now) {
  const auto refuse = [&](const std::string& what, const std::string& its, const std::string& ours) {
    ++counts_.refused;
    return fail(errc::configuration, hello.name + " has " + what + " " + its + ", and this engine " + ours +
                                         ": install the same version on both");
  };
  if (hello.build != engine_.build) return refuse("build", hello.build, engine_.build);
  if (hello.output_version != engine_.output_version)
    return refuse("output version", std::to_string(hello.output_version),
                  std::to_string(engine_.output_version));
  known_washer washer;
  washer.hello = std::move(hello);
  washer.since = washer.heard = now;
  const washer_id id{epoch_, ++last_washer_};
  washers_.emplace(id, std::move(washer));
  return id;
}

result<std::vector<lease_id>> lease_book::take(washer_id from, const washer_report& report, timestamp now) {
  const auto found = washers_.find(from);
  if (found == washers_.end()) return fail(errc::not_found, "this washer was let go");
  auto& washer = found->second;
  washer.heard = now;
  if (report.number > washer.report) {
    washer.report = report.number;
    washer.last_grant = report.last_grant;
    std::ranges::transform(report.room, washer.room.begin(),
                           [](std::uint32_t room) { return std::min(room, most_slots); });
    std::vector<lease_id> astray;
    for (const auto& id : washer.leases)
      if (id.number <= report.last_grant && !holds(report, id)) astray.push_back(id);
    for (const auto& id : astray) lose(id, errc::machine_lost);
  }
  std::vector<lease_id> over;
  for (const auto& id : report.held)
    if (!washer.leases.contains(id)) over.push_back(id);
  return over;
}

void lease_book::let_go(washer_id washer) {
  if (const auto found = washers_.find(washer); found != washers_.end()) found->second.is_leaving = true;
}

bool lease_book::has_left(washer_id washer) const {
  const auto found = washers_.find(washer);
  return found == washers_.end() || (found->second.is_leaving && found->second.leases.empty());
}

void lease_book::trust(washer_id washer, bool did_its_work, timestamp now) {
  const auto found = washers_.find(washer);
  if (found == washers_.end()) return;
  auto& known = found->second;
  if (did_its_work) {
    known.breakdowns = 0;
    known.rests_until = {};
    return;
  }
  // What it had in hand at the same time broke down with the first.
  if (known.rests_until > now) return;
  const auto doublings = std::min(known.breakdowns++, 16U);
  known.rests_until = now + std::min(terms_.rest * (1 << doublings), terms_.longest_rest);
}

void lease_book::remove(washer_id washer, errc why) {
  const auto found = washers_.find(washer);
  if (found == washers_.end()) return;
  const auto leases = found->second.leases;
  for (const auto& id : leases) lose(id, why);
  washers_.erase(found);
}

void lease_book::offer(stage which, const record_hash& record, std::uint32_t attempt,
                       std::optional<washer_id> home) {
  waiting_[index_of(which)].push_back({record, attempt, home});
}

std::optional<lease_id> lease_book::withdraw(const record_hash& record) {
  for (auto& line : waiting_) std::erase_if(line, [&](const offered& work) { return work.record == record; });
  const auto found = by_record_.find(record);
  if (found == by_record_.end()) return {};
  const auto id = found->second;
  washers_.at(leases_.at(id).washer).leases.erase(id);
  leases_.erase(id);
  by_record_.erase(found);
  return id;
}

std::vector<record_hash> lease_book::take_hopeless(timestamp now) {
  std::vector<record_hash> hopeless;
  for (std::size_t i = 0; i < stage_count; ++i) {
    const bool has_hands = std::ranges::any_of(washers_, [&](const auto& washer) {
      return takes_work(washer.second, now) && washer.second.hello.slots[i] > 0;
    });
    if (has_hands) continue;
    for (const auto& work : std::exchange(waiting_[i], {})) hopeless.push_back(work.record);
  }
  return hopeless;
}

/// What it said, less what has been granted since.
std::uint32_t lease_book::room_of(const known_washer& washer, stage which, timestamp now) const {
  if (!takes_work(washer, now)) return 0;
  auto room = washer.room[index_of(which)];
  for (auto id = washer.leases.rbegin(); id != washer.leases.rend() && id->number > washer.last_grant; ++id)
    if (leases_.at(*id).which == which && room > 0) --room;
  return room;
}

std::uint32_t lease_book::room(stage which, timestamp now) const {
  std::uint32_t all = 0;
  for (const auto& [id, washer] : washers_) all += room_of(washer, which, now);
  return all;
}

const lease_grant* lease_book::find(const lease_id& id) const {
  const auto found = leases_.find(id);
  return found == leases_.end() ? nullptr : &found->second;
}

/// Its home, else whoever has most room.
std::optional<washer_id> lease_book::choose(const offered& work, stage which, timestamp now) const {
  std::optional<washer_id> best;
  std::uint32_t most = 0;
  for (const auto& [id, washer] : washers_) {
    const auto room = room_of(washer, which, now);
    if (room > 0 && work.home == id) return id;
    if (room <= most) continue;
    most = room;
    best = id;
  }
  return best;
}

std::vector<lease_grant> lease_book::grant(timestamp now) {
  std::vector<lease_grant> granted;
  for (const auto which : {stage::fetch, stage::unpack, stage::guess, stage::parse}) {
    auto& line = waiting_[index_of(which)];
    while (!line.empty()) {
      const auto washer = choose(line.front(), which, now);
      if (!washer) break;
      const lease_grant next{{epoch_, ++last_lease_},
                             *washer,
                             which,
                             line.front().record,
                             line.front().attempt,
                             now + terms_.longest[index_of(which)],
                             terms_.longest[index_of(which)]};
      line.pop_front();
      leases_.emplace(next.id, next);
      by_record_.insert_or_assign(next.record, next.id);
      washers_.at(*washer).leases.insert(next.id);
      granted.push_back(next);
    }
  }
  counts_.granted += granted.size();
  return granted;
}

bool lease_book::finish(washer_id from, const lease_id& id) {
  const auto found = leases_.find(id);
  if (found == leases_.end() || found->second.washer != from) {
    ++counts_.stale;
    return false;
  }
  auto& washer = washers_.at(from);
  washer.leases.erase(id);
  ++washer.finished;
  ++counts_.finished;
  by_record_.erase(found->second.record);
  leases_.erase(found);
  return true;
}

void lease_book::lose(const lease_id& id, errc why) {
  const auto found = leases_.find(id);
  const auto& lease = found->second;
  lost_.push_back({id, lease.washer, lease.which, lease.record, why});
  washers_.at(lease.washer).leases.erase(id);
  by_record_.erase(lease.record);
  leases_.erase(found);
  ++(why == errc::worker_lost ? counts_.crashed : counts_.expired);
}

std::vector<washer_id> lease_book::silent(timestamp now) const {
  std::vector<washer_id> silent;
  for (const auto& [id, washer] : washers_)
    if (washer.heard + terms_.silence <= now) silent.push_back(id);
  return silent;
}

void lease_book::expire(timestamp now) {
  for (const auto& id : silent(now)) remove(id, errc::machine_lost);
  std::vector<lease_id> late;
  for (const auto& [id, lease] : leases_)
    if (lease.deadline <= now) late.push_back(id);
  for (const auto& id : late) lose(id, errc::lease_expired);
}

std::optional<timestamp> lease_book::next_expiry() const {
  std::optional<timestamp> next;
  const auto take = [&](timestamp at) { next = next ? std::min(*next, at) : at; };
  for (const auto& [id, washer] : washers_) take(washer.heard + terms_.silence);
  for (const auto& [id, lease] : leases_) take(lease.deadline);
  return next;
}

}  // namespace laundromat
