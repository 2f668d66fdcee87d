// Opens the clean documents that command lines name, by hash or as a file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/commands/commands.hpp"
#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// The clean document of a record: for a seed its newest one. Reports when there is none, and returns nothing.
[[nodiscard]] std::optional<content_digest> clean_of(journal& from, const record_ref& record,
                                                     command_context& context);

/// The prefixes that the document of a record declared. Errors: those of the journal.
[[nodiscard]] result<std::vector<prefix>> declared_for(journal& from, const record_ref& record,
                                                       const content_digest& clean);

/// Whether the document was removed, as an older version of which deltas are kept, or by a takedown; reports it then.
[[nodiscard]] bool is_removed(journal& from, const clean_record& clean, command_context& context);

/// The file of a document of the store, compressed. Errors: `not_found`, with what to do; `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_stored(const clean_store& store, const content_digest& digest);
/// The canonical N-Quads of a document of the store. Damage adds a warning and ends the text: check `warnings`, which outlives
/// the source. Errors: `not_found`, `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_clean(const clean_store& store, const content_digest& digest,
                                                 warning_log& warnings);

/// The text of a file that may be gzip-compressed, likewise.
[[nodiscard]] result<byte_source_ptr> inflate_if_packed(result<byte_source_ptr> file, warning_log& warnings);
/// A file in the folder of a document of the store (`clean_store::open_sidecar`), likewise.
[[nodiscard]] result<byte_source_ptr> open_sidecar(const clean_store& store, const content_digest& digest,
                                                   std::string_view file, warning_log& warnings);

/// A file that the user named, plain or gzip-compressed.
[[nodiscard]] result<byte_source_ptr> open_clean_file(const std::string& path, warning_log& warnings);

}  // namespace laundromat
