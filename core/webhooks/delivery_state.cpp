// Computes pauses, and the state after a try.
// SPDX-License-Identifier: Apache-2.0
#include "core/webhooks/delivery_state.hpp"

#include <algorithm>

namespace laundromat {

seconds pause_after_tries(std::uint32_t failures) {
  constexpr seconds first{10}, longest{3'600};
  constexpr std::uint32_t most_doublings = 9;
  if (failures == 0) return seconds{0};
  return std::min(longest, first * (1U << std::min(failures - 1, most_doublings)));
}

delivery_state state_after(delivery_state before, const delivery_try& what, timestamp now) {
  constexpr int gone = 410;
  auto& s = before;
  if (what.http_status >= 200 && what.http_status < 300) {
    s.told = std::max(s.told, s.target);
    s.target = 0;
    s.tries = 0;
    s.not_before = s.failing_since = timestamp{};
    s.told_at = now;
    s.problem.clear();
    return before;
  }
  s.problem = what.problem;
  if (s.failing_since == timestamp{}) s.failing_since = now;
  ++s.tries;
  s.is_gone = what.http_status == gone;
  s.not_before = now + std::max(pause_after_tries(s.tries),
                                std::min(what.retry_after.value_or(seconds{0}), longest_retry_after));
  return before;
}

delivery_state without_oldest(delivery_state before, std::int64_t newest, std::int64_t most) {
  const auto first_kept = newest - most;
  if (before.told >= first_kept) return before;
  before.dropped += static_cast<std::uint64_t>(first_kept - before.told);
  before.told = first_kept;
  before.target = 0;
  return before;
}

}  // namespace laundromat
