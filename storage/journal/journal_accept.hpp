// Taking over a journal that another program wrote to: its pages are written anew, with their checksums.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "storage/journal/journal.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

/// Where the journal is kept as it was; a damaged log lies beside it.
inline constexpr const char* kept_journal_name = "journal.sqlite.before-accepting";

/// Writes the journal of a held folder anew, page by page and with checksums, when SQLite's check and all references hold of what it says;
/// what its log has lost is lost. Which bits were flipped it cannot know: what the checks do not cover is taken as it stands. The journal as it
/// was is kept under `kept_journal_name`, in the place of an older one. Killed at any moment, it leaves the journal as it was or as it is to be. Errors:
/// `journal_damaged` (a check fails; nothing is changed), `journal_failed` (another program has it open; nothing is changed), those of
/// `journal::open`, `no_space`.
[[nodiscard]] result<void> accept_journal(const data_folder& held);

}  // namespace laundromat
