// Reads seeds, entries and clean documents once each, to find out whether the slower searches for damage can find anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// Whether each reference between rows has its row, each row is one that the lifecycle allows, each clean document has a source entry, and, if
/// `with_counts`, the kept counts are those of the records. Each of these conditions has a query that lists the rows against it
/// (`journal::find_damage`), and reads the tables once more; here the three large tables are read once, in the order of their rows. Says nothing
/// about what is wrong; false also for tables that it does not know. Within a transaction, so that all rows are of one state. Memory: a byte for
/// each clean document, and 16 for each gap between row numbers. Throws `storage_fault`.
[[nodiscard]] bool records_are_sound(database& db, bool with_counts);

}  // namespace laundromat
