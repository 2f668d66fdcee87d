// Accepts a journal that another program has changed, by rewriting its pages with checksums.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "storage/journal/journal.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

/// The file name under which the old journal is kept, next to a damaged log.
inline constexpr const char* kept_journal_name = "journal.sqlite.before-accepting";

/// Rewrites all pages of the journal of a locked folder with checksums, if SQLite's check passes and all references are valid.
/// Transactions that its log has lost are not recovered, and flipped bits in fields without a check are not detected. The old journal is
/// kept under `kept_journal_name`, replacing an older one. Crash-safe: the journal is always either the old or the new one. Errors:
/// `journal_damaged` (a check fails; nothing is changed), `journal_failed` (another program has it open; nothing is changed), those of
/// `journal::open`, `no_space`.
[[nodiscard]] result<void> accept_journal(const data_folder& held);

}  // namespace laundromat
