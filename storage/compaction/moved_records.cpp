// Changes the place of a body in the journal.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/moved_records.hpp"

#include <algorithm>

#include "storage/journal/erasures.hpp"
#include "storage/warc/warc_place.hpp"

namespace laundromat {

result<bool> move_body(segment_rows& rows, std::int64_t entry, std::uint32_t serial,
                       const std::vector<moved_records>& moved) {
  const auto path = rows.body(entry);
  if (!path) return tl::unexpected(path.error());
  auto payload = warc_place_of(*path), capture = warc_capture_of(*path);
  if (!payload || !capture || (payload->serial != serial && capture->serial != serial)) return false;
  const bool is_revisit = *capture != *payload;
  for (auto* place : {&*payload, &*capture}) {
    if (place->serial != serial) continue;
    const auto behind = std::ranges::upper_bound(moved, place->offset_bytes, {}, &moved_records::begin_bytes);
    if (behind == moved.begin()) return fail(errc::internal, *path + " was not copied");
    const auto& part = *std::prev(behind);
    place->serial = part.to.serial;
    place->offset_bytes = part.to.offset_bytes + (place->offset_bytes - part.begin_bytes);
  }
  const auto done = rows.move_body(entry, is_revisit ? warc_path(*payload, *capture) : warc_path(*payload));
  return done ? result<bool>{true} : tl::unexpected(done.error());
}

result<void> move_bodies(journal& db, const std::vector<std::int64_t>& entries, std::uint32_t serial,
                         const std::vector<moved_records>& moved) {
  segment_rows rows{db};
  bool are_all_there = true;
  for (const auto entry : entries) {
    const auto done = move_body(rows, entry, serial, moved);
    if (!done) return tl::unexpected(done.error());
    are_all_there = are_all_there && *done;
  }
  if (are_all_there) return {};
  erasure_list left{db};
  for (const auto& one : moved)
    if (auto added = left.add(erasure::of_segment(segment_kind::raw, one.to.serial)); !added) return added;
  return {};
}

}  // namespace laundromat
