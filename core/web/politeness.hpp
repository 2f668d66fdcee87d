// When a host may be asked again and which downloads are tried again: pure schedules a journal can store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// How gently a host is treated. The defaults suit a host of somebody else.
struct host_policy {
  bool is_own = false;  ///< of the user's own: shares no slot with others at its address or of its domain
  std::uint32_t connections = 1;  ///< at the same time; more only for hosts of one's own
  milliseconds delay{1'000};      ///< from the end of one request to the begin of the next
  /// Wait `adaptive_factor` times what the last fetch took, at least `delay` and at most `adaptive_most`.
  bool adaptive = false;
  std::uint32_t adaptive_factor = 5;
  milliseconds adaptive_most{30'000};
  milliseconds crawl_delay_most{300'000};  ///< a robots.txt that asks for more is obeyed by not coming at all
  seconds retry_after_most{86'400};
  seconds retry_after_default{60};        ///< for a 429 or 503 without a usable Retry-After
  std::uint32_t failures_to_suspend = 5;  ///< network failures in a row
  milliseconds suspension{1'800'000};
};

/// What must survive a restart for it to stay polite. Plain values, for a journal to store.
struct host_state {
  timestamp not_before{};       ///< no request earlier, for whatever reason
  errc waits_for = errc::ok;    ///< of `not_before`: `asked_to_wait`; `ok` for the pause of the campaign
  std::string detail;           ///< what asked to wait, or the last failure of a suspended host
  timestamp suspended_until{};  ///< the epoch unless the host failed too often
  std::uint32_t failures = 0;   ///< network failures in a row
  std::optional<milliseconds> crawl_delay;  ///< of robots.txt

  friend bool operator==(const host_state&, const host_state&) = default;
};

/// Whether a host may be asked, and when.
struct host_slot {
  /// `ok` where the campaign's own pause or a request under way is all there is to wait for; `asked_to_wait` by Retry-After or Crawl-delay
  /// until `at`; `host_suspended` until `at`; `crawl_delay_too_long`, for which there is no `at`.
  errc why = errc::ok;
  /// The earliest moment, `now` at the earliest; nothing while it depends on a request to end, or for ever.
  std::optional<timestamp> at;

  friend bool operator==(const host_slot&, const host_slot&) = default;
};

/// What came of a request.
struct fetch_end {
  milliseconds took{};
  errc outcome = errc::ok;
  int http_status = 0;  ///< 0 if there was no response
  std::optional<seconds> retry_after;
};

/// The schedule of one host, that is of one authority key.
///
///     closed ── failures_to_suspend network failures in a row ──► suspended
///        ▲                                                         │ suspension is over
///        └────────────── any response ─────────── half open ◄──────┘
///                          one request at a time; its network failure suspends anew
class host_schedule {
 public:
  explicit host_schedule(host_policy policy = {}, host_state state = {}) : policy_(policy), state_(state) {}

  /// When the next request may begin.
  [[nodiscard]] host_slot next_allowed(timestamp now) const;
  /// Begins a request if one is allowed now, and says whether it did. The delay to the next one is already in
  /// the state, so it holds even if the end is never told.
  [[nodiscard]] bool begin(timestamp now);
  /// Ends a request. Retry-After of a 429 or 503 is obeyed up to its cap and counts for the whole host (RFC 6585 section 4, RFC 9110
  /// section 15.6.4). Beside another status it speaks of the one resource.
  void end(timestamp now, const fetch_end& what);
  /// Notes the Crawl-delay of the host's robots.txt. A smaller one than the policy's changes nothing.
  void obey_crawl_delay(std::optional<milliseconds> delay) { state_.crawl_delay = delay; }

  /// In words, what keeps the host from being asked now: of its state, or of its Crawl-delay.
  [[nodiscard]] std::string reason(errc why) const;
  /// From the begin of a request to the next, at least.
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

/// True for outcomes that say that the host cannot be reached, rather than what it thinks of a request.
[[nodiscard]] bool is_network_failure(errc outcome);

/// Which failed downloads are tried again, and when.
struct retry_policy {
  std::vector<seconds> delays{seconds{60}, seconds{900}, seconds{14'400}};  ///< one more try after each
  double jitter_share = 0.2;                                                ///< of a delay, to both sides
  seconds retry_after_most{86'400};

  /// True for failures that time may heal: no connection, time-outs, cut bodies, unreachable robots.txt, a
  /// disk or memory of ours that is full, and the statuses 408, 425, 429 and 5xx.
  [[nodiscard]] static bool is_worth_a_retry(errc outcome, int http_status = 0);
  /// How long to wait after attempt number `attempt`, counted from 1, has failed; nothing if that was the
  /// last one or the failure is for good. `jitter` from 0 to 1 spreads the delay; a Retry-After that is
  /// longer wins.
  [[nodiscard]] std::optional<milliseconds> next_delay(std::uint32_t attempt, const fetch_end& failed,
                                                       double jitter) const;
};

}  // namespace laundromat
