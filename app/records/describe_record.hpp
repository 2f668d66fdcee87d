// Reads all facts about one record from the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/records/record_view.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// The limit of rows per table; the total counts are exact.
struct record_limits {
  std::size_t rows = 100;
  std::size_t defects = 20;
};

/// A seed with its downloads and its standing at `now`; an entry with its ancestors, children, hops, evidence, content, warnings and
/// attempts; a clean document with its sources (L41). Errors: the journal's.
[[nodiscard]] result<record_view> describe_record(journal& from, const record_ref& record, timestamp now,
                                                  record_limits limits = {});

/// The transitions of a record, the first one first. Errors: the journal's.
[[nodiscard]] result<record_view> describe_history(journal& from, const record_ref& record);

}  // namespace laundromat
