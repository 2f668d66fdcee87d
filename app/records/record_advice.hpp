// Says what to do about documents that are no RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/result.hpp"
#include "core/records/records.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

/// `claiming_advice` on a document that failed as `non_rdf_format`, or on the first one of those in it; empty for others. Errors: those of the journal.
[[nodiscard]] result<std::string> advice_on_entry(journal_reader& from, const entry_record& entry);
/// That on the newest download of the seed. Errors: those of the journal.
[[nodiscard]] result<std::string> advice_on_seed(journal_reader& from, const record_hash& seed);

}  // namespace laundromat
