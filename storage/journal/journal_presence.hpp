// Whether a data folder and its journal belong together: nothing is begun anew, and nothing removed, over documents that the journal does not know.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

/// The files of the journal are regular files of this user, as far as they are there. Errors: `unsafe_data_folder`.
[[nodiscard]] result<void> check_journal_files(const safe_folder& folder);

/// Opens the journal of a data folder to write, and makes it where nothing would be lost by that. A folder and its journal have an
/// identity in common, which both get when they have none, and a new generation begins. Errors: `journal_missing` (there are documents, or a
/// write-ahead log, and the journal is missing, empty, or knows of no document), `journal_foreign` (it belongs to another folder, or may do so),
/// `journal_outdated` (it is a copy of an older generation), `journal_damaged` (its log has lost transactions, see `find_log_damage`), those of
/// `check_journal_files` and `journal::open`.
[[nodiscard]] result<journal> open_journal_of(const safe_folder& folder);

/// Opens the journal below a data folder to read, also beside an engine. Nothing is made. Errors: `journal_damaged`,
/// `journal_foreign` (for certain) and `journal_outdated` as above, those of `journal::open`.
[[nodiscard]] result<journal> open_journal_to_read(const std::filesystem::path& root);

/// From now on copies that were made of the journal are outdated. `data.id` never says a greater generation than the journal. Outside of
/// groups, also beside others who write.
[[nodiscard]] result<void> begin_generation(const safe_folder& folder, journal& db);

/// Whether files of a folder that a journal does not name may be removed. Errors: as `open_journal_of`.
[[nodiscard]] result<void> check_belongs(const safe_folder& folder, journal& db);

/// Whether a journal that `check_belongs` refuses may become the folder's because the user says so: an older copy may, and one beside a
/// lost `data.id`. Errors: `journal_missing`, `journal_foreign`.
[[nodiscard]] result<void> check_acceptable(const safe_folder& folder, journal& db);

}  // namespace laundromat
