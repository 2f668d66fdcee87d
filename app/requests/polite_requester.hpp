// Requests documents one after the other, as the engine does: robots.txt, pauses, Retry-After, and the contact of a campaign.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/campaign/campaign.hpp"
#include "core/endpoints/copy_state.hpp"
#include "core/steering/steering_rules.hpp"
#include "core/web/host_robots.hpp"
#include "core/web/politeness.hpp"
#include "net/transfer.hpp"

namespace laundromat {

struct requester_options {
  std::optional<milliseconds> delay;  ///< instead of that of the campaign
  std::uint64_t body_bytes = 0;       ///< most of one answer
  /// Most time of one call, with redirects and robots.txt, but without pauses; nothing: each request as the campaign says.
  std::optional<milliseconds> total;
  std::vector<endpoint_host> hosts = {};  ///< as `polite_requester::hosts` of an earlier process had them
  /// Called before each wait for a host, with the time until which nothing is sent, and why. Its error ends the wait.
  std::function<result<void>(timestamp until, const std::string& why)> on_wait = {};
  std::function<bool()> is_stopping;  ///< asked several times a second; must be set
  /// What the operator has decided about a URI, asked before each request; unset: nothing.
  std::function<steering_verdict(const std::string& uri)> judge = {};
  std::function<timestamp()> now;  ///< must be set
};

/// For `on_wait`: error `host_suspended`, with the time and the reason, when a host is to be waited for longer than `longest`.
[[nodiscard]] result<void> refuse_long_wait(timestamp until, const std::string& why, timestamp now,
                                            milliseconds longest);

/// Of a `get` the answer at the end of redirects.
struct requested_answer {
  http_hop hop;      ///< the last one; `hop.error` says why there is no answer
  std::string body;  ///< of a success; else the first characters
};

/// Used by one thread. A campaign that is reloaded meanwhile is not seen.
class polite_requester {
 public:
  /// `settings` outlives this object.
  polite_requester(const campaign& settings, requester_options options);

  /// Requests a URI and follows its redirects; each hop obeys its own host. Any answer is a result. Errors: those of `judge` and `on_wait`; `robots_refused`,
  /// `robots_unreachable`, `crawl_delay_too_long`; `cancelled` when the program is stopping; those of redirects.
  [[nodiscard]] result<requested_answer> get(const std::string& uri, const std::string& accept);

  /// The same for one hop: a redirect is an answer.
  [[nodiscard]] result<requested_answer> get_hop(const std::string& uri, const std::string& accept);

  /// The same as `get`, for the head of the answer: the rest of a success is not received, and `body` is no more than its beginning.
  [[nodiscard]] result<requested_answer> get_beginning(const std::string& uri, const std::string& accept);

  /// Sends a POST, once, under the same rules. Any answer is a result, also a redirect, which is not followed. Errors: as `get`.
  [[nodiscard]] result<requested_answer> post(const std::string& uri, posted_body body);

  /// Waits until a time. Errors: `cancelled`; those of `on_wait`.
  [[nodiscard]] result<void> wait_until(timestamp time, const std::string& why);

  /// When the host of a URI may be requested again, as far as this object knows; the epoch: at once.
  [[nodiscard]] timestamp not_before(const std::string& uri) const;
  /// When each host may be requested again, for a later process.
  [[nodiscard]] std::vector<endpoint_host> hosts() const;

 private:
  struct host {
    host_robots robots;
    host_schedule schedule;
    bool closes_connections = false;  ///< it has closed a kept one when it was used again
  };

  void begin_call();
  /// Of the next request of this call.
  [[nodiscard]] transfer_limits limits() const;
  [[nodiscard]] host& host_of(const std::string& authority);
  [[nodiscard]] result<void> wait_for(host& at);
  [[nodiscard]] result<void> obey_robots(host& at, const std::string& uri);
  [[nodiscard]] result<robots_answer> read_robots(const std::string& uri);
  /// One hop, after waiting for its host. It is sent once more, after the pause of the host, when it was lost with a kept connection.
  [[nodiscard]] result<requested_answer> request(const std::string& uri, const std::string& accept,
                                                 std::uint64_t enough_bytes);
  /// One hop, if robots.txt and the operator allow it.
  [[nodiscard]] result<requested_answer> request_allowed(const std::string& uri, const std::string& accept,
                                                         std::uint64_t enough_bytes);
  /// Requests a URI and follows its redirects.
  [[nodiscard]] result<requested_answer> follow(const std::string& uri, const std::string& accept,
                                                std::uint64_t enough_bytes);
  [[nodiscard]] result<requested_answer> send(host& at, const std::string& uri, const std::string& accept,
                                              std::uint64_t enough_bytes,
                                              std::optional<posted_body> post = std::nullopt);
  [[nodiscard]] result<void> ask_permission(const std::string& uri);

  const campaign& settings_;
  requester_options options_;
  transfer_loop loop_;
  std::map<std::string, host> hosts_;                 ///< by `authority_key`
  std::chrono::steady_clock::time_point deadline_{};  ///< of what is requested now, if there is a `total`
};

}  // namespace laundromat
