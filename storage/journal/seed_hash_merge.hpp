// Merges runs of hashes in small steps, so that a search reads few of them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/seed_hashes.hpp"

namespace laundromat {

enum class merge_scope : std::uint8_t {
  usual,  ///< keeps at most eight runs of about one size
  all     ///< also merges runs that are not much smaller than the others together: after the end of a list
};

/// What it has begun is abandoned by a crash, and begun anew.
class seed_hash_merge {
 public:
  /// Does a step that takes some milliseconds, within an open group; false when there is none. After a rollback, call `forget`.
  bool step(database& db, merge_scope scope);
  void forget() { plan_.reset(); }

 private:
  struct plan {
    std::vector<hash_run> sources;
    row_id young_end = 0, target = 0;
    hash_stream from;
    hash_run_writer to;
    std::uint64_t written = 0;
  };
  bool begin(database& db, merge_scope scope);
  void go_on(database& db);

  std::optional<plan> plan_;
};

}  // namespace laundromat
