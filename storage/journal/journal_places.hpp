// Finds the files of clean documents in segments, through a connection of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "storage/journal/journal.hpp"
#include "storage/segments/document_places.hpp"

namespace laundromat {

/// Reads the journal of the data folder `root`, by SQLite alone, see `open_journal_to_read`. Thread-safe: one query at a time. Errors: those of
/// `journal::open`.
[[nodiscard]] result<std::shared_ptr<document_places>> open_journal_places(const std::filesystem::path& root);

/// The same for an open journal, which nobody else uses.
[[nodiscard]] std::shared_ptr<document_places> make_journal_places(journal from);

}  // namespace laundromat
