// The dispatcher of one stage: assigns waiting entries to free workers under leases.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "actors/environment.hpp"
#include "actors/supervision.hpp"
#include "core/leases/lease_table.hpp"
#include "core/leases/letters.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

/// Spawns a worker that requests its jobs from the given dispatcher.
using worker_factory = std::function<caf::actor(caf::local_actor*, dispatcher_actor)>;

/// The longest time that a worker may take for one job of this stage.
[[nodiscard]] seconds lease_time(const campaign& c, stage which);

/// A small job that came with its claim.
struct small_job {
  caf::typed_response_promise<unpack_outcome> promise;
  unpack_job job;
};
using small_job_queue = letter_queue<small_job>;

/// What a worker has under one lease: the job of an entry, or a letter.
struct dispatched_work {
  caf::strong_actor_ptr entry;  ///< null for a letter
  small_job_queue::letter letter;
};
using dispatcher_leases = lease_table<std::uint64_t, caf::actor_addr, dispatched_work>;

/// An entry that waits for a worker.
struct waiting_claim {
  caf::typed_response_promise<lease, caf::actor> promise;
  caf::strong_actor_ptr claimant;
};

/// Messages: `dispatcher_actor` in `messages/interfaces.hpp`. Spawned by the engine; spawns and supervises its pool. A worker that dies or
/// whose lease expires is replaced within the pool's restart budget; beyond it the dispatcher quits, and the engine drains. Registered
/// remote workers get downloads before the pool does, and other jobs only when the pool has no free worker. While our own machine cannot
/// work, no lease is granted. Small jobs that wait are sent together under one lease. When that ends without a result, each is sent alone, so
/// that a document that crashes its worker costs no other an attempt.
struct dispatcher_state {
  static constexpr const char* name = "dispatcher";

  environment_ptr env;
  stage which{};
  worker_factory make_worker;
  reporter_actor reporter;

  std::deque<waiting_claim> claims;
  small_job_queue small;        ///< that wait
  bool small_was_last = false;  ///< claims and small jobs take turns
  bool pairing = false;         ///< a message to itself, to pair, is on its way
  std::deque<caf::actor>
      idle;  ///< one element for each job that a worker requested; the last one gets the next job
  dispatcher_leases leases;
  std::map<caf::actor_addr, caf::actor> workers;
  std::set<caf::actor_addr> remote;  ///< the workers that registered
  std::set<caf::actor_addr> used;    ///< the workers that have finished a job
  std::uint64_t next_lease = 1;
  std::uint32_t pool_size = 0;  ///< of this machine's workers
  restart_budget budget;
  bool draining = false;
  stage_gauge shown;
};

dispatcher_actor::behavior_type dispatcher(dispatcher_actor::stateful_pointer<dispatcher_state> self,
                                           environment_ptr env, stage which, std::uint32_t pool_size,
                                           worker_factory make_worker, reporter_actor reporter);

}  // namespace laundromat
