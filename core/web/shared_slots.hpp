// Turns that hosts share: all that lie at one network address, and all of one registrable domain.
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

/// How much all hosts of one place get together. The defaults set no limit.
struct shared_policy {
  std::uint32_t connections = 0;  ///< requests at the same time; 0 sets no limit
  milliseconds delay{0};          ///< from the begin of one request to the begin of the next

  friend bool operator==(const shared_policy&, const shared_policy&) = default;
};

/// Stands for the address of a host of one's own, where requests are not counted.
inline constexpr std::string_view any_place = "any";
/// The name of the place of all hosts at one network address: `address 192.0.2.7`; of an IPv6 address its first 64 bits, which usually
/// belong to one client: `address 2001:db8:1:2::/64`. Empty for a text that is no address.
[[nodiscard]] std::string place_of_address(std::string_view address);
/// The same for the bytes of a socket address, 4 or 16 in network order.
[[nodiscard]] std::string place_of_address(std::span<const std::uint8_t> address);
/// `domain example.org`; empty for an empty domain.
[[nodiscard]] std::string place_of_domain(std::string_view domain);

/// The requests to one place.
class shared_schedule {
 public:
  explicit shared_schedule(shared_policy policy = {}) : policy_(policy) {}

  /// The earliest moment for one more request, `now` at the earliest; nothing while as many are under way as may be.
  [[nodiscard]] std::optional<timestamp> next_allowed(timestamp now) const;
  /// Counts a request that begins, allowed or not.
  void begin(timestamp now);
  void end();
  /// The place was found full by somebody who sees more of it: nothing begins before `until`, or the next `end`. A hold is not prolonged, so
  /// that many who find it full do not close it.
  void hold(timestamp now, timestamp until) {
    if (held_until_ <= now) held_until_ = until;
  }
  [[nodiscard]] std::uint32_t open() const { return open_; }

 private:
  shared_policy policy_;
  std::uint32_t open_ = 0;
  timestamp not_before_{}, held_until_{};
};

/// The lines before all places. A request begins when each of its places has room; else its host waits, once, before the first that has
/// none. Who has waited longest is asked first. Memory: places with requests under way or hosts in line, and those used lately.
class shared_slots {
 public:
  shared_slots(shared_policy address, shared_policy domain) : address_(address), domain_(domain) {}

  /// Begins a request of `host` at all `places`. If one has no room nothing begins, and the answer names that place.
  [[nodiscard]] std::optional<std::string> begin(std::span<const std::string> places, const std::string& host,
                                                 timestamp now);
  /// Ends a request at all its places.
  void end(std::span<const std::string> places);
  void hold(const std::string& place, timestamp now, timestamp until);
  /// Takes the first host out of the line while there is room for a request of it; else nothing.
  [[nodiscard]] std::optional<std::string> take_next(const std::string& place, timestamp now);
  /// When the line moves without an `end`; nothing when nobody waits or only an `end` helps.
  [[nodiscard]] std::optional<timestamp> next_move(const std::string& place, timestamp now) const;
  [[nodiscard]] std::size_t waiting(const std::string& place) const;
  [[nodiscard]] std::uint32_t open(const std::string& place) const;
  [[nodiscard]] std::size_t places() const { return lines_.size(); }
  /// Forgets places where nothing is under way, nobody waits, and one more request might begin.
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
