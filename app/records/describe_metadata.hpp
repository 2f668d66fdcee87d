// Prints the metadata of a record as text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/metadata/describe_catalogue.hpp"
#include "core/metadata/describe_entry.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// The syntax of a description.
enum class metadata_format : std::uint8_t { n_quads, turtle, json };
/// Of `nq`, `ttl`, `json`.
[[nodiscard]] std::optional<metadata_format> metadata_format_from(std::string_view name);
/// A description in a format; N-Quads are in the graph of all metadata.
[[nodiscard]] result<std::string> print_description(const description& described, metadata_format format,
                                                    const metadata_names& names);

/// How an entry was washed, as far as the journal knows. Errors: those of the journal.
[[nodiscard]] result<washing_facts> washing_of(journal& from, const record_hash& entry);

/// All facts of the journal about an entry, with the head of its answer from the raw store. A head that cannot be read is left out; `bodies` may be null. Errors: the
/// journal's.
[[nodiscard]] result<entry_account> gather_account(journal& from, warc_store* bodies,
                                                   const record_hash& entry);

/// The metadata of an entry from the journal, or those of a clean document: what is stored of its content, and, except as JSON, from
/// which entries it was made, and how. Errors: the
/// journal's and the store's; `invalid_argument` for a seed, which has none.
[[nodiscard]] result<std::string> metadata_of(journal& from, const clean_store& store, warc_store* bodies,
                                              const record_ref& record, metadata_format format);

}  // namespace laundromat
