// Replaces what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

namespace laundromat {

harvest_backlog announce_change(timestamp running, std::optional<timestamp> pending, timestamp modified) {
  const timestamp newest = pending ? *pending : running;
  if (modified <= newest) return {pending, std::nullopt};
  return {modified, pending};
}

}  // namespace laundromat
