// Turns at hosts.
// SPDX-License-Identifier: Apache-2.0
#include "actors/politeness_scheduler.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <charconv>

#include "actors/commit.hpp"
#include "core/base/machine_fault.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"
#include "messages/errors.hpp"
#include "net/registrable_domain.hpp"

namespace laundromat {

namespace {

using self_ptr = politeness_actor::stateful_pointer<politeness_state>;
using knowledge = host_queue::knowledge;

constexpr seconds tick_interval{10};
constexpr seconds longest_wait{60};  // whoever waits longer goes back to the journal
constexpr seconds robots_timeout{900};
constexpr seconds most_patience{540};  // less than anybody who asks will wait
constexpr seconds machine_pause{5};    // between two tries to read a robots.txt
constexpr std::size_t remembered_hosts = 10'000;
constexpr milliseconds full_pause{500};  // after the fetcher found no room at an address

void serve(self_ptr self, const std::string& authority);
void serve_line(self_ptr self, const std::string& place);
void wake_later(self_ptr self, const std::string& authority, host_queue& host, timestamp at);

int status_number(const std::string& text) {
  int out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

host_record record_of(const std::string& authority, const host_queue& host, timestamp at) {
  const auto& state = host.schedule.state();
  host_record out;
  out.authority = authority;
  out.next_allowed = state.not_before;
  out.suspended_until = state.suspended_until;
  out.failures = state.failures;
  out.waits_for = state.waits_for;
  const auto why = state.suspended_until > at ? errc::host_suspended : state.waits_for;
  if (why != errc::ok) out.detail = host.schedule.reason(why);
  out.place = host.address;
  out.last_fetch = at;
  return out;
}

robots_cache_policy cache_policy(const campaign& c) {
  robots_cache_policy p;
  p.fresh = seconds{3'600} * c.robots.expiry_h;
  return p;
}

/// What it means for documents that robots.txt could not be had: the first cause, where that is more than a status of HTTP.
failure failure_of_robots(const failure& why, const std::string& status) {
  if (why.code == errc::ok || why.code == errc::http_status)
    return {errc::robots_unreachable, "http_status " + status + " for robots.txt"};
  return {why.code, "reading robots.txt" + (why.detail.empty() ? "" : ": " + why.detail)};
}

/// What the journal keeps of it, and `read_status` understands.
std::string status_text(const robots_outcome& answer) {
  return answer.cause == errc::ok ? answer.status : to_string(failure{answer.cause, answer.detail});
}
failure read_status(const std::string& text) {
  const auto colon = std::min(text.find(": "), text.size());
  const auto cause = errc_from_name(text.substr(0, colon));
  return cause ? failure{*cause, text.substr(std::min(colon + 2, text.size()))} : failure{};
}

void obey_crawl_delay(host_queue& host) {
  host.schedule.obey_crawl_delay(host.rules.asked_pause(host.schedule.policy().crawl_delay_most));
}

void obey(self_ptr self, host_queue& host, const std::string& body) {
  host.rules = parse_robots(body, self->state.env->settings.contact.product);
  obey_crawl_delay(host);
}

/// Takes in what came of a robots.txt. A file that fails says nothing against the rules of the one before.
void learn(self_ptr self, host_queue& host, const robots_outcome& answer, timestamp at) {
  const auto access = access_from_status(answer.cause, status_number(answer.status));
  host.robots_failure = failure_of_robots({answer.cause, answer.detail}, answer.status);
  host.memory.note(access, at);
  if (access != robots_access::disallow_all)
    obey(self, host, access == robots_access::by_rules ? answer.body : "");
  else
    obey_crawl_delay(host);
  host.robots = knowledge::known;
}

/// Takes in what the journal knows of a robots.txt.
void remember(self_ptr self, host_queue& host, const robots_record& known) {
  if (known.fetched == timestamp{}) return;
  host.memory = {known.read, robots_access::by_rules, known.failing_since, known.fetched, known.failures};
  host.robots_failure = failure_of_robots(read_status(known.status), known.status);
  if (known.read != timestamp{}) obey(self, host, known.body.value_or(""));
  host.robots = knowledge::known;
}

/// When robots.txt is asked for again. While it fails, a Retry-After may have moved that.
timestamp next_robots(self_ptr self, const host_queue& host) {
  const auto next = host.memory.next_fetch(cache_policy(self->state.env->settings));
  return host.memory.failures > 0 ? std::max(next, host.schedule.state().not_before) : next;
}

robots_record robots_of(self_ptr self, const host_queue& host, const robots_outcome& answer, timestamp at) {
  const auto& memory = host.memory;
  robots_record out;
  out.fetched = at;
  out.expires = next_robots(self, host);
  out.status = status_text(answer);
  const bool has_rules = memory.access == robots_access::by_rules;
  if (memory.failures == 0) out.body = has_rules ? answer.body : "";
  out.read = memory.read_at;
  out.failing_since = memory.failing_since;
  out.failures = memory.failures;
  return out;
}

void answer_all(host_queue& host, const permit_answer& answer) {
  for (auto& request : host.waiting) request.promise.deliver(answer);
  host.waiting.clear();
}

/// Whether nothing is lost with it that the journal does not know.
bool may_forget(const host_queue& host) {
  return host.waiting.empty() && host.schedule.open_requests() == 0 && host.robots != knowledge::asked &&
         host.robots != knowledge::reading;
}

/// The address of a host becomes known with its connections, and may change.
void learn_address(self_ptr self, host_queue& host, const std::string& address, bool found_no_room) {
  const auto place = place_of_address(address);
  if (place.empty()) return;
  host.address = place;
  const auto at = now(*self->state.env, self);
  if (found_no_room) self->state.shared.hold(place, at, at + full_pause);
}

void robots_arrived(self_ptr self, const std::string& authority, const robots_outcome& answer) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  const auto at = now(*s.env, self);
  const auto cause = answer.found_no_room ? errc::cancelled : answer.cause;
  const bool was_asked = cause != errc::cancelled && cause != errc::address_refused &&
                         cause != errc::port_refused && !is_machine_fault(cause);
  // Before the pause behind this request: the first document waits for the Crawl-delay, too.
  if (was_asked) learn(self, host, answer, at);
  host.schedule.end(at, {at - host.last_grant, cause, status_number(answer.status),
                         parse_retry_after(answer.retry_after, at)});
  const auto freed = std::exchange(host.reading_at, {});
  s.shared.end(freed);
  learn_address(self, host, answer.address, answer.found_no_room);
  for (const auto& place : freed) serve_line(self, place);
  if (cause == errc::cancelled) {  // nothing was sent
    host.robots = knowledge::stale;
    return wake_later(self, authority, host, at + full_pause);
  }
  if (answer.cause == errc::address_refused || answer.cause == errc::port_refused) {
    // Nobody was asked: this says nothing of robots.txt, and will not change.
    host.robots = knowledge::stale;
    answer_all(host, {answer.cause, authority, {}});
    if (may_forget(host)) s.hosts.erase(authority);
    return;
  }
  if (is_machine_fault(answer.cause)) {
    // Nor does this say anything of robots.txt: it is read when the machine can.
    host.robots = knowledge::stale;
    s.env->paused = true;
    return wake_later(self, authority, host, at + machine_pause);
  }
  auto record = record_of(authority, host, at);
  record.robots = robots_of(self, host, answer, at);
  self->send(s.journal, save_atom::value, std::move(record));
  serve(self, authority);
}

/// Where a request to this host needs a slot that it shares with other hosts.
std::vector<std::string> places_of(const host_queue& host) {
  std::vector<std::string> out;
  if (host.schedule.policy().is_own) return out;
  if (!host.address.empty()) out.push_back(host.address);
  if (!host.domain.empty()) out.push_back(host.domain);
  return out;
}

std::string place_for_fetcher(const host_queue& host) {
  return host.schedule.policy().is_own ? std::string{any_place} : host.address;
}

void read_robots(self_ptr self, const std::string& authority) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  host.robots = knowledge::reading;
  host.last_grant = now(*s.env, self);
  host.reading_at = places_of(host);
  const auto& any = host.waiting.front().uri;
  self->request(s.fetcher, robots_timeout,
                robots_job{resolve_iri(any, "/robots.txt"), place_for_fetcher(host)})
      .then([self, authority](const robots_outcome& answer) { robots_arrived(self, authority, answer); },
            [self, authority](const caf::error&) {
              robots_outcome none;
              none.cause = errc::http_timeout;
              robots_arrived(self, authority, none);
            });
}

/// A restart stays polite: the journal knows the host.
void look_up(self_ptr self, const std::string& authority) {
  auto& s = self->state;
  s.hosts.at(authority).robots = knowledge::asked;
  self->request(s.journal, journal_timeout, lookup_atom::value, authority)
      .then(
          [self, authority](const host_record& known) {
            auto& host = self->state.hosts.at(authority);
            const auto& settings = self->state.env->settings;
            host.schedule = host_schedule{policy_for(settings, authority),
                                          {known.next_allowed, known.waits_for, known.detail,
                                           known.suspended_until, known.failures, std::nullopt}};
            if (settings.politeness.domain_connections > 0 || settings.politeness.domain_delay_s > 0)
              host.domain = place_of_domain(registrable_domain(authority.substr(0, authority.rfind(':'))));
            host.address = known.place;
            host.robots = knowledge::stale;
            remember(self, host, known.robots);
            serve(self, authority);
          },
          [self](const caf::error& e) { self->quit(e); });
}

void wake_later(self_ptr self, const std::string& authority, host_queue& host, timestamp at) {
  if (host.wake_at != timestamp{} && host.wake_at <= at) return;
  host.wake_at = at;
  self->delayed_send(self, at - now(*self->state.env, self), next_atom::value, authority);
}

/// Sends those who wait back into the journal. Each is told its own time, so that they do not all come again at once.
void put_off(host_queue& host, errc why, const std::string& detail, timestamp first) {
  auto at = first;
  for (auto& request : host.waiting) {
    request.promise.deliver(permit_answer{why, detail, at, 0, false, comes_again::defer});
    host.postponed.add(at);
    at += host.schedule.base_delay();
  }
  host.waiting.clear();
}

/// Whether the host itself may be asked now. If not, those who wait are told, or a wake-up is set.
bool has_free_slot(self_ptr self, const std::string& authority, host_queue& host, timestamp at) {
  const auto slot = host.schedule.next_allowed(at);
  if (slot.why == errc::crawl_delay_too_long) {
    answer_all(host, {slot.why, host.schedule.reason(slot.why), {}});
    return false;
  }
  if (!slot.at) return false;  // the end of a request will serve the next
  if (*slot.at > at + longest_wait) {
    put_off(host, slot.why, host.schedule.reason(slot.why), *slot.at);
    return false;
  }
  if (*slot.at > at) wake_later(self, authority, host, *slot.at);
  return *slot.at <= at;
}

/// Takes a slot at the host and at its places, or lets it wait in line.
bool takes_slot(self_ptr self, const std::string& authority, host_queue& host) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  host.blocked_at.clear();
  if (!has_free_slot(self, authority, host, at)) return false;
  if (auto full = s.shared.begin(places_of(host), authority, at)) {
    host.blocked_at = *std::move(full);
    serve_line(self, host.blocked_at);  // sets its wake-up
    return false;
  }
  return host.schedule.begin(at);
}

/// Serves the hosts in line before a place while it has room, and comes again when it will have some.
void serve_line(self_ptr self, const std::string& place) {
  auto& s = self->state;
  while (const auto next = s.shared.take_next(place, now(*s.env, self)))
    if (s.hosts.contains(*next)) serve(self, *next);
  const auto at = s.shared.next_move(place, now(*s.env, self));
  if (!at) return;
  if (const auto known = s.moves_at.find(place); known != s.moves_at.end() && known->second <= *at) return;
  s.moves_at[place] = *at;
  self->delayed_send(self, *at - now(*s.env, self), next_atom::value, place);
}

/// Answers those who wait and whom robots.txt forbids; what is left may go when its slot comes.
void refuse_forbidden(self_ptr self, host_queue& host) {
  const auto policy = cache_policy(self->state.env->settings);
  const auto access = host.memory.access_at(now(*self->state.env, self), policy);
  if (access == robots_access::allow_all) return;
  const auto& rules = access == robots_access::by_rules ? host.rules : robots_rules::disallow_all();
  std::erase_if(host.waiting, [&](waiting_request& request) {
    const auto verdict = rules.judge_uri(request.uri);
    if (verdict.is_allowed) return false;
    if (verdict.code == errc::robots_unreachable)
      request.promise.deliver(permit_answer{host.robots_failure.code, host.robots_failure.detail,
                                            next_robots(self, host), 0, false, comes_again::retry});
    else
      request.promise.deliver(permit_answer{verdict.code, verdict.rule, {}});
    return true;
  });
}

void serve(self_ptr self, const std::string& authority) {
  auto& s = self->state;
  auto& host = s.hosts.at(authority);
  if (host.robots == knowledge::known && next_robots(self, host) <= now(*s.env, self)) {
    host.robots = knowledge::stale;
    // A pause that keeps from every document does not keep from asking whether it still holds.
    const auto asked = host.schedule.state().crawl_delay.value_or(milliseconds{0});
    if (asked > host.schedule.policy().crawl_delay_most) host.schedule.obey_crawl_delay(std::nullopt);
  }
  if (host.robots == knowledge::unknown) return look_up(self, authority);
  if (host.robots == knowledge::known) refuse_forbidden(self, host);
  const bool may_read = host.robots == knowledge::stale && s.fetcher;
  while (!host.waiting.empty() && (may_read || host.robots == knowledge::known)) {
    if (!takes_slot(self, authority, host)) return;
    if (may_read) return read_robots(self, authority);
    host.last_grant = now(*s.env, self);
    auto& next = host.waiting.front();
    s.granted.emplace(++s.last_permit, granted_request{authority, places_of(host), next.asker});
    next.promise.deliver(
        permit_answer{errc::ok, "", {}, s.last_permit, false, comes_again::never, place_for_fetcher(host)});
    host.waiting.pop_front();
  }
}

/// The fetcher of a machine that joined may be gone without a word; entries and fetchers of this process are not.
caf::actor_addr watch(self_ptr self) {
  const auto& asker = self->current_sender();
  if (!asker || asker->node() == self->node()) return {};
  auto address = caf::actor_cast<caf::actor_addr>(asker);
  if (self->state.far_askers.insert(address).second) self->monitor(address);
  return address;
}

caf::result<permit_answer> admit(self_ptr self, const std::string& uri) {
  auto& s = self->state;
  if (uri.starts_with("file:")) return permit_answer{};
  const auto authority = authority_key(uri);
  if (!authority) return permit_answer{errc::uri_syntax, authority.error().detail, {}};
  if (s.draining) return permit_answer{errc::cancelled, "the engine stops", {}, 0, true};
  auto asker = watch(self);  // before the promise, which takes the sender away
  auto promise = self->make_response_promise<permit_answer>();
  s.hosts[*authority].waiting.push_back({uri, now(*s.env, self), promise, std::move(asker)});
  serve(self, *authority);
  return promise;
}

void release(self_ptr self, const request_end& ended) {
  auto& s = self->state;
  const auto node = s.granted.extract(ended.permit);
  if (node.empty()) return;
  const auto& [authority, places, asker] = node.mapped();
  const auto at = now(*s.env, self);
  auto& host = s.hosts.at(authority);
  host.schedule.end(
      at, {ended.took, ended.error, status_number(ended.status), parse_retry_after(ended.retry_after, at)});
  s.shared.end(places);
  learn_address(self, host, ended.address, ended.found_no_room);
  self->send(s.journal, save_atom::value, record_of(authority, host, at));
  serve(self, authority);
  for (const auto& place : places) serve_line(self, place);
}

/// What a fetcher had asked for that is gone, and what it had.
void forget(self_ptr self, const caf::actor_addr& asker) {
  auto& s = self->state;
  s.far_askers.erase(asker);
  for (auto& [authority, host] : s.hosts)
    std::erase_if(host.waiting, [&](const waiting_request& request) { return request.asker == asker; });
  std::vector<std::uint64_t> held;
  for (const auto& [permit, request] : s.granted)
    if (request.asker == asker) held.push_back(permit);
  for (const auto permit : held) release(self, never_sent(permit));
}

std::vector<std::string> busy_hosts(self_ptr self) {
  std::vector<std::string> out;
  const auto at = now(*self->state.env, self);
  for (const auto& [authority, host] : self->state.hosts) {
    if (host.robots == knowledge::unknown || host.robots == knowledge::asked) continue;
    const auto slot = host.schedule.next_allowed(at);
    const bool waits_long = slot.at && *slot.at > at + longest_wait;
    if (waits_long || !host.blocked_at.empty()) out.push_back(authority);
  }
  return out;
}

/// Sends those back who have waited too long: their rows say that they still want to go. Those in line before a place go into the journal,
/// so that a busy address takes no room from others.
void send_back(host_queue& host, timestamp at) {
  if (!host.blocked_at.empty() && !host.waiting.empty() && host.waiting.front().since + longest_wait <= at)
    put_off(host, errc::ok, host.blocked_at + " is busy with requests to other hosts", at + longest_wait);
  if (host.waiting.empty()) host.blocked_at.clear();
  while (!host.waiting.empty() && host.waiting.front().since + most_patience <= at) {
    host.waiting.front().promise.deliver(permit_answer{errc::cancelled, "the host is busy", {}});
    host.waiting.pop_front();
  }
}

/// Why and until when a host is not asked at `at`.
void explain(host_wait& wait, const host_queue& host, timestamp at) {
  const auto slot = host.schedule.next_allowed(at);
  wait.until = std::max({at, slot.at.value_or(at), host.waiting.empty() ? host.postponed.next() : at});
  if (slot.why != errc::ok)
    wait.reason = host.schedule.reason(slot.why);
  else if (!host.blocked_at.empty())
    wait.reason = host.blocked_at + " is busy with requests to other hosts";
}

/// The requests that wait for a host, in its queue or in the journal; nothing when none does.
std::optional<host_wait> wait_for(const std::string& authority, host_queue& host, timestamp at) {
  host.postponed.pass(at);
  host_wait out{authority, host.waiting.size() + host.postponed.count(), {}, {}};
  if (out.requests == 0) return {};
  explain(out, host, at);
  return out;
}

/// Tells the reporter what waits for hosts, when that has changed.
void show_waits(self_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  waiting_requests waits;
  for (auto& [authority, host] : s.hosts) {
    auto one = wait_for(authority, host, at);
    if (!one) continue;
    ++waits.hosts;
    waits.requests += one->requests;
    waits.longest.push_back(*std::move(one));
    std::ranges::sort(waits.longest, std::ranges::greater{}, &host_wait::requests);
    if (waits.longest.size() > most_shown_hosts) waits.longest.pop_back();
  }
  if (waits == s.shown) return;
  self->send(s.display, gauge_atom::value, waits);
  s.shown = std::move(waits);
}

/// Frees slots that nobody released, and forgets hosts that nobody asks for: the journal knows them.
void tidy(self_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  const seconds longest{2 * s.env->settings.network.total_timeout_s};
  for (auto& [authority, host] : s.hosts) {
    send_back(host, at);
    if (host.schedule.open_requests() == 0 || host.robots != knowledge::known ||
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
    for (const auto& place : freed) serve_line(self, place);
  }
  s.shared.tidy(at);
  if (s.hosts.size() > remembered_hosts)
    std::erase_if(s.hosts,
                  [](const auto& h) { return may_forget(h.second) && h.second.wake_at == timestamp{}; });
}

}  // namespace

politeness_actor::behavior_type politeness_scheduler(self_ptr self, environment_ptr env,
                                                     journal_actor journal, reporter_actor display) {
  self->state.env = std::move(env);
  self->state.journal = std::move(journal);
  self->state.display = std::move(display);
  const auto& settings = self->state.env->settings;
  self->state.shared = shared_slots{address_policy_for(settings), domain_policy_for(settings)};
  self->set_down_handler([self](caf::down_msg& down) { forget(self, down.source); });
  self->delayed_send(self, tick_interval, tick_atom::value);
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
        if (self->state.moves_at.erase(authority) > 0) return serve_line(self, authority);
        if (found == self->state.hosts.end()) return;
        found->second.wake_at = {};
        serve(self, authority);
      },
      [=](tick_atom) {
        tidy(self);
        show_waits(self);
        self->delayed_send(self, tick_interval, tick_atom::value);
      },
      [=](drain_atom) {
        self->state.draining = true;
        for (auto& host : self->state.hosts)
          answer_all(host.second, {errc::cancelled, "the engine stops", {}, 0, true});
      },
  };
}

}  // namespace laundromat
