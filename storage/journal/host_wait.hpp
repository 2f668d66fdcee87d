// Until when nothing is requested of a host: its own pause, and that while its robots.txt fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// The wait while robots.txt fails: `robots_unreachable` with its status or error, until it is requested again. Nothing when it applies at `now`, also as
/// missing after a long failure (RFC 9309 section 2.3.1.4).
[[nodiscard]] std::optional<waiting_host> wait_for_robots(const stored_robots& robots, timestamp now);
/// The later of both waits; of two that end together that of the host, which says what it has asked for. Nothing when the host may be requested at `now`.
[[nodiscard]] std::optional<waiting_host> wait_of(const stored_host& host, const stored_robots& robots,
                                                  timestamp now);

}  // namespace laundromat
