// Where records of a WARC segment were, and where they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "storage/journal/segment_rows.hpp"

namespace laundromat {

struct moved_records {
  std::uint64_t begin_bytes = 0, end_bytes = 0;
  segment_place to;
};

/// Within a group: replaces the places of a body in the segment `serial` by the new ones. `moved` is sorted. False for a body that has no place there any more: it stays as it is.
/// Errors: those of the journal; `internal` for a place that was not moved.
[[nodiscard]] result<bool> move_body(segment_rows& rows, std::int64_t entry, std::uint32_t serial,
                                     const std::vector<moved_records>& moved);

/// Within a group: does so for all bodies in the segment. When one has no place there any more, because a takedown of another process has removed it,
/// the segments with the copies are to be rewritten in turn (`erasure_list`). Errors: as above.
[[nodiscard]] result<void> move_bodies(journal& db, const std::vector<std::int64_t>& entries,
                                       std::uint32_t serial, const std::vector<moved_records>& moved);

}  // namespace laundromat
