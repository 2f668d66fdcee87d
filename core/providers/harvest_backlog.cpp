// Replaces what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_backlog.hpp"

namespace laundromat {

harvest_backlog announce_change(timestamp running, std::optional<timestamp> pending, timestamp modified) {
  if (modified <= pending.value_or(running)) return {pending, std::nullopt};
  return {modified, pending};
}

}  // namespace laundromat
