// Checks that a data folder and its journal belong together, before documents unknown to the journal could be removed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

/// Checks that the existing files of the journal are regular files of this user. Errors: `unsafe_data_folder`.
[[nodiscard]] result<void> check_journal_files(const safe_folder& folder);

/// Opens the journal of a data folder for writing, and creates it if the folder has no documents. Folder and journal get a common
/// identity if they have none, and a new generation begins. Errors: `journal_missing` (there are documents or a
/// write-ahead log, but the journal is missing, empty, or without documents), `journal_foreign` (it belongs, or may belong, to another folder),
/// `journal_outdated` (it is a copy of an older generation), `journal_damaged` (its log has lost transactions, see `find_log_damage`), those of
/// `check_journal_files` and `journal::open`.
[[nodiscard]] result<journal> open_journal_of(const safe_folder& folder);

/// Opens the journal of a data folder read-only, also while others write. Not for the process of an engine, which has opened it otherwise:
/// POSIX drops all locks of a process on a file when it closes any descriptor of it, so a reader would reset the index of the log while the
/// engine uses it. Creates nothing. Errors: `journal_damaged`,
/// `journal_foreign` (only when certain) and `journal_outdated` as above, those of `journal::open`.
[[nodiscard]] result<journal> open_journal_to_read(const std::filesystem::path& root);

/// Begins a new generation, which outdates earlier copies of the journal. The generation in `data.id` is never greater than that of the journal.
/// Outside of groups; other connections may write at the same time.
[[nodiscard]] result<void> begin_generation(const safe_folder& folder, journal& db);

/// Checks whether files that the journal does not name may be removed from the folder. Errors: as `open_journal_of`.
[[nodiscard]] result<void> check_belongs(const safe_folder& folder, journal& db);

/// Checks whether a journal that `check_belongs` refuses may be accepted on the user's request: an older copy, or one with a
/// missing `data.id`. Errors: `journal_missing`, `journal_foreign`.
[[nodiscard]] result<void> check_acceptable(const safe_folder& folder, journal& db);

}  // namespace laundromat
