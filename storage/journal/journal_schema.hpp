// The tables of the journal, and the migration from older versions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// "LODL": identifies a journal for `file` and SQLite.
inline constexpr std::int64_t journal_application_id = 0x4C4F444C;

/// One step per version: `steps[n]` migrates from version n to n + 1. Released steps are never
/// changed.
[[nodiscard]] std::span<const char* const> journal_steps();

/// Migrates an open database, each step in one transaction with its `user_version`. A stop
/// between two steps leaves a journal of an intermediate version. Before the first step of a journal with
/// rows, a copy is written to `backup` if that does not exist. Throws `storage_fault`:
/// `journal_newer`, `journal_foreign`, `journal_failed`, `journal_full`.
void migrate(database& db, std::span<const char* const> steps, const std::filesystem::path& backup);

/// Throws `journal_foreign` or `journal_newer` when the database is not a journal of a version that `steps`
/// know.
void check_identity(database& db, std::size_t newest);

}  // namespace laundromat
