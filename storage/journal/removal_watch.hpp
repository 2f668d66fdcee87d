// Lets an index know which of its documents were removed, and which of the removed ones are there again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "storage/journal/segment_rows.hpp"
#include "storage/journal/source_fault.hpp"

namespace laundromat {

/// Keeps the rows of documents that are not in the index, because they were removed, in a table of it: `gone (row INTEGER PRIMARY KEY)`. All functions belong to a transaction of the caller, and
/// may throw `storage_fault` for the index and `source_fault` for the journal.
class removal_watch {
 public:
  /// Both outlive it.
  removal_watch(database& index, segment_rows& rows) : index_(index), rows_(rows) {}

  struct changes {
    std::function<void(std::int64_t document)> remove;  ///< may commit what was done so far, with `noticed`
    std::function<void(const numbered_document&)> add;  ///< of one that was published again
    std::function<void()> between = [] {};              ///< after each: may commit, too
  };
  /// Compares the documents up to `last` with the journal. `noticed`: the last removal that is known, which is stored with the index.
  void follow(std::int64_t last, removal& noticed, const changes& change);
  /// A document that was already removed when it was to be indexed.
  void note_gone(std::int64_t document);

 private:
  [[nodiscard]] bool differs(std::int64_t last);
  void remove_new_ones(std::int64_t last, removal& noticed, const changes& change);
  void add_republished_ones(const changes& change);

  database& index_;
  segment_rows& rows_;
};

}  // namespace laundromat
