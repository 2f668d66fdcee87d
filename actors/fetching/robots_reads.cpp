// Reads robots.txt for the politeness scheduler.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetching/fetcher_state.hpp"

#include <algorithm>

#include "actors/campaign_request.hpp"
#include "actors/commit.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/web/http_values.hpp"
#include "core/web/politeness.hpp"
#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat::fetching {

namespace {

constexpr std::uint64_t robots_bytes = robots_limits{}.body_bytes;
constexpr std::uint32_t most_waits = 30;  // for a slot, of the pause of a host
constexpr seconds longest_pause{
    60};  // between two hops: all of them must end within the time-out of a reading

void read_robots(fetcher_ptr self, std::uint64_t id);

/// A hop of a redirect may be at a host of others, or at an address that has just been requested, as after a lost connection.
void wait_for_next_hop(fetcher_ptr self, robots_read& r) {
  auto& s = self->state;
  const auto& settings = settings_in_force(*s.env);
  const auto policy = policy_for(settings, authority_key(r.chain.current()).value_or(""));
  r.next_hop =
      now(*s.env, self) + std::clamp<milliseconds>(std::max(policy.delay, address_policy_for(settings).delay),
                                                   milliseconds{1}, longest_pause);
  keep_polling(self);
}

void robots_hop_ended(fetcher_ptr self, std::uint64_t id, const transfer_outcome& outcome) {
  auto& s = self->state;
  auto& r = *s.robots.at(id);
  if (r.chain.redirects() == 0) r.address = outcome.hop.address;
  if (outcome.lost_connection) return wait_for_next_hop(self, r);
  const auto verdict = judge_hop(outcome.hop, r.chain);
  if (!outcome.found_no_room && !is_machine_fault(outcome.hop.error))
    if (const auto kept = r.exchange.keep_exchange(outcome); !kept)
      log_warning("the request for {} is not in the WARC: {}", outcome.hop.uri, to_string(kept.error()));
  steering_verdict steered;
  if (verdict.step == hop_step::follow || (outcome.found_no_room && r.chain.redirects() > 0)) {
    steered = steering_of(*s.env)->judge(r.chain.current());
    if (steered.code == errc::ok && (!outcome.found_no_room || ++r.waits <= most_waits))
      return wait_for_next_hop(self, r);
  }
  robots_outcome out;
  out.address = r.address;
  out.found_no_room = outcome.found_no_room;
  out.detail = verdict.detail;
  out.cause = verdict.cause == errc::http_status ? errc::ok : verdict.cause;
  if (steered.code != errc::ok) {
    out.cause = errc::address_refused;
    out.detail = steered.detail;
  }
  out.status = outcome.hop.status;
  out.redirects = static_cast<std::uint32_t>(r.chain.redirects());
  out.body = first_lines(r.body.text, robots_bytes);
  out.retry_after = header_of(outcome.hop, "Retry-After");
  r.promise.deliver(std::move(out));
  s.robots.erase(id);
}

void read_robots(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto request = request_for(settings_in_force(*s.env), s.limits, s.robots.at(id)->chain.current());
  s.robots.at(id)->exchange.receive(request);
  request.open_body = [self, id](const http_hop&) -> result<byte_sink*> {
    return &self->state.robots.at(id)->body;
  };
  request.enough_bytes = robots_bytes + 1;       // one byte more shows whether a line ends at the limit
  request.limits.wire_bytes = 2 * robots_bytes;  // a bound for empty gzip blocks
  const auto& r = *s.robots.at(id);
  const bool is_first = r.chain.redirects() == 0;
  start_transfer(self, std::move(request), is_first || r.place == any_place ? r.place : "",
                 [self, id](const transfer_outcome& out) { robots_hop_ended(self, id, out); });
}

}  // namespace

bool go_on_with_robots(fetcher_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  std::vector<std::uint64_t> ready;
  bool is_waiting = false;
  for (auto& [id, r] : s.robots) {
    if (r->next_hop == timestamp{}) continue;
    if (r->next_hop <= at)
      ready.push_back(id);
    else
      is_waiting = true;
  }
  for (const auto id : ready) {
    s.robots.at(id)->next_hop = {};
    read_robots(self, id);
  }
  return is_waiting;
}

caf::result<robots_outcome> take_robots_job(fetcher_ptr self, const robots_job& job) {
  auto& s = self->state;
  const auto id = s.next_robots++;
  auto r = std::make_unique<robots_read>(job.uri, *s.env->raw);
  r->place = job.place;
  r->begun = now(*s.env, self);
  r->promise = self->make_response_promise<robots_outcome>();
  auto promise = r->promise;
  s.robots.emplace(id, std::move(r));
  read_robots(self, id);
  return promise;
}

}  // namespace laundromat::fetching
