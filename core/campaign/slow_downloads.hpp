// When a download is slow, so that it counts no more in the downloads at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// So many slow downloads may go on for each of `pools.transfers`, beside those that are not slow.
inline constexpr std::uint32_t slow_beside_each = 3;

/// Whether so little of a body has come in the time that has passed that its server is slow: after a tenth of `first_byte_timeout_s`, at least a second, less
/// than 4 times `low_speed_bytes` a second.
[[nodiscard]] inline bool is_slow(const campaign::network_limits& network, milliseconds passed,
                                  std::uint64_t bytes) {
  constexpr std::uint64_t times_low_speed = 4, ms_of_a_second = 1'000;
  const auto patience = std::max<milliseconds>(milliseconds{100} * network.first_byte_timeout_s, seconds{1});
  return passed >= patience && bytes * ms_of_a_second < times_low_speed * network.low_speed_bytes *
                                                            static_cast<std::uint64_t>(passed.count());
}

}  // namespace laundromat
