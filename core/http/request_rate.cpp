// Buckets as the time at which they are full: then nothing has to be refilled.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/request_rate.hpp"

#include <algorithm>
#include <cmath>

#include "core/http/address_site.hpp"

namespace laundromat {

request_rate::request_rate(request_rate_limits limits) : limits_(limits) {
  limits_.requests_per_second = std::max(limits_.requests_per_second, 1e-6);
  limits_.burst = std::max(limits_.burst, 1.0);
  limits_.clients = std::max<std::size_t>(limits_.clients, 1);
}

rate_verdict request_rate::ask(std::string_view client, timestamp now, double cost) {
  return take(client, now, cost, false);
}

void request_rate::charge(std::string_view client, timestamp now, double cost) {
  take(client, now, cost, true);
}

rate_verdict request_rate::take(std::string_view client, timestamp now, double cost,
                                bool takes_what_there_is) {
  const auto now_ms = static_cast<double>(to_ms(now));
  const double token_ms = 1'000 / limits_.requests_per_second, empty_ms = limits_.burst * token_ms;
  const auto site = address_site(client).value_or(ip_address{});
  const key who{site.is_v6, site.bytes};
  const auto found = full_at_ms_.find(who);
  // A clock that was set back does not lock a client out.
  const double before_ms =
      found == full_at_ms_.end() ? now_ms : std::clamp(found->second, now_ms, now_ms + empty_ms);
  const double after_ms = before_ms + std::clamp(cost, 0.0, limits_.burst) * token_ms;
  const bool is_allowed = after_ms <= now_ms + empty_ms;
  if (found != full_at_ms_.end()) {
    by_time_.erase({found->second, who});
    full_at_ms_.erase(found);
  }
  forget(now_ms);
  const double rest_ms = is_allowed ? after_ms : takes_what_there_is ? now_ms + empty_ms : before_ms;
  full_at_ms_.emplace(who, rest_ms);
  by_time_.emplace(rest_ms, who);
  if (is_allowed) return {};
  const auto wait_s = std::ceil((after_ms - now_ms - empty_ms) / 1'000);
  return {false, seconds{std::max<std::int64_t>(1, static_cast<std::int64_t>(wait_s))}};
}

// Makes room for one client.
void request_rate::forget(double now_ms) {
  while (!by_time_.empty() && (by_time_.begin()->first <= now_ms || by_time_.size() >= limits_.clients)) {
    full_at_ms_.erase(by_time_.begin()->second);
    by_time_.erase(by_time_.begin());
  }
}

}  // namespace laundromat
