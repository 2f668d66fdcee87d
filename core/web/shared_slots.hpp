// Request slots that hosts share: all hosts at one network address, and all of one registrable domain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// The limits of all hosts of one place together. The defaults set no limit.
struct shared_policy {
  std::uint32_t connections = 0;  ///< requests at the same time; 0 sets no limit
  milliseconds delay{0};          ///< from the start of one request to the start of the next

  friend bool operator==(const shared_policy&, const shared_policy&) = default;
};

/// Replaces the address for the user's own hosts, whose requests are not counted.
inline constexpr std::string_view any_place = "any";
/// The name of the place of all hosts at one network address: `address 192.0.2.7`; of an IPv6 address its first 64 bits, which usually
/// belong to one network: `address 2001:db8:1:2::/64`. Empty for a text that is not an address.
[[nodiscard]] std::string place_of_address(std::string_view address);
/// The same for the bytes of a socket address, 4 or 16 in network order.
[[nodiscard]] std::string place_of_address(std::span<const std::uint8_t> address);
/// `domain example.org`; empty for an empty domain.
[[nodiscard]] std::string place_of_domain(std::string_view domain);

/// The requests to one place.
class shared_schedule {
 public:
  explicit shared_schedule(shared_policy policy = {}) : policy_(policy) {}

  /// The earliest time for one more request, not before `now`; nothing while the maximum number is under way.
  [[nodiscard]] std::optional<timestamp> next_allowed(timestamp now) const;
  /// Counts a request that begins, allowed or not.
  void begin(timestamp now);
  void end();
  /// Another process, which sees more requests, found the place full: nothing begins before `until`, or the next `end`. A second call does
  /// not extend the time, so that many hosts that find the place full do not close it.
  void hold(timestamp now, timestamp until) {
    if (held_until_ <= now) held_until_ = until;
  }
  [[nodiscard]] std::uint32_t open() const { return open_; }

 private:
  shared_policy policy_;
  std::uint32_t open_ = 0;
  timestamp not_before_{}, held_until_{};
};

/// The queues of all places. A request begins when each of its places has a slot; otherwise its host waits, once, in the queue of the first
/// place without. First come, first served. Memory: places with requests under way or hosts in their queue, and those used lately.
class shared_slots {
 public:
  shared_slots(shared_policy address, shared_policy domain) : address_(address), domain_(domain) {}

  /// Begins a request of `host` at all `places`. If one has no slot nothing begins, and the result is that place.
  [[nodiscard]] std::optional<std::string> begin(std::span<const std::string> places, const std::string& host,
                                                 timestamp now);
  /// Ends a request at all its places.
  void end(std::span<const std::string> places);
  void hold(const std::string& place, timestamp now, timestamp until);
  /// Takes the first host from the queue if there is a slot for a request of it; else nothing.
  [[nodiscard]] std::optional<std::string> take_next(const std::string& place, timestamp now);
  /// When the queue moves without an `end`; nothing when it is empty or moves only after an `end`.
  [[nodiscard]] std::optional<timestamp> next_move(const std::string& place, timestamp now) const;
  [[nodiscard]] std::size_t waiting(const std::string& place) const;
  [[nodiscard]] std::uint32_t open(const std::string& place) const;
  [[nodiscard]] std::size_t places() const { return lines_.size(); }
  /// Removes places without requests or queue, where another request could begin.
  void tidy(timestamp now);

 private:
  struct line {
    shared_schedule schedule;
    std::deque<std::string> hosts;
    std::set<std::string, std::less<>> members;  ///< of `hosts`
  };

  line& line_at(const std::string& place);

  shared_policy address_, domain_;
  std::map<std::string, line> lines_;
};

}  // namespace laundromat
