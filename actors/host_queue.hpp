// The requests that wait for one host at the politeness scheduler, and the state of that host.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/actor_addr.hpp>
#include <caf/typed_response_promise.hpp>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/steering/steering_rules.hpp"
#include "core/web/host_robots.hpp"
#include "core/web/politeness.hpp"
#include "core/web/put_off_requests.hpp"
#include "messages/types.hpp"

namespace laundromat {

/// Requests that wait longer go back to the journal.
inline constexpr seconds longest_wait{60};

/// A request that waits for its slot.
struct waiting_request {
  std::string uri;
  timestamp since{};
  caf::typed_response_promise<permit_answer> promise;
  caf::actor_addr remote_fetcher;  ///< of the worker node that sent the request; null: sent on this machine
};

/// One host, `host:port`. The politeness scheduler sends its messages; these functions read or change only the queue, and deliver answers.
struct host_queue {
  host_schedule schedule;
  host_robots robots;
  std::string
      domain;  ///< the name of the domain that shares slots with it; empty unless the campaign limits domains
  std::string address;  ///< the name of the address of its last connection; empty before the first
  std::vector<std::string> reading_at;  ///< where the request for robots.txt has a slot
  std::string blocked_at;               ///< the full address or domain for which it waits, or waited last
  std::deque<waiting_request> waiting;
  put_off_requests requests_put_off;  ///< in the journal until their time comes
  timestamp last_grant{};
  timestamp wake_at{};  ///< of the wake-up that is set; the epoch: none
  host_record saved;    ///< by the last request

  /// Answers all waiting requests alike.
  void answer_all(const permit_answer& answer);
  /// Sends all waiting requests back to the journal. Each gets a time of its own from `first` on, so that they do not all return at once.
  void put_off(errc why, const std::string& detail, timestamp first);
  /// Sends back the requests that have waited too long: those of a full address or domain to the journal, so that it takes no room from
  /// other hosts; others are to ask again, before their own time-out.
  void put_off_late(timestamp now);
  /// Answers the waiting requests that the operator excludes or pauses.
  void obey(const steering_rules& rules, timestamp now);
  /// Answers the waiting requests that robots.txt forbids. The others may be sent when their slot is free.
  void refuse_forbidden(timestamp now);
  /// Makes robots.txt stale when its time is over.
  void expire_robots(timestamp now);
  void obey_crawl_delay();

  /// True when the journal has all that would be lost with this queue.
  [[nodiscard]] bool may_forget() const;
  /// True when the state of the host may be read from the journal again: no request is under way whose end would be missing there.
  [[nodiscard]] bool may_look_up_again() const;
  /// True when a new download of this host would have to wait long.
  [[nodiscard]] bool is_busy(timestamp now) const;
  /// True while the host waits for what it has not asked for: it is suspended, its robots.txt cannot be read, or it has answered 429 or 503 without a time.
  [[nodiscard]] bool waits_by_itself(timestamp now) const;
  /// The addresses and domains at which a request needs a slot that it shares with other hosts.
  [[nodiscard]] std::vector<std::string> places() const;
  /// `permit_answer::place`.
  [[nodiscard]] std::string place_for_fetcher() const;
  /// What the journal stores about the host, without its robots.txt.
  [[nodiscard]] host_record record(const std::string& authority, timestamp now) const;
  /// The record to store after a request; nothing when the last one is less than a second old and differs only in times that are over.
  [[nodiscard]] std::optional<host_record> unsaved_record(const std::string& authority, timestamp now);
  /// Reads the answer for a robots.txt into `robots`.
  void learn_robots(const robots_outcome& answer, timestamp now);
  [[nodiscard]] robots_record record_of_robots(const robots_outcome& answer, timestamp now) const;
  /// The requests that wait, here or in the journal, until when and why; nothing when none does.
  [[nodiscard]] std::optional<host_wait> wait(const std::string& authority, timestamp now);
};

/// The requests that wait for all `hosts`.
[[nodiscard]] waiting_requests waits_for(std::map<std::string, host_queue>& hosts, timestamp now);

}  // namespace laundromat
