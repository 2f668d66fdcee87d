// Pull dispatch with leases.
// SPDX-License-Identifier: Apache-2.0
#include "actors/dispatcher.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <caf/send.hpp>
#include <vector>

#include "messages/errors.hpp"

namespace laundromat {

namespace {

using self_ptr = dispatcher_actor::stateful_pointer<dispatcher_state>;

constexpr milliseconds tick_interval{250};
constexpr seconds longest_claim{300};
constexpr seconds longest_queue{600};  // of one hop at the politeness scheduler

void pair_up(self_ptr self) {
  auto& s = self->state;
  if (!may_work(*s.env)) return;  // the next tick looks again
  while (!s.claims.empty() && !s.idle.empty()) {
    auto claim = std::move(s.claims.front());
    s.claims.pop_front();
    // Who was at work last has everything at hand; the others, and their processes, sleep.
    auto worker = s.idle.back();
    s.idle.pop_back();
    const lease granted{s.next_lease++, now(*s.env, self) + lease_time(s.env->settings, s.which)};
    s.leases.emplace(granted.id, held_lease{granted.deadline, worker.address(), claim.claimant});
    claim.promise.deliver(granted, worker);
  }
}

void spawn_worker(self_ptr self) {
  auto worker = self->state.make_worker(self, dispatcher_actor{self});
  self->monitor(worker);
  self->state.workers.emplace(worker.address(), worker);
}

/// Ends the leases that `are_over`, and tells their holders.
template <class Predicate>
void lose_leases(self_ptr self, errc why, Predicate are_over) {
  std::erase_if(self->state.leases, [&](const auto& held) {
    if (!are_over(held.second)) return false;
    caf::anon_send(caf::actor_cast<caf::actor>(held.second.holder), lost_atom::value, held.first,
                   static_cast<std::uint8_t>(why));
    return true;
  });
}

/// Ends every lease of a worker that is gone, and puts another in its place.
void replace_worker(self_ptr self, const caf::actor_addr& gone, errc why) {
  auto& s = self->state;
  lose_leases(self, why, [&](const held_lease& held) { return held.worker == gone; });
  s.workers.erase(gone);
  std::erase_if(s.idle, [&](const caf::actor& a) { return a.address() == gone; });
  if (s.remote.erase(gone) > 0 || s.draining) return;
  if (!s.budget.take(now(*s.env, self))) {
    spdlog::error("{} workers fail too often: the engine stops", to_string(s.which));
    self->quit(to_error({errc::worker_lost, "the restart budget of the pool is spent"}));
    return;
  }
  spawn_worker(self);
}

/// A hung thread cannot be ended; its worker is disowned, and ends when it asks for work again. A remote worker has other executors.
void expire_leases(self_ptr self) {
  const auto at = now(*self->state.env, self);
  lose_leases(self, errc::lease_expired, [&](const held_lease& held) {
    return held.deadline < at && self->state.remote.contains(held.worker);
  });
  std::vector<caf::actor_addr> hung;
  for (const auto& [id, held] : self->state.leases)
    if (held.deadline < at) hung.push_back(held.worker);
  for (const auto& worker : hung) {
    spdlog::warn("a {} worker did not answer within its lease and is replaced", to_string(self->state.which));
    replace_worker(self, worker, errc::lease_expired);
  }
}

void take_pull(self_ptr self, const caf::actor& worker, std::uint64_t finished) {
  auto& s = self->state;
  if (!s.workers.contains(worker.address())) {
    self->send_exit(worker, caf::exit_reason::user_shutdown);
    return;
  }
  s.leases.erase(finished);
  // A remote worker has to bring what lies here, and washes what it fetches.
  const bool is_remote = s.remote.contains(worker.address());
  if (is_remote == (s.which == stage::fetch))
    s.idle.push_back(worker);
  else
    s.idle.push_front(worker);
  pair_up(self);
}

void register_worker(self_ptr self, const caf::actor& worker) {
  self->monitor(worker);
  self->state.workers.emplace(worker.address(), worker);
  self->state.remote.insert(worker.address());
}

std::uint32_t rescind(self_ptr self, const caf::actor& worker, std::uint32_t most) {
  std::uint32_t rescinded = 0;
  std::erase_if(self->state.idle,
                [&](const caf::actor& a) { return a == worker && rescinded < most && ++rescinded > 0; });
  return rescinded;
}

/// Who waits too long is told to ask again before its own patience ends: a worker granted to a question that was given
/// up would be granted to nobody.
void send_back(self_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  while (!s.claims.empty() && s.claims.front().since + longest_claim <= at) {
    s.claims.front().promise.deliver(caf::make_error(caf::sec::request_timeout));
    s.claims.pop_front();
  }
}

void report(self_ptr self) {
  auto& s = self->state;
  const stage_gauge gauge{s.which, static_cast<std::uint32_t>(s.claims.size()),
                          static_cast<std::uint32_t>(s.leases.size()),
                          static_cast<std::uint32_t>(s.workers.size())};
  if (gauge == s.shown) return;
  s.shown = gauge;
  self->send(s.reporter, gauge_atom::value, gauge);
}

void start_drain(self_ptr self) {
  auto& s = self->state;
  s.draining = true;
  for (auto& claim : s.claims) claim.promise.deliver(to_error({errc::cancelled, "the engine stops"}));
  s.claims.clear();
}

caf::result<lease, caf::actor> take_claim(self_ptr self) {
  auto& s = self->state;
  if (s.draining) return to_error({errc::cancelled, "the engine stops"});
  const auto claimant =
      caf::actor_cast<caf::strong_actor_ptr>(self->current_sender());  // the promise takes the sender away
  auto promise = self->make_response_promise<lease, caf::actor>();
  s.claims.push_back({promise, claimant, now(*s.env, self)});
  pair_up(self);
  return promise;
}

}  // namespace

/// One fetcher drives every transfer, each within its own time-outs: its lease must outlast the longest chain of hops,
/// or one slow download would cost all the others.
seconds lease_time(const campaign& c, stage which) {
  const seconds washing{c.limits.lease_s};
  if (which != stage::fetch) return washing;
  const seconds hop = seconds{c.network.total_timeout_s} + longest_queue;
  return std::max(washing, hop * (c.network.max_redirects + 1));
}

dispatcher_actor::behavior_type dispatcher(self_ptr self, environment_ptr env, stage which,
                                           std::uint32_t pool_size, worker_factory make_worker,
                                           reporter_actor reporter) {
  auto& s = self->state;
  s.env = std::move(env);
  s.which = which;
  s.make_worker = std::move(make_worker);
  s.reporter = std::move(reporter);
  s.budget = restart_budget{worker_restarts};
  self->set_down_handler([self](caf::down_msg& down) {
    if (!self->state.workers.contains(down.source)) return;
    spdlog::warn("a {} worker died: {}", to_string(self->state.which), caf::to_string(down.reason));
    replace_worker(self, down.source, errc::worker_lost);
  });
  for (std::uint32_t i = 0; i < pool_size; ++i) spawn_worker(self);
  self->delayed_send(self, tick_interval, tick_atom::value);
  return {
      [=](claim_atom) { return take_claim(self); },
      [=](pull_atom, const caf::actor& worker, std::uint64_t finished) { take_pull(self, worker, finished); },
      [=](register_atom, const caf::actor& worker) { register_worker(self, worker); },
      [=](rescind_atom, const caf::actor& worker, std::uint32_t most) { return rescind(self, worker, most); },
      [=](over_atom, std::uint64_t finished) { self->state.leases.erase(finished); },
      [=](tick_atom) {
        expire_leases(self);
        pair_up(self);
        send_back(self);
        report(self);
        self->delayed_send(self, tick_interval, tick_atom::value);
      },
      [=](drain_atom) { start_drain(self); },
  };
}

}  // namespace laundromat
