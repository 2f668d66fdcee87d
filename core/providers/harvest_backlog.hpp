// What is harvested next when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/base/time.hpp"

namespace laundromat {

/// The harvests of one dataset, named by their `dcterms:modified`: one runs, and one waits, the newest. Source: GeoLink Harvester, open question 1.
class harvest_backlog {
 public:
  struct step {
    bool starts = false;               ///< the announced one runs now
    std::optional<timestamp> skipped;  ///< the one that waited, and is never harvested

    friend bool operator==(const step&, const step&) = default;
  };

  harvest_backlog() = default;
  /// As it was stored.
  harvest_backlog(std::optional<timestamp> running, std::optional<timestamp> pending)
      : running_(running), pending_(pending) {}

  /// The provider announces a change. One that is not later than what runs or waits changes nothing.
  [[nodiscard]] step announce(timestamp modified);
  /// The harvest that ran has ended, well or not. Returns the one that runs now; nothing: none waited.
  std::optional<timestamp> end();

  [[nodiscard]] std::optional<timestamp> running() const { return running_; }
  [[nodiscard]] std::optional<timestamp> pending() const { return pending_; }

 private:
  std::optional<timestamp> running_, pending_;
};

}  // namespace laundromat
