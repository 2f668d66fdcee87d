// Grants slots at hosts and reads their robots.txt.
// SPDX-License-Identifier: Apache-2.0
#include "actors/politeness_scheduler.hpp"

#include <algorithm>

#include "actors/commit.hpp"
#include "core/base/machine_fault.hpp"
#include "core/discovery/host_announcements.hpp"
#include "core/web/ftp_uri.hpp"
#include "core/web/http_values.hpp"
#include "core/web/registrable_domain.hpp"
#include "core/web/uri.hpp"
#include "messages/errors.hpp"

namespace laundromat {

namespace {

using politeness_scheduler_ptr = politeness_actor::stateful_pointer<politeness_state>;
using knowledge = host_robots::knowledge;

constexpr seconds scheduler_tick_interval{10};
constexpr seconds robots_timeout{900};
constexpr seconds machine_pause{5};  // between two attempts to read a robots.txt
constexpr std::size_t remembered_hosts = 10'000;
constexpr milliseconds full_pause{500};  // after the fetcher found no room at an address

void serve(politeness_scheduler_ptr self, const std::string& authority);
void serve_queue_of(politeness_scheduler_ptr self, const std::string& place);
void wake_later(politeness_scheduler_ptr self, const std::string& authority, host_queue& host, timestamp at);

robots_cache_policy cache_policy(const campaign& c) {
  robots_cache_policy p;
  p.fresh = seconds{3'600} * c.robots.expiry_h;
  return p;
}

/// Notes the address of the last connection to a host.
void learn_address(politeness_scheduler_ptr self, host_queue& host, const std::string& address,
                   bool found_no_room) {
  const auto place = place_of_address(address);
  if (place.empty()) return;
  host.address = place;
  const auto at = now(*self->state.env, self);
  if (found_no_room) self->state.shared.hold(place, at, at + full_pause);
}

/// Reports what a host announces, as far as the campaign wants it.
void report_announcements(politeness_scheduler_ptr self, const host_queue& host, const std::string& any_uri) {
  const auto& wanted = settings_in_force(*self->state.env).discovery;
  announcements found;
  if (wanted.robots_sitemaps)
    found = sitemaps_of_robots(resolve_iri(any_uri, "/robots.txt"), host.robots.sitemaps());
  if (wanted.well_known) found.uris.push_back(well_known_void(any_uri));
  if (!found.uris.empty()) self->send(self->state.journal, save_atom::value, std::move(found));
}

void robots_arrived(politeness_scheduler_ptr self, const std::string& authority,
                    const robots_outcome& answer) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  const auto at = now(*s.env, self);
  const auto cause = answer.found_no_room ? errc::cancelled : answer.cause;
  const bool was_answered = host_robots::is_answer(cause, answer.redirects);
  // Before `end`, which sets the next pause: the first document waits for the Crawl-delay, too.
  if (was_answered) host.learn_robots(answer, at);
  if (was_answered && !host.waiting.empty()) report_announcements(self, host, host.waiting.front().uri);
  host.schedule.end(at, {at - host.last_grant, cause, status_number(answer.status),
                         parse_retry_after(answer.retry_after, at)});
  const auto freed = std::exchange(host.reading_at, {});
  s.shared.end(freed);
  learn_address(self, host, answer.address, answer.found_no_room);
  for (const auto& place : freed) serve_queue_of(self, place);
  if (!was_answered) host.robots.put_off();
  if (cause == errc::cancelled) return wake_later(self, authority, host, at + full_pause);
  if (!was_answered && (cause == errc::address_refused || cause == errc::port_refused)) {
    // The guard refuses this address: no request is ever sent.
    host.answer_all({answer.cause, answer.detail.empty() ? authority : answer.detail, {}});
    if (host.may_forget()) s.hosts.erase(authority);
    return;
  }
  if (is_machine_fault(answer.cause)) {
    // A fault of our machine says nothing about the robots.txt.
    s.env->paused = true;
    return wake_later(self, authority, host, at + machine_pause);
  }
  auto record = host.record(authority, at);
  record.robots = host.record_of_robots(answer, at);
  self->send(s.journal, save_atom::value, std::move(record));
  serve(self, authority);
}

void read_robots(politeness_scheduler_ptr self, const std::string& authority) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  host.robots.begin_reading();
  host.last_grant = now(*s.env, self);
  host.reading_at = host.places();
  const auto& any = host.waiting.front().uri;
  self->request(s.fetcher, robots_timeout,
                robots_job{resolve_iri(any, "/robots.txt"), host.place_for_fetcher()})
      .then([self, authority](const robots_outcome& answer) { robots_arrived(self, authority, answer); },
            [self, authority](const caf::error&) {
              robots_outcome none;
              none.cause = errc::http_timeout;
              robots_arrived(self, authority, none);
            });
}

/// Asks the journal for the stored state of the host, so that a restart stays polite.
void look_up(politeness_scheduler_ptr self, const std::string& authority) {
  auto& s = self->state;
  s.hosts.at(authority).robots.begin_lookup();
  self->request(s.journal, no_timeout, lookup_atom::value, authority)
      .then(
          [self, authority](const host_record& known) {
            auto& host = self->state.hosts.at(authority);
            const auto& settings = settings_in_force(*self->state.env);
            host.schedule = host_schedule{policy_for(settings, authority),
                                          {known.next_allowed, known.waits_for, known.detail,
                                           known.suspended_until, known.failures, std::nullopt}};
            if (settings.politeness.domain_connections > 0 || settings.politeness.domain_delay_s > 0)
              host.domain = place_of_domain(registrable_domain(authority.substr(0, authority.rfind(':'))));
            host.address = known.place;
            host.robots.restore(known.robots);
            host.obey_crawl_delay();
            host.schedule.rest_since(known.last_fetch);
            serve(self, authority);
          },
          [self](const caf::error& e) { self->quit(e); });
}

void wake_later(politeness_scheduler_ptr self, const std::string& authority, host_queue& host, timestamp at) {
  if (host.wake_at != timestamp{} && host.wake_at <= at) return;
  host.wake_at = at;
  self->delayed_send(self, at - now(*self->state.env, self), next_atom::value, authority);
}

/// Whether the host may be requested now. If not, the waiting requests are answered or a wake-up is set.
bool has_free_slot(politeness_scheduler_ptr self, const std::string& authority, host_queue& host,
                   timestamp at) {
  const auto slot = host.schedule.next_allowed(at);
  if (slot.why == errc::crawl_delay_too_long) {
    host.answer_all({slot.why, host.schedule.reason(slot.why), {}});
    return false;
  }
  if (!slot.at) return false;  // the end of a request serves the next one
  if (*slot.at > at + longest_wait) {
    host.put_off(slot.why, host.schedule.reason(slot.why), *slot.at);
    return false;
  }
  if (*slot.at > at) wake_later(self, authority, host, *slot.at);
  return *slot.at <= at;
}

/// Takes a slot at the host and at its address and domain. When one of these is full, the host waits in its queue.
bool takes_slot(politeness_scheduler_ptr self, const std::string& authority, host_queue& host) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  host.blocked_at.clear();
  if (!has_free_slot(self, authority, host, at)) return false;
  if (auto full = s.shared.begin(host.places(), authority, at)) {
    host.blocked_at = *std::move(full);
    serve_queue_of(self, host.blocked_at);  // sets its wake-up
    return false;
  }
  return host.schedule.begin(at);
}

/// Serves the hosts that wait for an address or domain while it has free slots, then sets a wake-up.
void serve_queue_of(politeness_scheduler_ptr self, const std::string& place) {
  auto& s = self->state;
  while (const auto next = s.shared.take_next(place, now(*s.env, self)))
    if (s.hosts.contains(*next)) serve(self, *next);
  const auto at = s.shared.next_move(place, now(*s.env, self));
  if (!at) return;
  if (const auto known = s.moves_at.find(place); known != s.moves_at.end() && known->second <= *at) return;
  s.moves_at[place] = *at;
  self->delayed_send(self, *at - now(*s.env, self), next_atom::value, place);
}

void serve(politeness_scheduler_ptr self, const std::string& authority) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  host.obey(*steering_of(*s.env), now(*s.env, self));
  host.expire_robots(now(*s.env, self));
  const auto robots = host.robots.state();
  if (robots == knowledge::unknown) return look_up(self, authority);
  if (robots == knowledge::looking_up) return;
  if (robots == knowledge::known) host.refuse_forbidden(now(*s.env, self));
  const bool may_read = robots == knowledge::stale && s.fetcher;
  while (!host.waiting.empty()) {
    const bool needs_rules = !is_ftp(host.waiting.front().uri);
    if (needs_rules && !may_read && robots != knowledge::known) return;
    if (!takes_slot(self, authority, host)) return;
    if (needs_rules && may_read) return read_robots(self, authority);
    host.last_grant = now(*s.env, self);
    auto& next = host.waiting.front();
    s.granted.emplace(++s.last_permit, granted_request{authority, host.places(), next.remote_fetcher});
    next.promise.deliver(
        permit_answer{errc::ok, "", {}, s.last_permit, false, retry_rule::never, host.place_for_fetcher()});
    host.waiting.pop_front();
  }
}

/// Monitors the sender when it is the fetcher of a worker node, which may disappear without a `release`. Returns it, else null.
caf::actor_addr monitor_remote_fetcher(politeness_scheduler_ptr self) {
  const auto& sender = self->current_sender();
  if (!sender || sender->node() == self->node()) return {};
  auto address = caf::actor_cast<caf::actor_addr>(sender);
  if (self->state.remote_fetchers.insert(address).second) self->monitor(address);
  return address;
}

host_queue& queue_of(politeness_state& s, const std::string& authority) {
  const auto [found, is_new] = s.hosts.try_emplace(authority);
  if (is_new) {
    const auto& settings = settings_in_force(*s.env);
    found->second.robots = host_robots{settings.contact.product, cache_policy(settings)};
  }
  return found->second;
}

/// When the operator has changed something, which may be the end of waits, asks the journal again for hosts that wait by themselves; those without requests
/// are forgotten.
void obey_operator(politeness_scheduler_ptr self) {
  auto& s = self->state;
  auto in_force = steering_of(*s.env);
  if (s.obeyed == in_force) return;
  s.obeyed = std::move(in_force);
  const auto at = now(*s.env, self);
  const auto& settings = settings_in_force(*s.env);
  std::erase_if(s.hosts,
                [&](const auto& one) { return one.second.may_forget() && one.second.waits_by_itself(at); });
  for (auto& [authority, host] : s.hosts) {
    if (!host.may_look_up_again() || !host.waits_by_itself(at)) continue;
    host.robots = host_robots{settings.contact.product, cache_policy(settings)};
    serve(self, authority);
  }
}

caf::result<permit_answer> admit(politeness_scheduler_ptr self, const std::string& uri) {
  auto& s = self->state;
  obey_operator(self);
  if (uri.starts_with("file:")) return permit_answer{};
  const auto authority = authority_key(uri);
  if (!authority) return permit_answer{errc::uri_syntax, authority.error().detail, {}};
  if (s.draining) return permit_answer{errc::cancelled, "the engine stops", {}, 0, true};
  auto remote_fetcher = monitor_remote_fetcher(self);  // before the promise, which takes the sender away
  auto promise = self->make_response_promise<permit_answer>();
  queue_of(s, *authority).waiting.push_back({uri, now(*s.env, self), promise, std::move(remote_fetcher)});
  serve(self, *authority);
  return promise;
}

void release(politeness_scheduler_ptr self, const request_end& ended) {
  auto& s = self->state;
  const auto node = s.granted.extract(ended.permit);
  if (node.empty()) return;
  const auto& [authority, places, remote_fetcher] = node.mapped();
  const auto at = now(*s.env, self);
  auto& host = s.hosts.at(authority);
  host.schedule.end(
      at, {ended.took, ended.error, status_number(ended.status), parse_retry_after(ended.retry_after, at)});
  s.shared.end(places);
  learn_address(self, host, ended.address, ended.found_no_room);
  if (auto record = host.unsaved_record(authority, at))
    self->send(s.journal, save_atom::value, *std::move(record));
  serve(self, authority);
  for (const auto& place : places) serve_queue_of(self, place);
}

/// Removes the waiting requests of a fetcher that is gone, and ends its permitted ones.
void forget(politeness_scheduler_ptr self, const caf::actor_addr& remote_fetcher) {
  auto& s = self->state;
  s.remote_fetchers.erase(remote_fetcher);
  for (auto& [authority, host] : s.hosts)
    std::erase_if(host.waiting,
                  [&](const waiting_request& request) { return request.remote_fetcher == remote_fetcher; });
  std::vector<std::uint64_t> held;
  for (const auto& [permit, request] : s.granted)
    if (request.remote_fetcher == remote_fetcher) held.push_back(permit);
  for (const auto permit : held) release(self, never_sent(permit));
}

std::vector<std::string> busy_hosts(politeness_scheduler_ptr self) {
  obey_operator(self);
  std::vector<std::string> out;
  const auto at = now(*self->state.env, self);
  for (const auto& [authority, host] : self->state.hosts)
    if (host.is_busy(at)) out.push_back(authority);
  return out;
}

/// Reports which requests wait for hosts when that has changed.
void show_waits(politeness_scheduler_ptr self) {
  auto& s = self->state;
  auto waits = waits_for(s.hosts, now(*s.env, self));
  if (waits == s.shown) return;
  self->send(s.reporter, gauge_atom::value, waits);
  s.shown = std::move(waits);
}

/// Ends requests that were never released, answers requests that have waited long, and forgets unused hosts, which the journal has.
void tidy(politeness_scheduler_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  const seconds longest{2 * settings_in_force(*s.env).network.total_timeout_s};
  for (auto& [authority, host] : s.hosts) {
    host.put_off_late(at);
    if (host.schedule.open_requests() == 0 || host.robots.state() == knowledge::reading ||
        host.last_grant + longest >= at)
      continue;
    host.schedule.end(at, {longest, errc::cancelled, 0, std::nullopt});
    const auto oldest = std::ranges::find_if(
        s.granted, [&](const auto& request) { return request.second.authority == authority; });
    std::vector<std::string> freed;
    if (oldest != s.granted.end()) freed = s.granted.extract(oldest).mapped().places;
    s.shared.end(freed);
    host.last_grant = at;
    serve(self, authority);
    for (const auto& place : freed) serve_queue_of(self, place);
  }
  s.shared.tidy(at);
  if (s.hosts.size() > remembered_hosts)
    std::erase_if(s.hosts,
                  [](const auto& h) { return h.second.may_forget() && h.second.wake_at == timestamp{}; });
}

}  // namespace

politeness_actor::behavior_type politeness_scheduler(politeness_scheduler_ptr self, environment_ptr env,
                                                     journal_actor journal, reporter_actor reporter) {
  self->state.env = std::move(env);
  self->state.journal = std::move(journal);
  self->state.reporter = std::move(reporter);
  const auto& settings = settings_in_force(*self->state.env);
  self->state.shared = shared_slots{address_policy_for(settings), domain_policy_for(settings)};
  self->set_down_handler([self](caf::down_msg& down) { forget(self, down.source); });
  self->delayed_send(self, scheduler_tick_interval, tick_atom::value);
  return {
      [=](permit_atom, const std::string& uri) { return admit(self, uri); },
      [=](release_atom, const request_end& ended) { release(self, ended); },
      [=](due_atom) { return busy_hosts(self); },
      [=](pull_atom, const fetcher_actor& fetcher) {
        self->state.fetcher = fetcher;
        for (auto& host : self->state.hosts) serve(self, host.first);
      },
      [=](next_atom, const std::string& authority) {
        const auto found = self->state.hosts.find(authority);
        if (self->state.moves_at.erase(authority) > 0) return serve_queue_of(self, authority);
        if (found == self->state.hosts.end()) return;
        found->second.wake_at = {};
        serve(self, authority);
      },
      [=](reload_atom) {
        const auto& in_force = settings_in_force(*self->state.env);
        for (auto& [authority, host] : self->state.hosts)
          host.schedule.obey_policy(policy_for(in_force, authority));
      },
      [=](tick_atom) {
        tidy(self);
        show_waits(self);
        self->delayed_send(self, scheduler_tick_interval, tick_atom::value);
      },
      [=](drain_atom) {
        self->state.draining = true;
        for (auto& host : self->state.hosts)
          host.second.answer_all({errc::cancelled, "the engine stops", {}, 0, true});
      },
  };
}

}  // namespace laundromat
