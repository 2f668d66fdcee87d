// What files that are made from the journal have in common: whose failure it is, and transactions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <utility>

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// A failure of the journal, or of another source, while an index is written: the index is not its cause.
struct source_fault {
  failure what;
};

/// The value of a function of the source. Throws `source_fault`.
template <class Value>
Value of_journal(result<Value> from) {
  if (!from) throw source_fault{from.error()};
  if constexpr (!std::is_void_v<Value>) return *std::move(from);
}

/// Runs `work` in a transaction, which ends with it.
template <class Work>
void in_transaction(database& db, Work&& work) {
  db.execute("BEGIN IMMEDIATE");
  try {
    work();
    db.execute("COMMIT");
  } catch (...) {
    if (db.in_transaction()) db.execute("ROLLBACK");
    throw;
  }
}

}  // namespace laundromat
