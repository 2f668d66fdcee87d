// Appends small files to the segments of one kind, in groups that become durable before the journal names them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "storage/files/disk_sync.hpp"
#include "storage/segments/segment_files.hpp"

namespace laundromat {

/// The only writer of the segments of its kind in a data folder. A group is: any number of `append`, then `flush`, then the COMMIT that stores
/// `ends()` and the places, then `commit`; or `roll_back` at any time. What lies behind the last committed end is cut when the appender is
/// opened, or begins the next segment, so a segment consists of whole files that a COMMIT has named. It is not cut before: where a COMMIT failed, only the next start
/// knows whether its last bytes reached the disk. A segment with a second name, such as that of a backup, is complete: it is neither cut nor
/// continued. Memory: one buffer of 4 MiB and one file. Not thread-safe.
class segment_appender {
 public:
  /// Removes segments that are not in `committed`, and what lies behind the end of the last one. When that is shorter than its end it is left as
  /// it is, and the next one begins: `is_short` then tells so. `committed` are all segments of the kind, in their order; `data` is the data
  /// folder, `disk` outlives the appender. Errors: those of `safe_folder`.
  [[nodiscard]] static result<segment_appender> open(const safe_folder& data, segment_kind kind,
                                                     const std::vector<segment_end>& committed,
                                                     std::uint64_t segment_bytes = usual_segment_bytes,
                                                     const disk_sync& disk = posix_sync());

  /// Begins the next segment when the current one has `segment_bytes`. Errors: `io_failed`, `no_space`; `limit_exceeded` for more than
  /// `most_small_file_bytes`. After an error only `roll_back` is possible.
  [[nodiscard]] result<segment_place> append(std::string_view file);
  /// Begins the next segment now. The COMMIT of this group stores it, also when nothing is appended. Errors: those of `append`.
  [[nodiscard]] result<void> begin_segment();
  /// Makes the appended files durable: one sync for each segment of the group. Errors: also `sync_failed`, which must not be repeated.
  [[nodiscard]] result<void> flush();
  [[nodiscard]] segment_end end() const { return end_; }
  /// The ends of all segments to which something was appended since the last COMMIT.
  [[nodiscard]] std::vector<segment_end> ends() const;
  /// True when something was appended that no COMMIT names yet.
  [[nodiscard]] bool has_appended() const { return end_ != committed_; }
  /// Reports that the journal has stored `ends()`. Between groups no file is open.
  void commit() {
    committed_ = end_;
    completed_.clear();
    file_ = {};
  }
  /// Forgets what was appended since the last COMMIT; the next group is written over it.
  void roll_back();
  [[nodiscard]] bool is_short() const { return is_short_; }
  [[nodiscard]] segment_kind kind() const { return kind_; }

 private:
  segment_appender(const safe_folder& data, segment_kind kind, std::uint64_t segment_bytes,
                   const disk_sync& disk)
      : data_(data), disk_(&disk), kind_(kind), segment_bytes_(segment_bytes) {}
  [[nodiscard]] result<void> open_current();
  [[nodiscard]] result<void> begin_group();
  [[nodiscard]] result<void> write_buffer();
  [[nodiscard]] result<void> end_segment();
  [[nodiscard]] result<void> sync_current();
  [[nodiscard]] result<void> cut(const std::vector<segment_end>& committed);

  safe_folder data_;
  const disk_sync* disk_;
  segment_kind kind_;
  std::uint64_t segment_bytes_;
  segment_end committed_, end_;
  std::vector<segment_end> completed_;  ///< in the open group
  file_descriptor file_;                ///< of the segment `end_.serial`; closed until it is needed
  std::string buffer_;                  ///< appended, not written; its end is `end_`
  bool is_new_ = false;                 ///< the name of the current segment is not durable yet
  bool is_linked_ = false;              ///< the open segment has a second name
  bool has_tail_ = false;               ///< there may be bytes of a group that was rolled back behind the end
  bool is_short_ = false;
};

}  // namespace laundromat
