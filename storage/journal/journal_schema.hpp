// The tables of the journal, and the migration from older versions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// "LODL": identifies a journal for `file` and SQLite.
inline constexpr std::int64_t journal_application_id = 0x4C4F444C;

/// The size of a page. A hash is at a random place of its index, and a change of it writes the page to the log: a smaller page costs less.
inline constexpr int journal_page_bytes = 1'024;
/// The first version with small rows, and pages of this size.

/// One step per version: `steps[n]` migrates from version n to n + 1. Released steps are never
/// changed.
[[nodiscard]] std::span<const char* const> journal_steps();

/// Migrates an open database, each step in one transaction with its `user_version`. A stop
/// between two steps leaves a journal of an intermediate version. Before the first step of a journal with
/// rows, a copy is written to `backup` if that does not exist. Throws `storage_fault`:
/// `journal_newer`, `journal_foreign`, `journal_failed`, `journal_full`.
void migrate(database& db, std::span<const char* const> steps, const std::filesystem::path& backup);

/// Adds the tables that version 8 did not have before its release.
void add_newer_tables(database& db);

/// Whether the pages have another size than those of a new journal, because an older version wrote them.
[[nodiscard]] bool has_other_pages(database& db);
/// Closes the database at `path` and replaces it by a copy with pages of the usual size. No other program may have it open. Throws
/// `storage_fault`: `journal_failed`, `journal_full`.
void replace_by_small_pages(database db, const std::filesystem::path& path);

/// Throws `journal_foreign` or `journal_newer` when the database is not a journal of a version that `steps`
/// know.
void check_identity(database& db, std::size_t newest);

}  // namespace laundromat
