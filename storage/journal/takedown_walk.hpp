// Takes down what a rule of the operator excludes, piece by piece.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "storage/journal/erasures.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

/// What a takedown took out of the journal.
struct takedown_sums {
  std::uint64_t seeds = 0, documents = 0, bodies = 0;
  std::uint64_t kept = 0;     ///< documents that others publish, too
  std::uint64_t crawled = 0;  ///< seeds whose crawls are not finished: their takedown is repeated

  takedown_sums& operator+=(const takedown_sums& more) {
    seeds += more.seeds;
    documents += more.documents;
    bodies += more.bodies;
    kept += more.kept;
    crawled += more.crawled;
    return *this;
  }
};

/// Walks over all seeds. Its row of `erasure_list` stays until the walk has come to its end, so that a stopped one is begun again by the next run.
class takedown_walk {
 public:
  /// Stores that everything that the rule excludes is to be taken down. In a group of its own. Errors: those of the journal.
  [[nodiscard]] static result<void> note(journal& db, const steering_rule& rule);
  /// The first takedown that was noted and has not come to its end.
  [[nodiscard]] static result<std::optional<takedown_walk>> first(journal& db);

  takedown_walk(journal& db, steering_rule rule) : db_(&db), rule_(std::move(rule)) {}

  /// Does the next piece, in groups of its own; false when the walk is over. A rule that was lifted ends it. Errors: those of the journal; the step may be repeated.
  [[nodiscard]] result<bool> step(timestamp now);
  [[nodiscard]] const takedown_sums& sums() const { return sums_; }

 private:
  [[nodiscard]] result<void> take_down(std::span<const record_hash> seeds, const steering_rules& all,
                                       timestamp now);
  [[nodiscard]] result<void> finish();

  journal* db_;
  steering_rule rule_;
  seed_walk walk_;
  takedown_sums sums_;
};

}  // namespace laundromat
