// The metadata of a record, as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/metadata/describe_entry.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// How a description is written.
enum class metadata_format : std::uint8_t { n_quads, turtle, json };

/// All that the journal knows of an entry. Errors: the journal's.
[[nodiscard]] result<entry_account> gather_account(journal& from, const record_hash& entry);

/// The metadata of an entry from the journal, or those that stand beside a clean document, as their writer left them. Errors: the
/// journal's and the store's; `invalid_argument` for a seed, which has none.
[[nodiscard]] result<std::string> metadata_of(journal& from, const clean_store& store,
                                              const record_ref& record, metadata_format format);

}  // namespace laundromat
