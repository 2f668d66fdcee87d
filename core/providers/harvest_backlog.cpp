// Replaces what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

#include <utility>

namespace laundromat {

harvest_backlog::step harvest_backlog::announce(timestamp modified) {
  if (!running_) {
    running_ = modified;
    return {true, std::nullopt};
  }
  if (modified <= pending_.value_or(*running_)) return {};
  return {false, std::exchange(pending_, modified)};
}

std::optional<timestamp> harvest_backlog::end() {
  running_ = std::exchange(pending_, std::nullopt);
  return running_;
}

}  // namespace laundromat
