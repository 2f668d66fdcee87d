// Removes received bodies by age, size and number, step by step, and rewrites the WARC segments of which little is left.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "storage/compaction/warc_rewriting.hpp"
#include "storage/journal/retained_bodies.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// What a pass has done.
struct retention_sums {
  std::uint64_t bodies = 0;    ///< removed
  std::uint64_t bytes = 0;     ///< of them, as stored
  std::uint64_t segments = 0;  ///< removed, what lived in them was copied

  friend bool operator==(const retention_sums&, const retention_sums&) = default;
};

/// Works in steps of some milliseconds, so that it can share a thread with the writer of the journal. A pass adds up the bodies, if their size is limited, then
/// removes those that the rules name, from the oldest: a COMMIT says of some that they are removed, then their files are removed, and the next COMMIT says
/// that these are gone. A stop in between leaves files that the next pass removes. Then it rewrites each segment of which less than half is in use.
class body_retention {
 public:
  /// The fields of an HTTP head, as the journal keeps them.
  using head_reader = std::function<std::vector<http_header>(std::string_view head)>;

  /// `db` and `raw` outlive it, and are used between the groups of their owner.
  body_retention(journal& db, raw_store& raw, head_reader read_head);
  ~body_retention();

  /// Begins a pass with these rules, instead of one that is not over.
  void begin(const retention_rules& rules, timestamp now);
  /// Rewrites instead these segments, if they have a record of a document that no download names, or any other record of a URI of `dropped`. Those that are held, or have the body of a document that is being
  /// washed, are left.
  void begin_with(const std::vector<segment_end>& segments, dropped_uris dropped);
  /// Ends a pass that is not over; what it has copied of a segment stays behind, without a name.
  void stop();
  /// Whether a copy of a segment is not complete.
  [[nodiscard]] bool is_copying() const { return rewriting_.has_value(); }
  /// The segments of `begin_with` that have no such record, or not any more.
  [[nodiscard]] const std::set<std::uint32_t>& clean_segments() const { return clean_; }
  /// Does the next step; false when the pass is over. Errors: of this machine, and of the journal; nothing of the step is stored then, and it can be repeated, except
  /// after a failed sync.
  [[nodiscard]] result<bool> step(timestamp now);
  [[nodiscard]] bool has_work() const { return work_ != work::none; }
  [[nodiscard]] const retention_sums& sums() const { return sums_; }
  /// Segments that stay as they are because they are damaged, with the reason.
  [[nodiscard]] const std::map<std::uint32_t, std::string>& damaged() const { return damaged_; }

 private:
  enum class work : std::uint8_t { none, add_up, remove, count_names, choose, collect, rewrite };

  /// The names in a segment.
  struct segment_names {
    std::uint64_t bytes = 0;  ///< of the payloads that are named, each counted as often as it is
    std::uint64_t names = 0;
    bool is_waiting = false;  ///< a download that is being washed names it
  };
  /// What was found in a segment that was not rewritten.
  struct examined {
    std::uint64_t end_bytes = 0, names = 0;
  };
  /// A retired segment.
  struct candidate {
    segment_end end;
    std::vector<named_record> names;
    bool is_waiting = false;
  };
  struct file_to_remove {
    std::int64_t entry = 0;
    timestamp at{};
    std::string path;
  };

  [[nodiscard]] result<bool> add_up();
  [[nodiscard]] result<bool> remove_some();
  [[nodiscard]] result<void> store(const std::vector<journal_body>& removed);
  [[nodiscard]] std::vector<http_header> head_of(const journal_body& body) const;
  [[nodiscard]] result<bool> count_names();
  [[nodiscard]] result<bool> choose();
  void retire_some();
  void give_up();
  [[nodiscard]] result<bool> collect();
  [[nodiscard]] result<bool> rewrite(timestamp now);
  [[nodiscard]] bool has_nothing_else(const segment_end& end, const segment_place& record) const;
  [[nodiscard]] result<void> drop(const segment_end& end);
  void go_on(work next);

  journal* db_;
  raw_store* raw_;
  head_reader read_head_;
  retained_bodies rows_;
  retention_rules rules_;
  timestamp now_{};
  work work_ = work::none;
  std::int64_t row_ = 0;  ///< the last one that was read
  std::uint64_t stored_bytes_ = 0;
  std::vector<file_to_remove> files_;  ///< of the last COMMIT
  std::map<std::uint32_t, segment_names> names_;
  std::deque<segment_end> to_rewrite_;
  std::deque<candidate> retired_;
  std::map<std::uint32_t, segment_place> large_;  ///< removed bodies in segments of their own
  std::optional<warc_rewriting> rewriting_;
  std::map<std::uint32_t, examined> examined_;
  std::map<std::uint32_t, std::string> damaged_;
  compaction_rule rule_;
  dropped_uris dropped_;
  std::set<std::uint32_t> clean_;
  retention_sums sums_;
};

}  // namespace laundromat
