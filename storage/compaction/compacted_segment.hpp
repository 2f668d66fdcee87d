// What a compaction found in a segment, and what it did with it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/result.hpp"
#include "core/records/segment_use.hpp"

namespace laundromat {

struct compacted_segment {
  segment_use use;
  std::filesystem::path file;  ///< in the data folder
  bool is_chosen = false;      ///< its share of live bytes is small enough
  bool is_rewritten = false;
  std::optional<failure> fault = {};  ///< why it cannot be rewritten: it is damaged or too short
};

}  // namespace laundromat
