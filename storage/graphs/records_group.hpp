// How records of graphs change rows: for the files of `graph_records` only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/graphs/graph_records.hpp"
#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// Calls `work` with the database, and commits. After an error nothing has changed.
template <class Work>
result<void> graph_records::in_group(Work work) {
  if (auto begun = db_.begin(); !begun) return begun;
  if (auto done = answered([&] { work(db_.state_->db); }); !done) {
    db_.roll_back();
    return done;
  }
  return db_.commit();
}

}  // namespace laundromat
