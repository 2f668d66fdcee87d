// What is harvested next when a provider changes faster than a harvest ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/base/time.hpp"
#include "core/providers/graph_import.hpp"
#include "core/providers/stored_provider.hpp"

namespace laundromat {

/// Datasets after their VoID file was read again, and the harvests that will never be.
struct announced_harvests {
  std::vector<stored_dataset> datasets;
  std::vector<graph_import> skipped;
};
/// What the VoID file says now, in the order of the keys: datasets that it has no more are forgotten, and while a harvest runs, that of a dataset stays as it is, and the
/// newest one waits, and replaces the one that waited, which is skipped: when it has ended, the VoID file is read again.
[[nodiscard]] announced_harvests next_of(const std::vector<stored_dataset>& before,
                                         std::vector<provider_dataset> announced,
                                         const stored_provider& provider, timestamp now);

}  // namespace laundromat
