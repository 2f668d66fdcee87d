// A read transaction for several queries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/journal_state.hpp"

namespace laundromat {

/// While it exists, queries see one state of the journal, also while an engine writes.
class one_state {
 public:
  explicit one_state(database& db) : db_(db), begins_(!db.in_transaction()) {
    if (begins_) db_.run("BEGIN");
  }
  ~one_state() {
    if (begins_) (void)answered([this] { db_.run("ROLLBACK"); });
  }
  one_state(const one_state&) = delete;
  one_state& operator=(const one_state&) = delete;

 private:
  database& db_;
  bool begins_;
};

}  // namespace laundromat
