// The politeness scheduler: the actor that decides when each request to the Web may be sent.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "actors/environment.hpp"
#include "actors/host_queue.hpp"
#include "core/web/shared_slots.hpp"

namespace laundromat {

/// A request that has a slot.
struct granted_request {
  std::string authority;
  std::vector<std::string> places;  ///< the addresses and domains at which it has a slot
  caf::actor_addr remote_fetcher;
};

/// Messages: `politeness_actor` in `messages/interfaces.hpp`. Spawned by the engine, which drains when it ends. The rules are in
/// `core/web`: robots.txt (`host_robots`), connections, delays, Retry-After and the circuit breaker (`host_schedule`), and the slots that
/// all hosts at one address share (`shared_slots`). This actor keeps the queues and answers requests. The address of a host is known only
/// after its first connection. So the fetcher checks the address again before it connects, and reports
/// `found_no_room` when the address has no free slot. A slot ends with `release`, with the end of the worker node that requested it, or after
/// the longest time that a transfer may take. A request that waits long is answered before its own time-out: after that, a slot would be
/// granted to an actor that does not use it.
struct politeness_state {
  static constexpr const char* name = "politeness_scheduler";

  environment_ptr env;
  journal_actor journal;
  reporter_actor reporter;
  fetcher_actor fetcher;
  std::map<std::string, host_queue> hosts;
  shared_slots shared{{}, {}};
  std::map<std::string, timestamp> moves_at;  ///< by address or domain: when the wake-up of its queue is set
  std::map<std::uint64_t, granted_request> granted;  ///< by permit
  std::set<caf::actor_addr> remote_fetchers;         ///< monitored fetchers of worker nodes
  std::uint64_t last_permit = 0;
  waiting_requests shown;                        ///< as sent to the reporter last
  std::shared_ptr<const steering_rules> obeyed;  ///< the rules that were in force at the last request
  bool draining = false;
};

politeness_actor::behavior_type politeness_scheduler(
    politeness_actor::stateful_pointer<politeness_state> self, environment_ptr env, journal_actor journal,
    reporter_actor reporter);

}  // namespace laundromat
