// What the next requests of a provider wait for: of its VoID file, and of the dumps of harvests that run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/providers/graph_import.hpp"
#include "storage/journal/request_wait.hpp"

namespace laundromat {

struct provider_waits {
  std::optional<request_wait> void_file;  ///< nothing: when it is due nothing hinders it
  std::uint64_t dumps = 0;                ///< of harvests that run: those that wait
  std::optional<request_wait> dump;       ///< of these, the one that waits longest

  friend bool operator==(const provider_waits&, const provider_waits&) = default;
};

/// Reads them for a provider with these datasets, from two downloads of each file (`request_wait_of`); a VoID file that is not due yet waits for its
/// time, too, which is not told here. Errors: those of the journal.
[[nodiscard]] result<provider_waits> waits_of(journal& db, const stored_provider& provider,
                                              const std::vector<stored_dataset>& datasets,
                                              const steering_rules& rules, timestamp now);

}  // namespace laundromat
