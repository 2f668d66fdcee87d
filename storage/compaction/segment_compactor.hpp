// Rewrites segments of clean documents, ledgers and deltas of which little is in use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <set>
#include <utility>
#include <vector>

#include "storage/compaction/compacted_segment.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/stores/clean_publisher.hpp"

namespace laundromat {

/// Works in steps of some milliseconds, so that it can share a thread with the writer of the journal. First it looks at all rows: how
/// much of each segment lives. Then it appends what lives in a chosen segment to the last one, as the publisher appends new files, in groups:
/// bytes durable, COMMIT that names their new places; the last group also forgets the segment, whose file is then removed. A stop at any
/// point leaves every file at the place that the journal names: bytes and files that no COMMIT names are removed when the publisher is opened.
/// A reader that finds the file of a segment gone asks the journal for the place again (`clean_store`).
class segment_compactor {
 public:
  /// `db` and `publisher` outlive it, and are used between the groups of their owner. Without a publisher segments are only surveyed. `data` is the
  /// data folder.
  segment_compactor(safe_folder data, journal& db, clean_publisher* publisher, compaction_rule rule = {});

  /// Looks at all segments again in the next steps.
  void begin();
  /// Rewrites these segments in the next steps, whatever of them is in use; after a look at all rows only those with bytes that no row names. Errors: those of
  /// the journal.
  [[nodiscard]] result<void> begin_with(std::set<std::pair<segment_kind, std::uint32_t>> segments,
                                        bool looks_first);
  /// Reports that documents were removed. When they are many, compared with those in segments, the next steps look at all segments again.
  void count_removed(std::uint64_t documents);
  /// Does the next step. Returns false when everything is done. Errors: of this machine, such as `no_space`, and of the journal; nothing of
  /// the step is stored then, and it can be repeated, except after a failed sync.
  [[nodiscard]] result<bool> step();
  [[nodiscard]] bool has_work() const { return is_surveying() || !to_rewrite_.empty(); }
  /// True while the use of the segments is not known yet.
  [[nodiscard]] bool is_surveying() const { return surveyed_ < kinds; }
  /// All segments since `begin`. Complete when nothing is surveyed any more.
  [[nodiscard]] const std::vector<compacted_segment>& segments() const { return segments_; }

 private:
  static constexpr std::size_t kinds = 3;

  [[nodiscard]] result<void> survey();
  [[nodiscard]] result<void> begin_kind(segment_kind kind);
  void choose(segment_kind kind);
  [[nodiscard]] result<void> move_some();
  [[nodiscard]] result<std::vector<segment_place>> copy(segment_kind kind,
                                                        const std::vector<named_file>& files);
  [[nodiscard]] result<void> store(const compacted_segment& from, const std::vector<named_file>& files,
                                   const std::vector<segment_place>& to, bool is_last);
  [[nodiscard]] compacted_segment* find(segment_kind kind, std::uint32_t serial);

  safe_folder data_;
  journal* db_;
  segment_rows rows_;
  clean_publisher* publisher_;
  compaction_rule rule_;
  std::vector<compacted_segment> segments_;
  std::size_t surveyed_ = kinds;  ///< how many kinds are
  std::int64_t row_ = 0;  ///< the last one that was read, of the survey or of the segment that is rewritten
  std::uint64_t removed_ = 0;                                ///< documents since `begin`
  std::deque<std::size_t> to_rewrite_;                       ///< in `segments_`
  std::set<std::pair<segment_kind, std::uint32_t>> wanted_;  ///< instead of those of the rule; empty: these
};

}  // namespace laundromat
