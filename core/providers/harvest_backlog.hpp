// What is harvested next when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/time.hpp"

namespace laundromat {

/// The changes of one dataset that wait while one is harvested, named by their `dcterms:modified`.
struct harvest_backlog {
  std::optional<timestamp> pending;  ///< is harvested next
  std::optional<timestamp> skipped;  ///< waited until now, and is never harvested

  friend bool operator==(const harvest_backlog&, const harvest_backlog&) = default;
};

/// The provider announces a change while that of `running` is harvested and `pending` waits: only the newest waits. One that is not later than these changes nothing.
/// Source: GeoLink Harvester, open question 1.
[[nodiscard]] harvest_backlog announce_change(timestamp running, std::optional<timestamp> pending,
                                              timestamp modified);

}  // namespace laundromat
