// Gathers from the journal all that is known of one record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/publish/record_view.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// How many rows of each table are gathered; counts say how many there are.
struct record_limits {
  std::size_t rows = 100;
  std::size_t defects = 20;
};

/// A seed with its downloads, and how it stands `now`; an entry with its chain both ways, hops, evidence, content, warnings and
/// attempts; a clean document with its sources (L41). Errors: the journal's.
[[nodiscard]] result<record_view> describe_record(journal& from, const record_ref& record, timestamp now,
                                                  record_limits limits = {});

/// The transitions of a record, the first one first. Errors: the journal's.
[[nodiscard]] result<record_view> describe_history(journal& from, const record_ref& record);

}  // namespace laundromat
