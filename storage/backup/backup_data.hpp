// Copies a data folder, also beside a running engine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <set>

#include "core/base/result.hpp"

namespace laundromat {

struct backup_outcome {
  std::uint64_t files = 0;          ///< segments, documents and bodies with files of their own
  std::uint64_t journal_bytes = 0;  ///< of the copied journal
  std::uint64_t generation = 0;     ///< of the journal, see `folder_identity`
  /// Files that the journal names and the data folder does not have, by their paths in it.
  std::set<std::filesystem::path> missing;
};

struct backup_steps {
  /// Called for each file.
  std::function<void()> linked;
  /// Called once for each state of the journal that is tried, before files are linked.
  std::function<void()> took_snapshot;
};

/// Writes to the new or empty folder `to` a data folder that `run` and `verify` accept: one state of the journal, every file that it names, the identity,
/// and the contexts. Files are hard links, or copies on another file system; the engine never writes to a file with a second name
/// (`segment_appender`, `warc_store`). First the state of the journal is fixed, then files are linked, then the state is copied. A file that the engine
/// has removed in between is not in a newer state: then another one is tried. Durable in the end; until then `to` has no `data.id`, and no
/// program accepts it. Errors: `invalid_argument` (`to` is not empty, or within the data folder), those of `open_journal_to_read` and
/// `safe_folder`.
[[nodiscard]] result<backup_outcome> backup_data(const std::filesystem::path& root,
                                                 const std::filesystem::path& to,
                                                 const backup_steps& steps = {});

}  // namespace laundromat
