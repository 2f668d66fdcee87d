// The politeness scheduler: every request to the Web waits here for its slot.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/stateful_actor.hpp>
#include <caf/typed_event_based_actor.hpp>
#include <caf/typed_response_promise.hpp>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "actors/environment.hpp"
#include "core/web/politeness.hpp"
#include "core/web/postponed_requests.hpp"
#include "core/web/robots_cache.hpp"
#include "core/web/shared_slots.hpp"

namespace laundromat {

/// A request that waits for its slot.
struct waiting_request {
  std::string uri;
  timestamp since{};
  caf::typed_response_promise<permit_answer> promise;
  caf::actor_addr asker;  ///< on another machine; else null
};

/// A request that has its slot.
struct granted_request {
  std::string authority;
  std::vector<std::string> places;  ///< where it has a slot
  caf::actor_addr asker;
};

/// What the politeness scheduler knows of one host, `host:port`.
///
///     unknown ── asked the journal ──► stale ── slot free ──► reading robots.txt ──► known ── expired ──► stale
struct host_queue {
  enum class knowledge : std::uint8_t { unknown, asked, stale, reading, known };

  host_schedule schedule;
  robots_memory memory;
  robots_rules rules;  ///< of the last robots.txt that could be read
  knowledge robots = knowledge::unknown;
  failure robots_failure;  ///< why robots.txt could not be had when it was asked for last
  std::string domain;      ///< its place by name; empty unless the campaign asks
  std::string address;     ///< its place by the address of its last connection; empty before the first
  std::vector<std::string> reading_at;  ///< where the reading of robots.txt has a slot
  std::string blocked_at;               ///< the place in whose line it waits, or waited last
  std::deque<waiting_request> waiting;
  postponed_requests postponed;  ///< sent back to the journal
  timestamp last_grant{};
  timestamp wake_at{};  ///< a wake-up is on its way
};

/// In:  permit (of entries and fetchers), release, pull (of the fetcher that reads robots.txt), wake-ups, drain.
/// Out: permit answers; robots jobs to the fetcher; the state of each host to the journal; what waits for hosts to the reporter.
/// Spawned by the engine. One connection per host and a delay between requests, RFC 9309, Crawl-delay, Retry-After and
/// the circuit breaker are `core/web`'s, and so are the slots that all hosts at one address share; the politeness scheduler holds the promises. At which
/// address a host is nobody knows before a connection is made: the fetcher makes none where there is no room, and says so. A slot ends when its permit is given back, with
/// the fetcher of another machine that asked for it, or after the longest time that a transfer may take; who waits for too long is sent
/// back before it gives up by itself, so that no slot goes to nobody.
struct politeness_state {
  static constexpr const char* name = "politeness_scheduler";

  environment_ptr env;
  journal_actor journal;
  reporter_actor display;
  fetcher_actor fetcher;
  std::map<std::string, host_queue> hosts;
  shared_slots shared{{}, {}};
  std::map<std::string, timestamp> moves_at;         ///< by place: a wake-up of its line is on its way
  std::map<std::uint64_t, granted_request> granted;  ///< by permit
  std::set<caf::actor_addr> far_askers;              ///< watched
  std::uint64_t last_permit = 0;
  waiting_requests shown;  ///< what the reporter knows
  bool draining = false;
};

politeness_actor::behavior_type politeness_scheduler(
    politeness_actor::stateful_pointer<politeness_state> self, environment_ptr env, journal_actor journal,
    reporter_actor display);

}  // namespace laundromat
