// The tables of the journal, and the one way from an older version to this one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "storage/journal/sqlite.hpp"

namespace laundromat {

/// "LODL": how `file` and SQLite tell a journal from any other database.
inline constexpr std::int64_t journal_application_id = 0x4C4F444C;

/// One step per version: `steps[n]` leads from version n to n + 1. Steps are never changed once they are
/// released.
[[nodiscard]] std::span<const char* const> journal_steps();

/// Brings an opened database forward, each step in one transaction together with its `user_version`. A stop
/// between two steps leaves a journal of the version in between. Before the first step of a journal that
/// holds rows, a copy is written to `backup`, where none is there yet. Throws `storage_fault`:
/// `journal_newer`, `journal_foreign`, `journal_failed`, `journal_full`.
void migrate(database& db, std::span<const char* const> steps, const std::filesystem::path& backup);

/// Throws `journal_foreign` or `journal_newer` when the database is not one that `steps` lead to or come
/// from.
void check_identity(database& db, std::size_t newest);

}  // namespace laundromat
