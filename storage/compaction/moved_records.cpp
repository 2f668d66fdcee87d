// Changes the place of a body in the journal.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/moved_records.hpp"

#include <algorithm>

#include "storage/warc/warc_place.hpp"

namespace laundromat {

result<void> move_body(segment_rows& rows, std::int64_t entry, std::uint32_t serial,
                       const std::vector<moved_records>& moved) {
  const auto path = rows.body(entry);
  if (!path) return tl::unexpected(path.error());
  auto payload = warc_place_of(*path), capture = warc_capture_of(*path);
  if (!payload || !capture || (payload->serial != serial && capture->serial != serial)) return {};
  const bool is_revisit = *capture != *payload;
  for (auto* place : {&*payload, &*capture}) {
    if (place->serial != serial) continue;
    const auto behind = std::ranges::upper_bound(moved, place->offset_bytes, {}, &moved_records::begin_bytes);
    if (behind == moved.begin()) return fail(errc::internal, *path + " was not copied");
    const auto& part = *std::prev(behind);
    place->serial = part.to.serial;
    place->offset_bytes = part.to.offset_bytes + (place->offset_bytes - part.begin_bytes);
  }
  return rows.move_body(entry, is_revisit ? warc_path(*payload, *capture) : warc_path(*payload));
}

}  // namespace laundromat
