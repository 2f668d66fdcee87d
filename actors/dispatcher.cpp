// Grants leases and ends them.
// SPDX-License-Identifier: Apache-2.0
#include "actors/dispatcher.hpp"

#include <algorithm>
#include <caf/send.hpp>
#include <thread>
#include <vector>

#include "actors/commit.hpp"
#include "actors/drop_files.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

using dispatcher_ptr = dispatcher_actor::stateful_pointer<dispatcher_state>;

constexpr milliseconds dispatcher_tick_interval{250};
constexpr seconds longest_queue{600};  // of one hop at the politeness scheduler
constexpr std::size_t most_together = 16;
constexpr milliseconds usual_small_time{50};

/// Pairs after the messages that have arrived already, so that small jobs are sent together.
void ask_to_pair(dispatcher_ptr self) {
  if (!std::exchange(self->state.pairing, true)) self->send(self, next_atom::value);
}

lease make_lease(dispatcher_ptr self, const caf::actor& worker, const caf::strong_actor_ptr& holder) {
  auto& s = self->state;
  const lease granted{s.next_lease++, now(*s.env, self) + lease_time(s.env->settings, s.which)};
  s.leases.emplace(granted.id, held_lease{granted.deadline, worker.address(), holder});
  return granted;
}

void grant(dispatcher_ptr self, const caf::actor& worker) {
  auto claim = std::move(self->state.claims.front());
  self->state.claims.pop_front();
  const auto granted = make_lease(self, worker, claim.claimant);
  claim.promise.deliver(granted, worker);
}

template <class Jobs>
void refuse(Jobs& jobs, const caf::error& why) {
  for (auto& one : jobs) one.promise.deliver(why);
}

/// The worker has not done the jobs. A fault of our machine, or a stop, says nothing about them. Else each is tried alone, before it is refused.
void take_back(dispatcher_ptr self, std::vector<small_job> jobs, const caf::error& error) {
  auto& s = self->state;
  const auto why = to_failure(error, errc::worker_crashed);
  if (jobs.size() == 1 || s.draining || is_machine_fault(why.code) || why.code == errc::cancelled)
    return refuse(jobs, to_error(why));
  for (auto& one : jobs) {
    one.alone = true;
    s.small.push_front(std::move(one));
  }
}

void take_answers(dispatcher_ptr self, std::uint64_t id, unpack_answers& answers) {
  auto letter = self->state.sent.extract(id);
  auto jobs = letter ? std::move(letter.mapped().jobs) : std::vector<small_job>{};
  if (answers.each.size() == jobs.size()) {
    for (std::size_t i = 0; i < jobs.size(); ++i)
      answers.each[i] ? jobs[i].promise.deliver(std::move(*answers.each[i]))
                      : jobs[i].promise.deliver(to_error(answers.each[i].error()));
    return;
  }
  for (auto& late : answers.each)
    if (late) drop_files(*self->state.env, *late);
  if (!jobs.empty()) take_back(self, std::move(jobs), to_error({errc::worker_crashed, ""}));
}

void take_failure(dispatcher_ptr self, std::uint64_t id, const caf::error& why) {
  if (auto letter = self->state.sent.extract(id)) take_back(self, std::move(letter.mapped().jobs), why);
}

/// Whether small jobs may be sent. While a letter is under way those that arrive are collected, until there are enough for another one; more
/// letters than processors do not finish them sooner. Letters that take long do not count.
bool may_send_small(dispatcher_ptr self) {
  static const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  auto& s = self->state;
  if (s.small.empty() || s.sent.empty()) return !s.small.empty();
  const auto at = now(*s.env, self);
  const auto under_way = std::ranges::count_if(
      s.sent, [&](const auto& one) { return at - one.second.since < usual_small_time; });
  return static_cast<std::size_t>(under_way) < (s.small.size() < most_together ? 1 : processors);
}

/// Takes the small jobs that one worker gets. One that is to be tried alone is the only one.
std::vector<small_job> take_together(dispatcher_state& s, std::size_t most) {
  std::vector<small_job> taken;
  while (!s.small.empty() && taken.size() < most && (taken.empty() || !s.small.front().alone)) {
    taken.push_back(std::move(s.small.front()));
    s.small.pop_front();
    if (taken.back().alone) break;
  }
  return taken;
}

void send_small(dispatcher_ptr self, const caf::actor& worker) {
  auto& s = self->state;
  const auto id = make_lease(self, worker, nullptr).id;
  auto& letter = s.sent[id];
  letter.since = now(*s.env, self);
  letter.jobs = take_together(s, s.remote.contains(worker.address()) ? 1 : most_together);
  std::vector<unpack_job> jobs;
  for (const auto& one : letter.jobs) {
    jobs.push_back(one.job);
    jobs.back().lease = id;
  }
  const auto failed = [self, id](const caf::error& e) {
    take_failure(self, id, e);
    ask_to_pair(self);
  };
  const auto to = caf::actor_cast<unpacker_actor>(worker);
  // A remote worker takes single jobs only, and alone a job has the whole time of its lease.
  const bool is_single = s.remote.contains(worker.address()) || letter.jobs.front().alone;
  if (!is_single) {
    self->request(to, no_timeout, std::move(jobs))
        .then([self, id](unpack_answers& answers) { take_answers(self, id, answers); }, failed);
    return;
  }
  self->request(to, no_timeout, std::move(jobs.front()))
      .then(
          [self, id](unpack_outcome& found) {
            unpack_answers one;
            one.each.emplace_back(std::move(found));
            take_answers(self, id, one);
          },
          failed);
}

void pair_up(dispatcher_ptr self) {
  auto& s = self->state;
  if (!may_work(*s.env)) return;  // the next tick tries again
  while (!s.idle.empty()) {
    const bool sends_small = may_send_small(self) && !(s.small_was_last && !s.claims.empty());
    if (!sends_small && s.claims.empty()) return;
    // The worker that finished last has its data in the caches; the other workers and their processes sleep.
    const auto worker = s.idle.back();
    s.idle.pop_back();
    s.small_was_last = sends_small;
    sends_small ? send_small(self, worker) : grant(self, worker);
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
    if (held.second.holder)
      caf::anon_send(caf::actor_cast<entry_actor>(held.second.holder), lost_atom::value, held.first, why);
    else
      take_failure(self, held.first, to_error({why, ""}));
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
  ask_to_pair(self);
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

void report(dispatcher_ptr self) {
  auto& s = self->state;
  const stage_gauge gauge{s.which, static_cast<std::uint32_t>(s.claims.size() + s.small.size()),
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
  refuse(s.small, to_error({errc::cancelled, "the engine stops"}));
  s.small.clear();
}

caf::result<lease, caf::actor> take_claim(dispatcher_ptr self) {
  auto& s = self->state;
  if (s.draining) return to_error({errc::cancelled, "the engine stops"});
  const auto claimant =
      caf::actor_cast<caf::strong_actor_ptr>(self->current_sender());  // the promise takes the sender away
  auto promise = self->make_response_promise<lease, caf::actor>();
  s.claims.push_back({promise, claimant});
  ask_to_pair(self);
  return promise;
}

caf::result<unpack_outcome> take_small(dispatcher_ptr self, unpack_job& job) {
  auto& s = self->state;
  if (s.draining) return to_error({errc::cancelled, "the engine stops"});
  auto promise = self->make_response_promise<unpack_outcome>();
  s.small.push_back({promise, std::move(job)});
  ask_to_pair(self);
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
      [=](work_atom, unpack_job& job) { return take_small(self, job); },
      [=](pull_atom, const caf::actor& worker, std::uint64_t finished) { take_pull(self, worker, finished); },
      [=](register_atom, const caf::actor& worker) { register_worker(self, worker); },
      [=](rescind_atom, const caf::actor& worker, std::uint32_t most) { return rescind(self, worker, most); },
      [=](over_atom, std::uint64_t finished) { self->state.leases.erase(finished); },
      [=](tick_atom) {
        expire_leases(self);
        pair_up(self);
        report(self);
        self->delayed_send(self, dispatcher_tick_interval, tick_atom::value);
      },
      [=](next_atom) {
        self->state.pairing = false;
        pair_up(self);
      },
      [=](drain_atom) { start_drain(self); },
  };
}

}  // namespace laundromat
