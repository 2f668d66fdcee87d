// Clean documents as commands are given them: by a hash, or as a file.
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

/// The clean document that a record stands for or led to: of a seed its newest one. Nothing when there is none, and said so
/// then.
[[nodiscard]] std::optional<content_digest> clean_of(journal& from, const record_ref& record,
                                                     command_context& context);

/// The prefixes that the document declared which a record stands for or led to. Errors: those of the journal.
[[nodiscard]] result<std::vector<prefix>> declared_for(journal& from, const record_ref& record,
                                                       const content_digest& clean);

/// Whether nothing but deltas is left of it, which was said then.
[[nodiscard]] bool is_removed(const clean_record& clean, command_context& context);

/// The canonical N-Quads of a document of the store. Damage is a warning, after which the text ends: look at `warnings`, which outlives
/// the source. Errors: `not_found`, `io_failed`.
[[nodiscard]] result<byte_source_ptr> open_clean(const clean_store& store, const content_digest& digest,
                                                 warning_log& warnings);

/// What stands beside a document of the store, see `clean_store::open_beside`, in the same way.
[[nodiscard]] result<byte_source_ptr> open_beside(const clean_store& store, const content_digest& digest,
                                                  std::string_view file, warning_log& warnings);

/// A file that the user named, compressed by gzip or not.
[[nodiscard]] result<byte_source_ptr> open_clean_file(const std::string& path, warning_log& warnings);

}  // namespace laundromat
