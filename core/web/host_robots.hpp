// The robots.txt of one host: what is known about it, and which requests it refuses. When it is read again: robots_cache.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/web/robots.hpp"
#include "core/web/robots_cache.hpp"
#include "core/web/robots_record.hpp"

namespace laundromat {

/// How one request for a robots.txt ended.
struct robots_answer {
  errc cause = errc::ok;  ///< `ok` when the server answered with `status`
  std::string detail;     ///< of the cause
  std::string status;     ///< of HTTP; empty without an answer
  std::string body;
};

/// Why a request is not sent.
struct robots_refusal {
  failure why;
  /// Set when robots.txt could not be read: the time at which it is requested again. Without it the refusal is final.
  std::optional<timestamp> retry_at;

  friend bool operator==(const robots_refusal&, const robots_refusal&) = default;
};

/// Follows one robots.txt through its requests. The caller sends the requests and does the lookups.
///
///     unknown ── begin_lookup ──► looking_up ── restore ─┬─► known ── expire ──► stale
///                                                        └─► stale
///     stale ── begin_reading ──► reading ─┬─ learn ──► known
///                                         └─ put_off ──► stale
///
/// `not_before` is the time before which the host takes no request (a Retry-After). While robots.txt fails, it is not requested earlier.
class host_robots {
 public:
  enum class knowledge : std::uint8_t { unknown, looking_up, stale, reading, known };

  /// `product`: the name of this crawler, to which a group of rules may apply.
  explicit host_robots(std::string product = {}, robots_cache_policy policy = {})
      : product_(std::move(product)), policy_(policy) {}

  /// False when `cause` says nothing about robots.txt: no request was sent (`cancelled`, or `address_refused` and `port_refused` without a
  /// redirect), or our own machine failed. A host whose robots.txt redirects to a refused address has answered: its robots.txt is unreachable.
  [[nodiscard]] static bool is_answer(errc cause, std::uint32_t redirects = 0);

  void begin_lookup() { state_ = knowledge::looking_up; }
  /// Continues from what the journal has; a record with no `fetched` says that it has nothing. While robots.txt fails it is requested when the record
  /// `expires`, if that is earlier than the pauses of the policy.
  void restore(const robots_record& stored);
  void begin_reading() { state_ = knowledge::reading; }
  /// Uses the answer of a request that ended at `at`. A failed request does not change the rules.
  /// Precondition: `is_answer` of its cause and redirects.
  void learn(const robots_answer& answer, timestamp at);
  /// The request was not answered: robots.txt is to be read later.
  void put_off() { state_ = knowledge::stale; }
  /// Makes a known robots.txt stale when its time is over, and returns whether it did.
  [[nodiscard]] bool expire(timestamp now, timestamp not_before);

  [[nodiscard]] knowledge state() const { return state_; }
  /// When robots.txt is requested next.
  [[nodiscard]] timestamp next_fetch(timestamp not_before) const;
  /// The pause between two requests that the rules ask for, see `robots_rules::asked_pause`.
  [[nodiscard]] std::optional<milliseconds> asked_pause(milliseconds longest) const {
    return rules_.asked_pause(longest);
  }
  /// Whether the last request for it failed.
  [[nodiscard]] bool is_failing() const { return memory_.failures > 0; }
  /// The sitemaps that the last file names.
  [[nodiscard]] const std::vector<std::string>& sitemaps() const { return rules_.sitemaps(); }
  /// Why the absolute `uri` is not requested at `now`; nothing when it may be requested.
  [[nodiscard]] std::optional<robots_refusal> refuse(std::string_view uri, timestamp now,
                                                     timestamp not_before) const;
  /// What the journal is to store after `learn(answer, at)`.
  [[nodiscard]] robots_record record(const robots_answer& answer, timestamp at, timestamp not_before) const;

 private:
  std::string product_;
  robots_cache_policy policy_;
  knowledge state_ = knowledge::unknown;
  robots_memory memory_;
  robots_rules rules_;   ///< of the last file that was read
  failure unreachable_;  ///< the cause for documents while robots.txt cannot be read
};

/// The number at the begin of an HTTP status; 0 when there is none.
[[nodiscard]] int status_number(std::string_view status);

}  // namespace laundromat
