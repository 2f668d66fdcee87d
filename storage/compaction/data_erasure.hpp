// Removes from the disk what takedowns have taken out of the journal, step by step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "storage/compaction/body_retention.hpp"
#include "storage/compaction/segment_compactor.hpp"
#include "storage/journal/takedown_walk.hpp"

namespace laundromat {

/// The stores from which is removed; all outlive it.
struct erased_stores {
  safe_folder data;
  clean_publisher* publisher = nullptr;
  const clean_store* clean = nullptr;
  raw_store* raw = nullptr;
};

/// Works in steps of some milliseconds, so that it can share a thread with the writer of the journal, which no other may be: a document that is published again at the same time
/// would lose its files. A pass finishes takedowns that were stopped, repeats the takedown of seeds that were being crawled, removes files, and rewrites the segments that have bytes of what was taken down,
/// without these. A row of `erasure_list` goes in a COMMIT after what it names is gone, so a stop at any point leaves the row, and the next pass begins with it. What cannot be
/// removed yet is left for the next pass: seeds that are being crawled, and WARC segments with a body that is being washed.
class data_erasure {
 public:
  /// `db` outlives it.
  data_erasure(journal& db, erased_stores from);

  /// Begins a pass. `is_copied`: a copy of a segment was given up, and may have bytes that have no name any more. `with_stopped`: takedowns that were stopped go on.
  /// Errors: those of the journal.
  [[nodiscard]] result<void> begin(bool is_copied, bool with_stopped = true);
  /// Does the next step; false when the pass is over. Errors: of this machine, and of the journal; nothing is lost then, and it can be repeated, except after a failed sync.
  [[nodiscard]] result<bool> step(timestamp now);
  [[nodiscard]] bool has_work() const { return work_ != work::none; }
  /// Segments that stay as they are because they are damaged, with the reason.
  [[nodiscard]] const std::map<erasure, std::string>& damaged() const { return damaged_; }

 private:
  enum class work : std::uint8_t { none, takedowns, seeds, files, choose, segments, choose_raw, raw };

  [[nodiscard]] result<void> go_on_with_takedown(timestamp now);
  [[nodiscard]] result<void> take_seeds_down(timestamp now);
  [[nodiscard]] result<void> remove_files();
  [[nodiscard]] result<void> remove(const erasure& one);
  [[nodiscard]] result<void> choose();
  [[nodiscard]] result<void> rewrite_some();
  [[nodiscard]] result<void> choose_raw();
  [[nodiscard]] result<void> rewrite_raw(timestamp now);
  [[nodiscard]] result<void> finish(const std::vector<erasure>& done);
  [[nodiscard]] result<std::vector<erasure>> segments(erasure_kind from, erasure_kind to);

  journal* db_;
  erased_stores from_;
  erasure_list list_;
  segment_compactor documents_;
  body_retention bodies_;
  work work_ = work::none;
  std::optional<takedown_walk> takedown_;  ///< one that was stopped
  std::vector<erasure> wanted_;            ///< segments that are being rewritten
  std::map<erasure, std::string> damaged_;
};

/// Does all that can be done now, for a data folder that the caller has locked. Errors: as of `data_erasure::step`.
[[nodiscard]] result<void> erase_now(data_erasure& erasure, timestamp now);

}  // namespace laundromat
