// Computes when a host may be asked again, and when a download is retried.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/politeness.hpp"

#include <algorithm>
#include <cmath>

#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

bool asks_to_slow_down(const fetch_end& what) {
  return what.http_status == 429 || what.http_status == 503;
}

// Outcomes of requests that did not reach the host.
bool is_unrelated_to_host(errc outcome) {
  if (is_machine_fault(outcome)) return true;
  switch (outcome) {
    case errc::cancelled:
    case errc::internal:
    case errc::address_refused:
    case errc::port_refused:
    case errc::robots_refused:
    case errc::robots_unreachable:
    case errc::host_suspended:
    case errc::crawl_delay_too_long:
    case errc::lease_expired:
    case errc::worker_crashed:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_network_failure(errc outcome) {
  switch (outcome) {
    case errc::host_not_found:
    case errc::connection_refused:
    case errc::connection_reset:
    case errc::connection_timed_out:
    case errc::http_timeout:
    case errc::tls_failed:
    case errc::bad_response:
    case errc::network_unreachable:
      return true;
    default:
      return false;
  }
}

milliseconds host_schedule::base_delay() const {
  return std::max({policy_.delay, state_.crawl_delay.value_or(milliseconds{0}), milliseconds{0}});
}

milliseconds host_schedule::gap_after(milliseconds took) const {
  const auto least = base_delay();
  if (!policy_.adaptive) return least;
  // Divided first, so that no duration overflows.
  const auto most = std::max(policy_.adaptive_most, least);
  const auto factor = static_cast<std::int64_t>(policy_.adaptive_factor);
  const auto wanted = factor > 0 && took > most / factor ? most : took * factor;
  return std::clamp(wanted, least, most);
}

host_slot host_schedule::next_allowed(timestamp now) const {
  if (state_.crawl_delay.value_or(milliseconds{0}) > policy_.crawl_delay_most)
    return {errc::crawl_delay_too_long, std::nullopt};
  const auto at = std::max(now, state_.not_before);
  if (now < state_.suspended_until) return {errc::host_suspended, std::max(at, state_.suspended_until)};
  const auto most = is_half_open() ? 1U : std::max(policy_.connections, 1U);
  if (open_ >= most) return {errc::ok, std::nullopt};
  return {at > now ? state_.waits_for : errc::ok, at};
}

std::string host_schedule::reason(errc why) const {
  const auto in_seconds = [](milliseconds pause) {
    const auto ms = pause.count() % 1'000;
    auto text = std::to_string(pause.count() / 1'000);
    if (ms != 0) text.append(".").append(std::to_string(1'000 + ms).substr(1));
    return text + " s";
  };
  const auto asked = state_.crawl_delay.value_or(milliseconds{0});
  if (why == errc::crawl_delay_too_long)
    return "robots.txt asks for a delay of " + in_seconds(asked) +
           " between requests, and the campaign waits at most " + in_seconds(policy_.crawl_delay_most);
  if (why != errc::ok && !state_.detail.empty()) return state_.detail;
  return asked > policy_.delay ? "robots.txt asks for a delay of " + in_seconds(asked) + " between requests"
                               : "the campaign waits " + in_seconds(policy_.delay) + " between requests";
}

void host_schedule::wait_until(timestamp at, errc why, std::string detail) {
  if (at <= state_.not_before) return;
  state_.not_before = at;
  state_.waits_for = why;
  if (state_.suspended_until == timestamp{}) state_.detail = std::move(detail);
}

/// The delay after a request: the larger of the campaign's and the Crawl-delay.
void host_schedule::pause_until(timestamp at) {
  const bool is_asked = state_.crawl_delay.value_or(milliseconds{0}) > policy_.delay;
  wait_until(at, is_asked ? errc::asked_to_wait : errc::ok, "");
}

void host_schedule::rest_since(timestamp last_request) {
  pause_until(last_request + base_delay());
}

bool host_schedule::begin(timestamp now) {
  const auto slot = next_allowed(now);
  if (!slot.at || *slot.at > now) return false;
  ++open_;
  pause_until(now + base_delay());
  return true;
}

void host_schedule::end(timestamp now, const fetch_end& what) {
  if (open_ > 0) --open_;
  if (is_network_failure(what.outcome)) {
    if (++state_.failures >= policy_.failures_to_suspend) {
      state_.suspended_until = now + policy_.suspension;
      state_.detail = number_of(state_.failures, "failure") + " in a row, the last one " +
                      std::string{to_string(what.outcome)};
    }
  } else if (!is_unrelated_to_host(what.outcome)) {
    state_.failures = 0;
    state_.suspended_until = timestamp{};
  }
  pause_until(now + gap_after(what.took));
  if (!asks_to_slow_down(what)) return;
  const auto asked = std::clamp(what.retry_after.value_or(policy_.retry_after_default), seconds{0},
                                policy_.retry_after_most);
  wait_until(now + asked, what.retry_after ? errc::asked_to_wait : errc::http_status,
             "http_status " + std::to_string(what.http_status) +
                 (what.retry_after ? ", Retry-After: " + std::to_string(what.retry_after->count()) + " s"
                                   : " without a usable Retry-After"));
}

bool retry_policy::is_worth_a_retry(errc outcome, int http_status) {
  if (is_network_failure(outcome)) return true;
  switch (outcome) {
    case errc::truncated_body:
    case errc::truncated_stream:
    case errc::robots_unreachable:
    case errc::io_failed:
    case errc::no_space:
    case errc::out_of_memory:
      return true;
    default:
      break;
  }
  if (outcome != errc::http_status) return false;
  return http_status == 408 || http_status == 425 || http_status == 429 ||
         (http_status >= 500 && http_status < 600);
}

std::optional<milliseconds> retry_policy::next_delay(std::uint32_t attempt, const fetch_end& failed,
                                                     double jitter) const {
  if (!is_worth_a_retry(failed.outcome, failed.http_status)) return std::nullopt;
  if (attempt == 0 || attempt > delays.size()) return std::nullopt;
  const double spread = 1.0 + jitter_share * (2.0 * std::clamp(jitter, 0.0, 1.0) - 1.0);
  const auto delay =
      milliseconds{std::llround(static_cast<double>(milliseconds{delays[attempt - 1]}.count()) * spread)};
  const auto asked = std::clamp(failed.retry_after.value_or(seconds{0}), seconds{0}, retry_after_most);
  return std::max(delay, milliseconds{asked});
}

}  // namespace laundromat
