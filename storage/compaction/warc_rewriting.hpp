// Rewrites one WARC segment in steps, beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "storage/compaction/moved_records.hpp"
#include "storage/compaction/warc_examination.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// Examines a segment, and copies what lives to other segments when `rule` says so: steps of some MiB, then one COMMIT that names the copies and forgets the
/// segment, whose file is then removed. The segment is retired, so that no capture comes to refer to it, and no download that is being washed names it: workers know
/// places. A stop before the COMMIT leaves copies that nothing names.
class warc_rewriting {
 public:
  /// `names`: of all downloads in the segment. All but these outlive it.
  warc_rewriting(journal& db, warc_store& store, segment_end from, std::vector<named_record> names,
                 compaction_rule rule, dropped_uris dropped = {});
  ~warc_rewriting();

  /// Does the next step; false when the segment is done with. Errors: of this machine, and of the journal; nothing is lost then, and the segment is begun again
  /// another time.
  [[nodiscard]] result<bool> step(timestamp now);
  /// Why the segment stays as it is: it is damaged.
  [[nodiscard]] const std::optional<failure>& fault() const { return fault_; }
  /// Whether the segment was removed.
  [[nodiscard]] bool is_rewritten() const { return is_rewritten_; }
  [[nodiscard]] const segment_use& use() const { return use_; }

 private:
  [[nodiscard]] result<bool> examine();
  [[nodiscard]] result<void> copy_part(timestamp now);
  [[nodiscard]] result<void> store();

  segment_rows rows_;
  journal* db_;
  warc_store* store_;
  segment_end from_;
  std::vector<std::int64_t> entries_;
  compaction_rule rule_;
  std::unique_ptr<warc_examiner> examiner_;
  std::vector<kept_records> kept_;
  std::size_t copied_ = 0;  ///< of `kept_`
  std::string info_;        ///< the `warcinfo` of the next records
  std::vector<moved_records> moved_;
  segment_use use_;
  std::optional<failure> fault_;
  bool is_rewritten_ = false;
};

}  // namespace laundromat
