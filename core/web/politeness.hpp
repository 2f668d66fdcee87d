// When a host may be asked again, and which downloads are retried: pure schedules that a journal can store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// How often a host may be asked. The defaults are for hosts of others.
struct host_policy {
  /// Of the user's own: does not share slots with other hosts at its address or of its domain.
  bool is_own = false;
  std::uint32_t connections = 1;  ///< at the same time; more than one only for the user's own hosts
  milliseconds delay{1'000};      ///< from the end of one request to the start of the next
  /// Wait `adaptive_factor` times the duration of the last fetch, at least `delay` and at most `adaptive_most`.
  bool adaptive = false;
  std::uint32_t adaptive_factor = 5;
  milliseconds adaptive_most{30'000};
  milliseconds crawl_delay_most{300'000};  ///< a host with a longer Crawl-delay is not crawled
  seconds retry_after_most{86'400};
  seconds retry_after_default{60};        ///< for a 429 or 503 without a valid Retry-After
  std::uint32_t failures_to_suspend = 5;  ///< network failures in a row
  milliseconds suspension{1'800'000};
};

/// The state of a host that must survive a restart. Plain values, for a journal to store.
struct host_state {
  timestamp not_before{};  ///< no earlier request, for any reason
  /// Why `not_before`: `asked_to_wait`; `http_status` for the policy's own pause after a 429 or 503 that says no time; `ok` for the delay of the campaign.
  errc waits_for = errc::ok;
  std::string detail;           ///< why the host asked to wait, or the last failure of a suspended host
  timestamp suspended_until{};  ///< the epoch unless the host failed too often
  std::uint32_t failures = 0;   ///< network failures in a row
  std::optional<milliseconds> crawl_delay;  ///< from robots.txt

  friend bool operator==(const host_state&, const host_state&) = default;
};

/// Whether a host may be asked, and when.
struct host_slot {
  /// `ok` where only the campaign's delay or a request under way must be waited for; `asked_to_wait` by Retry-After or Crawl-delay
  /// until `at`; `http_status` after a 429 or 503 without a time, until `at`; `host_suspended` until `at`; `crawl_delay_too_long`, for which there is no `at`.
  errc why = errc::ok;
  /// The earliest time, not before `now`; nothing while that depends on the end of a request, or never.
  std::optional<timestamp> at;

  friend bool operator==(const host_slot&, const host_slot&) = default;
};

/// The outcome of a request.
struct fetch_end {
  milliseconds took{};
  errc outcome = errc::ok;
  int http_status = 0;  ///< 0 if there was no response
  std::optional<seconds> retry_after;
};

/// The schedule of one host, identified by its authority key.
///
///     closed ── failures_to_suspend network failures in a row ──► suspended
///        ▲                                                         │ suspension is over
///        └────────────── any response ─────────── half open ◄──────┘
///                          one request at a time; its network failure suspends again
class host_schedule {
 public:
  explicit host_schedule(host_policy policy = {}, host_state state = {})
      : policy_(policy), state_(std::move(state)) {}

  /// When the next request may begin.
  [[nodiscard]] host_slot next_allowed(timestamp now) const;
  /// Begins a request if one is allowed now, and returns whether it did. The delay to the next request is already in
  /// the state, so that it applies even if `end` is never called.
  [[nodiscard]] bool begin(timestamp now);
  /// Ends a request. Retry-After of a 429 or 503 applies up to its limit to the whole host (RFC 6585 section 4, RFC 9110
  /// section 15.6.4). With another status it concerns only the resource and is ignored.
  void end(timestamp now, const fetch_end& what);
  /// Sets the Crawl-delay of the host's robots.txt. One smaller than the policy's has no effect.
  void obey_crawl_delay(std::optional<milliseconds> delay) { state_.crawl_delay = delay; }

  /// Keeps the delay since the last request, where an operator has ended a longer pause of the policy.
  void rest_since(timestamp last_request);
  /// Applies another policy from now on; what the host asked for, and requests under way, stay.
  void obey_policy(const host_policy& policy) { policy_ = policy; }
  /// The reason, for people, why the host may not be asked now.
  [[nodiscard]] std::string reason(errc why) const;
  /// The minimum time from the start of a request to the next.
  [[nodiscard]] milliseconds base_delay() const;

  [[nodiscard]] const host_state& state() const { return state_; }
  [[nodiscard]] const host_policy& policy() const { return policy_; }
  [[nodiscard]] std::uint32_t open_requests() const { return open_; }

 private:
  [[nodiscard]] bool is_half_open() const { return state_.failures >= policy_.failures_to_suspend; }
  [[nodiscard]] milliseconds gap_after(milliseconds took) const;
  void wait_until(timestamp at, errc why, std::string detail);
  void pause_until(timestamp at);

  host_policy policy_;
  host_state state_;
  std::uint32_t open_ = 0;
};

/// True for outcomes that mean that the host cannot be reached, as opposed to answers of the host.
[[nodiscard]] bool is_network_failure(errc outcome);

/// Which failed downloads are retried, and when.
struct retry_policy {
  std::vector<seconds> delays{seconds{60}, seconds{900}, seconds{14'400}};  ///< one more try after each
  double jitter_share = 0.2;                                                ///< of a delay, to both sides
  seconds retry_after_most{86'400};

  /// True for failures that may pass: no connection, time-outs, truncated bodies, unreachable robots.txt, a
  /// full disk or memory of our own machine, and the statuses 408, 425, 429 and 5xx.
  [[nodiscard]] static bool is_worth_a_retry(errc outcome, int http_status = 0);
  /// The wait after attempt number `attempt`, counted from 1, has failed; nothing if it was the
  /// last one or the failure is permanent. `jitter` from 0 to 1 varies the delay; a longer Retry-After
  /// takes precedence.
  [[nodiscard]] std::optional<milliseconds> next_delay(std::uint32_t attempt, const fetch_end& failed,
                                                       double jitter) const;
};

}  // namespace laundromat
