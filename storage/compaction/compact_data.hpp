// Rewrites the segments of a data folder on which no engine runs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "core/base/time.hpp"
#include "storage/compaction/compacted_segment.hpp"

namespace laundromat {

struct compaction_request {
  compaction_rule rule;  ///< also the last segment of each kind is taken, unless an engine runs
  bool is_dry = false;   ///< only look; needs no lock
  timestamp now{};
  std::function<void()> progress;  ///< called often; may be empty
};

/// Compacts the segments of all kinds, see `segment_compactor` and `warc_compactor`. Returns all segments as they were found. Errors:
/// `journal_locked` while an engine runs, unless `is_dry`; those of `data_folder::open`, of the journal and of this machine.
[[nodiscard]] result<std::vector<compacted_segment>> compact_data(const std::filesystem::path& root,
                                                                  const compaction_request& request);

}  // namespace laundromat
