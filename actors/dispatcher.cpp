// Grants leases and ends them.
// SPDX-License-Identifier: Apache-2.0
#include "actors/dispatcher.hpp"

#include <algorithm>
#include <caf/send.hpp>
#include <vector>

#include "actors/log.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

using dispatcher_ptr = dispatcher_actor::stateful_pointer<dispatcher_state>;

constexpr milliseconds dispatcher_tick_interval{250};
constexpr seconds longest_claim{300};
constexpr seconds longest_queue{600};  // of one hop at the politeness scheduler

void pair_up(dispatcher_ptr self) {
  auto& s = self->state;
  if (!may_work(*s.env)) return;  // the next tick tries again
  while (!s.claims.empty() && !s.idle.empty()) {
    auto claim = std::move(s.claims.front());
    s.claims.pop_front();
    // The worker that finished last has its data in the caches; the other workers and their processes sleep.
    auto worker = s.idle.back();
    s.idle.pop_back();
    const lease granted{s.next_lease++, now(*s.env, self) + lease_time(s.env->settings, s.which)};
    s.leases.emplace(granted.id, held_lease{granted.deadline, worker.address(), claim.claimant});
    claim.promise.deliver(granted, worker);
  }
}

void spawn_worker(dispatcher_ptr self) {
  auto worker = self->state.make_worker(self, dispatcher_actor{self});
  self->monitor(worker);
  self->state.workers.emplace(worker.address(), worker);
}

/// Ends the leases for which `are_over` is true, and notifies their entries.
template <class Predicate>
void lose_leases(dispatcher_ptr self, errc why, Predicate are_over) {
  std::erase_if(self->state.leases, [&](const auto& held) {
    if (!are_over(held.second)) return false;
    caf::anon_send(caf::actor_cast<entry_actor>(held.second.holder), lost_atom::value, held.first, why);
    return true;
  });
}

/// Ends all leases of a worker that is gone, and starts another worker.
void replace_worker(dispatcher_ptr self, const caf::actor_addr& gone, errc why) {
  auto& s = self->state;
  lose_leases(self, why, [&](const held_lease& held) { return held.worker == gone; });
  s.workers.erase(gone);
  std::erase_if(s.idle, [&](const caf::actor& a) { return a.address() == gone; });
  if (s.remote.erase(gone) > 0 || s.draining) return;
  if (!s.budget.take(now(*s.env, self))) {
    log_error("{} workers fail too often: the engine stops", to_string(s.which));
    self->quit(to_error({errc::worker_crashed, "the restart budget of the pool is spent"}));
    return;
  }
  spawn_worker(self);
}

/// A hung thread cannot be ended: its worker is removed from the pool, and ends when it requests a job again. A remote worker stays, because its
/// other executors go on.
void expire_leases(dispatcher_ptr self) {
  const auto at = now(*self->state.env, self);
  lose_leases(self, errc::lease_expired, [&](const held_lease& held) {
    return held.deadline < at && self->state.remote.contains(held.worker);
  });
  std::vector<caf::actor_addr> hung;
  for (const auto& [id, held] : self->state.leases)
    if (held.deadline < at) hung.push_back(held.worker);
  for (const auto& worker : hung) {
    log_warning("a worker of the {} stage did not answer within its lease and is replaced",
                to_string(self->state.which));
    replace_worker(self, worker, errc::lease_expired);
  }
}

void take_pull(dispatcher_ptr self, const caf::actor& worker, std::uint64_t finished) {
  auto& s = self->state;
  if (!s.workers.contains(worker.address())) {
    self->send_exit(worker, caf::exit_reason::user_shutdown);
    return;
  }
  s.leases.erase(finished);
  // A remote worker must transfer bodies that are stored here, and washes itself what it downloads.
  const bool is_remote = s.remote.contains(worker.address());
  if (is_remote == (s.which == stage::fetch))
    s.idle.push_back(worker);
  else
    s.idle.push_front(worker);
  pair_up(self);
}

void register_worker(dispatcher_ptr self, const caf::actor& worker) {
  self->monitor(worker);
  self->state.workers.emplace(worker.address(), worker);
  self->state.remote.insert(worker.address());
}

std::uint32_t rescind(dispatcher_ptr self, const caf::actor& worker, std::uint32_t most) {
  std::uint32_t rescinded = 0;
  std::erase_if(self->state.idle,
                [&](const caf::actor& a) { return a == worker && rescinded < most && ++rescinded > 0; });
  return rescinded;
}

/// Answers claims that have waited long with `request_timeout`, so that the entry claims again. After the entry's own time-out a worker would
/// be granted to an entry that does not use it.
void cancel_claims(dispatcher_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  while (!s.claims.empty() && s.claims.front().since + longest_claim <= at) {
    s.claims.front().promise.deliver(caf::make_error(caf::sec::request_timeout));
    s.claims.pop_front();
  }
}

void report(dispatcher_ptr self) {
  auto& s = self->state;
  const stage_gauge gauge{s.which, static_cast<std::uint32_t>(s.claims.size()),
                          static_cast<std::uint32_t>(s.leases.size()),
                          static_cast<std::uint32_t>(s.workers.size())};
  if (gauge == s.shown) return;
  s.shown = gauge;
  self->send(s.reporter, gauge_atom::value, gauge);
}

void start_drain(dispatcher_ptr self) {
  auto& s = self->state;
  s.draining = true;
  for (auto& claim : s.claims) claim.promise.deliver(to_error({errc::cancelled, "the engine stops"}));
  s.claims.clear();
}

caf::result<lease, caf::actor> take_claim(dispatcher_ptr self) {
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

/// All downloads share one fetcher, and each hop has its own time-outs. The lease must last for the longest chain of hops: when it expires, the
/// fetcher is replaced and all its downloads are lost.
seconds lease_time(const campaign& c, stage which) {
  const seconds washing{c.limits.lease_s};
  if (which != stage::fetch) return washing;
  const seconds hop = seconds{c.network.total_timeout_s} + longest_queue;
  return std::max(washing, hop * (c.network.max_redirects + 1));
}

dispatcher_actor::behavior_type dispatcher(dispatcher_ptr self, environment_ptr env, stage which,
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
    log_warning("a worker of the {} stage died: {}", to_string(self->state.which),
                caf::to_string(down.reason));
    replace_worker(self, down.source, errc::worker_crashed);
  });
  for (std::uint32_t i = 0; i < pool_size; ++i) spawn_worker(self);
  self->delayed_send(self, dispatcher_tick_interval, tick_atom::value);
  return {
      [=](claim_atom) { return take_claim(self); },
      [=](pull_atom, const caf::actor& worker, std::uint64_t finished) { take_pull(self, worker, finished); },
      [=](register_atom, const caf::actor& worker) { register_worker(self, worker); },
      [=](rescind_atom, const caf::actor& worker, std::uint32_t most) { return rescind(self, worker, most); },
      [=](over_atom, std::uint64_t finished) { self->state.leases.erase(finished); },
      [=](tick_atom) {
        expire_leases(self);
        pair_up(self);
        cancel_claims(self);
        report(self);
        self->delayed_send(self, dispatcher_tick_interval, tick_atom::value);
      },
      [=](drain_atom) { start_drain(self); },
  };
}

}  // namespace laundromat
