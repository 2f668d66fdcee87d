// Decides about the requests of one host.
// SPDX-License-Identifier: Apache-2.0
#include "actors/host_queue.hpp"

#include <algorithm>
#include <tuple>

#include "core/web/ftp_uri.hpp"
#include "core/web/shared_slots.hpp"

namespace laundromat {

namespace {

constexpr seconds longest_queue_time{540};  // less than the time-out of any request for a permit

robots_answer answer_from(const robots_outcome& found) {
  return {found.cause, found.detail, found.status, found.body};
}

std::string busy_place(const std::string& place) {
  return place + " is busy with requests to other hosts";
}

/// Why and until when a host is not asked at `now`.
void explain_wait(host_wait& wait, const host_queue& host, timestamp now) {
  const auto slot = host.schedule.next_allowed(now);
  wait.until =
      std::max({now, slot.at.value_or(now), host.waiting.empty() ? host.requests_put_off.next() : now});
  if (slot.why != errc::ok)
    wait.reason = host.schedule.reason(slot.why);
  else if (!host.blocked_at.empty())
    wait.reason = busy_place(host.blocked_at);
}

}  // namespace

void host_queue::answer_all(const permit_answer& answer) {
  for (auto& request : waiting) request.promise.deliver(answer);
  waiting.clear();
}

void host_queue::put_off(errc why, const std::string& detail, timestamp first) {
  auto at = first;
  for (auto& request : waiting) {
    request.promise.deliver(permit_answer{why, detail, at, 0, false, retry_rule::put_off});
    requests_put_off.add(at);
    at += schedule.base_delay();
  }
  waiting.clear();
}

void host_queue::obey(const steering_rules& rules, timestamp now) {
  std::erase_if(waiting, [&](waiting_request& request) {
    auto verdict = rules.judge(request.uri);
    if (verdict.code == errc::ok) return false;
    permit_answer answer{verdict.code, std::move(verdict.detail), {}};
    if (verdict.code == errc::paused) {
      answer.later = retry_rule::put_off;
      answer.not_before =
          now + longest_wait;  // the target of a redirect may be paused, and the first host not
    }
    request.promise.deliver(std::move(answer));
    return true;
  });
}

void host_queue::put_off_late(timestamp now) {
  if (!blocked_at.empty() && !waiting.empty() && waiting.front().since + longest_wait <= now)
    put_off(errc::ok, busy_place(blocked_at), now + longest_wait);
  if (waiting.empty()) blocked_at.clear();
  while (!waiting.empty() && waiting.front().since + longest_queue_time <= now) {
    waiting.front().promise.deliver(permit_answer{errc::cancelled, "the host is busy", {}});
    waiting.pop_front();
  }
}

void host_queue::refuse_forbidden(timestamp now) {
  const auto not_before = schedule.state().not_before;
  std::erase_if(waiting, [&](waiting_request& request) {
    if (is_ftp(request.uri)) return false;  // robots.txt is a file of HTTP servers
    const auto refused = robots.refuse(request.uri, now, not_before);
    if (!refused) return false;
    const auto& [why, retry_at] = *refused;
    if (retry_at)
      request.promise.deliver(permit_answer{why.code, why.detail, *retry_at, 0, false, retry_rule::retry});
    else
      request.promise.deliver(permit_answer{why.code, why.detail, {}});
    return true;
  });
}

void host_queue::expire_robots(timestamp now) {
  if (!robots.expire(now, schedule.state().not_before)) return;
  // A Crawl-delay so long that no document is fetched must not keep us from reading whether it still applies.
  const auto asked = schedule.state().crawl_delay.value_or(milliseconds{0});
  if (asked > schedule.policy().crawl_delay_most) schedule.obey_crawl_delay(std::nullopt);
}

void host_queue::obey_crawl_delay() {
  schedule.obey_crawl_delay(robots.asked_pause(schedule.policy().crawl_delay_most));
}

bool host_queue::may_forget() const {
  return waiting.empty() && may_look_up_again();
}

bool host_queue::may_look_up_again() const {
  return schedule.open_requests() == 0 && robots.state() != host_robots::knowledge::looking_up &&
         robots.state() != host_robots::knowledge::reading;
}

bool host_queue::is_busy(timestamp now) const {
  if (robots.state() == host_robots::knowledge::unknown ||
      robots.state() == host_robots::knowledge::looking_up)
    return false;
  const auto slot = schedule.next_allowed(now);
  const bool waits_long = slot.at && *slot.at > now + longest_wait;
  return waits_long || !blocked_at.empty();
}

bool host_queue::waits_by_itself(timestamp now) const {
  const auto& state = schedule.state();
  const bool has_own_pause = state.waits_for == errc::http_status && state.not_before > now;
  return state.suspended_until > now || robots.is_failing() || has_own_pause;
}

std::vector<std::string> host_queue::places() const {
  std::vector<std::string> out;
  if (schedule.policy().is_own) return out;
  if (!address.empty()) out.push_back(address);
  if (!domain.empty()) out.push_back(domain);
  return out;
}

std::string host_queue::place_for_fetcher() const {
  return schedule.policy().is_own ? std::string{any_place} : address;
}

host_record host_queue::record(const std::string& authority, timestamp now) const {
  const auto& state = schedule.state();
  host_record out;
  out.authority = authority;
  out.next_allowed = state.not_before;
  out.suspended_until = state.suspended_until;
  out.failures = state.failures;
  out.waits_for = state.waits_for;
  const auto why = state.suspended_until > now ? errc::host_suspended : state.waits_for;
  if (why != errc::ok) out.detail = schedule.reason(why);
  out.place = address;
  out.last_fetch = now;
  return out;
}

std::optional<host_record> host_queue::unsaved_record(const std::string& authority, timestamp now) {
  const auto what_stays = [](const host_record& r) {
    return std::tie(r.suspended_until, r.failures, r.waits_for, r.detail, r.place);
  };
  auto fresh = record(authority, now);
  if (fresh.next_allowed <= now && now - saved.last_fetch < seconds{1} &&
      what_stays(fresh) == what_stays(saved))
    return {};
  saved = fresh;
  return fresh;
}

void host_queue::learn_robots(const robots_outcome& answer, timestamp now) {
  robots.learn(answer_from(answer), now);
  obey_crawl_delay();
}

robots_record host_queue::record_of_robots(const robots_outcome& answer, timestamp now) const {
  return robots.record(answer_from(answer), now, schedule.state().not_before);
}

std::optional<host_wait> host_queue::wait(const std::string& authority, timestamp now) {
  requests_put_off.pass(now);
  host_wait out{authority, waiting.size() + requests_put_off.count(), {}, {}};
  if (out.requests == 0) return {};
  explain_wait(out, *this, now);
  return out;
}

waiting_requests waits_for(std::map<std::string, host_queue>& hosts, timestamp now) {
  waiting_requests waits;
  for (auto& [authority, host] : hosts) {
    auto one = host.wait(authority, now);
    if (!one) continue;
    ++waits.hosts;
    waits.requests += one->requests;
    waits.longest.push_back(*std::move(one));
    std::ranges::sort(waits.longest, std::ranges::greater{}, &host_wait::requests);
    if (waits.longest.size() > most_shown_hosts) waits.longest.pop_back();
  }
  return waits;
}

}  // namespace laundromat
