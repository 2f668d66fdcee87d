// How many requests each client may send.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/base/time.hpp"
#include "core/web/ip_address.hpp"

namespace laundromat {

struct request_rate_limits {
  double requests_per_second = 10;  ///< in the long run
  double burst = 50;                ///< at once, after a pause
  std::size_t clients = 16'384;     ///< that are remembered; at about 150 bytes each
};

struct rate_verdict {
  bool is_allowed = true;
  seconds retry_after{0};  ///< at least 1 unless it is allowed

  friend bool operator==(const rate_verdict&, const rate_verdict&) = default;
};

/// A token bucket per client: an IPv4 address, or the first 64 bits of one of IPv6. Not thread-safe.
/// When there are too many clients, the one is forgotten whose bucket is the fullest, or full first: it loses least by it.
class request_rate {
 public:
  explicit request_rate(request_rate_limits limits = {});

  /// Takes `cost` tokens of this client, if it has so many. An address that cannot be read shares one bucket with all others.
  [[nodiscard]] rate_verdict ask(std::string_view client, timestamp now, double cost = 1);
  /// Takes `cost` tokens, or as many as there are.
  void charge(std::string_view client, timestamp now, double cost);
  [[nodiscard]] std::size_t clients() const { return full_at_ms_.size(); }
  [[nodiscard]] const request_rate_limits& limits() const { return limits_; }

 private:
  using key = std::pair<bool, std::array<std::uint8_t, 16>>;

  rate_verdict take(std::string_view client, timestamp now, double cost, bool takes_what_there_is);
  void forget(double now_ms);

  request_rate_limits limits_;
  std::map<key, double> full_at_ms_;  ///< when each bucket will be full again, which says how full it is
  std::set<std::pair<double, key>> by_time_;  ///< the same, the fullest first
};

}  // namespace laundromat
