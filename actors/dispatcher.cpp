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

/// Pairs after the messages that have arrived already, so that small jobs are sent together.
void ask_to_pair(dispatcher_ptr self) {
  if (!std::exchange(self->state.pairing, true)) self->send(self, next_atom::value);
}

lease make_lease(dispatcher_ptr self, const caf::actor& worker, dispatched_work work) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  const lease granted{s.next_lease++, at + lease_time(settings_in_force(*s.env), s.which)};
  s.leases.grant(granted.id, {worker.address(), at, granted.deadline, std::move(work)});
  return granted;
}

void grant(dispatcher_ptr self, const caf::actor& worker) {
  auto claim = std::move(self->state.claims.front());
  self->state.claims.pop_front();
  const auto granted = make_lease(self, worker, {claim.claimant, {}});
  claim.promise.deliver(granted, worker);
}

template <class Jobs>
void refuse(Jobs&& jobs, const caf::error& why) {
  for (auto& one : jobs) one.promise.deliver(why);
}

/// The worker has not done the jobs. A fault of our machine, or a stop, says nothing about them.
void take_back(dispatcher_ptr self, small_job_queue::letter letter, const caf::error& error) {
  auto& s = self->state;
  const auto why = to_failure(error, errc::worker_crashed);
  const bool is_over = s.draining || is_machine_fault(why.code) || why.code == errc::cancelled;
  refuse(is_over ? std::move(letter.jobs) : s.small.take_back(std::move(letter)), to_error(why));
}

void take_answers(dispatcher_ptr self, std::uint64_t id, unpack_answers& answers) {
  auto ended = self->state.leases.end(id);
  auto letter = ended ? std::move(ended->work.letter) : small_job_queue::letter{};
  auto& jobs = letter.jobs;
  if (answers.each.size() == jobs.size()) {
    for (std::size_t i = 0; i < jobs.size(); ++i)
      answers.each[i] ? jobs[i].promise.deliver(std::move(*answers.each[i]))
                      : jobs[i].promise.deliver(to_error(answers.each[i].error()));
    return;
  }
  for (auto& late : answers.each)
    if (late) drop_files(*self->state.env, *late);
  if (!jobs.empty()) take_back(self, std::move(letter), to_error({errc::worker_crashed, ""}));
}

void take_failure(dispatcher_ptr self, std::uint64_t id, const caf::error& why) {
  if (auto ended = self->state.leases.end(id)) take_back(self, std::move(ended->work.letter), why);
}

/// More letters than processors do not finish them sooner.
letter_limits limits_of_letters() {
  static const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return {.letters = processors};
}

bool may_send_small(dispatcher_ptr self) {
  auto& s = self->state;
  if (s.small.size() == 0) return false;
  std::vector<sent_letter> sent;
  for (const auto& [id, held] : s.leases.all())
    if (!held.work.entry)
      sent.push_back({held.since, !s.used.contains(held.holder) && !s.remote.contains(held.holder)});
  return may_send_letter(s.small.size(), sent, now(*s.env, self), limits_of_letters());
}

void send_small(dispatcher_ptr self, const caf::actor& worker) {
  auto& s = self->state;
  const bool is_remote = s.remote.contains(worker.address());  // takes single jobs only
  auto letter = s.small.take(is_remote ? 1 : letter_limits{}.most_jobs);
  const bool is_single = is_remote || letter.is_repeated;  // alone a job has the whole time of its lease
  std::vector<unpack_job> jobs;
  for (const auto& one : letter.jobs) jobs.push_back(one.job);
  const auto id = make_lease(self, worker, {nullptr, std::move(letter)}).id;
  for (auto& job : jobs) job.lease = id;
  const auto failed = [self, id](const caf::error& e) {
    take_failure(self, id, e);
    ask_to_pair(self);
  };
  const auto to = caf::actor_cast<unpacker_actor>(worker);
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

[[nodiscard]] std::size_t local_workers(const dispatcher_state& s) {
  return s.workers.size() - s.remote.size();
}

/// Ends a worker of this machine that has no job, when there are too many. Whether it did.
bool dismiss(dispatcher_ptr self, const caf::actor& worker) {
  auto& s = self->state;
  if (s.remote.contains(worker.address()) || local_workers(s) <= s.pool_size) return false;
  s.workers.erase(worker.address());
  s.used.erase(worker.address());
  self->demonitor(worker);
  self->send_exit(worker, caf::exit_reason::user_shutdown);
  return true;
}

/// The one fetcher makes all downloads, and requests as many as its number says.
void resize_fetcher(dispatcher_ptr self, std::uint32_t downloads) {
  const auto& s = self->state;
  for (const auto& [address, worker] : s.workers)
    if (!s.remote.contains(address))
      self->send(caf::actor_cast<fetcher_actor>(worker), reload_atom::value, downloads);
}

void resize(dispatcher_ptr self, std::uint32_t pool_size) {
  auto& s = self->state;
  if (s.draining) return;
  if (s.which == stage::fetch) return resize_fetcher(self, pool_size);
  s.pool_size = pool_size;
  while (local_workers(s) < pool_size) spawn_worker(self);
  std::erase_if(s.idle, [&](const caf::actor& worker) { return dismiss(self, worker); });
}

/// Tells the entries, or takes the small jobs back.
void lose_each(dispatcher_ptr self, std::vector<dispatcher_leases::ended_lease> ended, errc why) {
  for (auto& [id, held] : ended)
    if (held.work.entry)
      caf::anon_send(caf::actor_cast<entry_actor>(held.work.entry), lost_atom::value, id, why);
    else
      take_back(self, std::move(held.work.letter), to_error({why, ""}));
}

/// A worker has finished a lease. That of a letter ends with its answers, which follow.
void end_lease(dispatcher_state& s, std::uint64_t finished) {
  const auto* held = s.leases.find(finished);
  if (held != nullptr && held->work.entry) s.leases.end(finished);
}

/// Ends all leases of a worker that is gone, and starts another worker.
void replace_worker(dispatcher_ptr self, const caf::actor_addr& gone, errc why) {
  auto& s = self->state;
  lose_each(self, s.leases.end_all_of(gone), why);
  s.workers.erase(gone);
  s.used.erase(gone);
  std::erase_if(s.idle, [&](const caf::actor& a) { return a.address() == gone; });
  if (s.remote.erase(gone) > 0 || s.draining) return;
  if (!s.budget.take(now(*s.env, self))) {
    log_error("{} workers fail too often: the engine stops", to_string(s.which));
    self->quit(to_error({errc::worker_crashed, "the restart budget of the pool is spent"}));
    return;
  }
  if (local_workers(s) < s.pool_size) spawn_worker(self);
}

/// A hung thread cannot be ended: its worker is removed from the pool, and ends when it requests a job again. A remote worker stays, because its
/// other executors go on.
void expire_leases(dispatcher_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  const auto is_remote = [&](const auto& held) { return s.remote.contains(held.holder); };
  lose_each(self, s.leases.end_late(at, is_remote), errc::lease_expired);
  std::set<caf::actor_addr> hung;
  for (const auto& [id, held] : s.leases.all())
    if (held.deadline <= at) hung.insert(held.holder);
  for (const auto& worker : hung) {
    log_warning("a worker of the {} stage did not answer within its lease and is replaced",
                to_string(s.which));
    replace_worker(self, worker, errc::lease_expired);
  }
}

void take_pull(dispatcher_ptr self, const caf::actor& worker, std::uint64_t finished) {
  auto& s = self->state;
  if (!s.workers.contains(worker.address())) {
    self->send_exit(worker, caf::exit_reason::user_shutdown);
    return;
  }
  end_lease(s, finished);
  if (dismiss(self, worker)) return;
  if (finished != 0) s.used.insert(worker.address());
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
  refuse(s.small.clear(), to_error({errc::cancelled, "the engine stops"}));
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
  s.small.add({promise, std::move(job)});
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
  return std::max(washing, hop * (c.network.max_redirects + c.network.resumes + 1));
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
  s.pool_size = pool_size;
  for (std::uint32_t i = 0; i < pool_size; ++i) spawn_worker(self);
  self->delayed_send(self, dispatcher_tick_interval, tick_atom::value);
  return {
      [=](claim_atom) { return take_claim(self); },
      [=](work_atom, unpack_job& job) { return take_small(self, job); },
      [=](pull_atom, const caf::actor& worker, std::uint64_t finished) { take_pull(self, worker, finished); },
      [=](register_atom, const caf::actor& worker) { register_worker(self, worker); },
      [=](rescind_atom, const caf::actor& worker, std::uint32_t most) { return rescind(self, worker, most); },
      [=](over_atom, std::uint64_t finished) { end_lease(self->state, finished); },
      [=](reload_atom, std::uint32_t size) { resize(self, size); },
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
