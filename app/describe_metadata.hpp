// Gathers what is needed to describe a record in RDF, and prints it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/metadata/describe_entry.hpp"
#include "storage/clean_store.hpp"
#include "storage/journal_reader.hpp"

namespace laundromat {

/// How a description is written.
enum class metadata_format : std::uint8_t { n_quads, turtle, json };

/// All that the journal knows of an entry. Errors: the journal's.
[[nodiscard]] result<entry_account> gather_account(journal& from, const record_hash& entry);

/// The description of an entry from the journal, or of a clean document from its statements, which are counted again; the longest
/// listings and chains are complete. Errors: the journal's and the store's; `invalid_argument` for a seed, which has none.
[[nodiscard]] result<description> describe_as_metadata(journal& from, const clean_store& store,
                                                       const record_ref& record);

/// Errors: none but those of memory.
[[nodiscard]] result<std::string> print_metadata(const description& described, metadata_format format);

}  // namespace laundromat
