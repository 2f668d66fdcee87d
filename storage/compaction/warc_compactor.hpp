// Rewrites WARC segments of which little is in use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "core/base/time.hpp"
#include "storage/compaction/compacted_segment.hpp"
#include "storage/compaction/moved_records.hpp"
#include "storage/compaction/warc_examination.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// Copies the records that live (`warc_examination.hpp`) to new segments, byte by byte: ids, dates and digests stay, so that a `revisit` still
/// refers to its original. One segment is one group: its copies durable, then the COMMIT that names them and forgets the segment, whose file
/// is then removed. A stop at any point leaves every body at the place that the journal names. For a data folder on which no engine runs.
/// Reads each segment completely. Memory: 16 bytes for each body of a batch of segments, at most about 64 MiB, unless one segment has more.
class warc_compactor {
 public:
  /// `raw` is the raw folder. Without `to`, which must be open to write, segments are only examined. All outlive it.
  warc_compactor(const safe_folder& raw, journal& db, warc_store* to, compaction_rule rule = {});

  /// Examines all segments, and rewrites those that the rule names. `report` is called after each one. Errors: of this machine, and of
  /// the journal. A damaged segment has its fault in the answer.
  [[nodiscard]] result<std::vector<compacted_segment>> run(
      timestamp now, const std::function<void(const compacted_segment&)>& report = {});

 private:
  using name_lists = std::map<std::uint32_t, std::vector<named_record>>;
  [[nodiscard]] result<void> for_each_name(
      const std::function<void(std::uint32_t serial, const named_record&)>& take);
  [[nodiscard]] result<std::vector<std::vector<segment_end>>> batches();
  [[nodiscard]] result<compacted_segment> compact(const segment_end& end, std::vector<named_record>& names);
  [[nodiscard]] result<std::vector<moved_records>> copy(const compacted_segment& from,
                                                        const warc_examination& found);
  [[nodiscard]] result<void> store(const compacted_segment& from, const std::vector<moved_records>& moved,
                                   const std::vector<named_record>& names);

  const safe_folder* raw_;
  journal* db_;
  segment_rows rows_;
  warc_store* to_;
  compaction_rule rule_;
  timestamp now_{};
  std::map<std::uint32_t, std::string> names_of_files_;
};

}  // namespace laundromat
