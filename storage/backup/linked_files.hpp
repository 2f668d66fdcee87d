// Links the files that one state of the journal names to another folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "storage/backup/backup_data.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/segment_rows.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// For one state of the journal `db`. All arguments outlive it. Errors of all functions: those of the journal and of `safe_folder`.
class linked_files {
 public:
  linked_files(const safe_folder& from, const safe_folder& to, journal& db, const backup_steps& steps)
      : from_(&from), to_(&to), db_(&db), steps_(&steps) {}

  /// Links all files.
  [[nodiscard]] result<void> link_all();
  /// Replaces each linked segment that has more bytes than the journal names by a copy without them: an engine has appended to it before it saw the
  /// link.
  [[nodiscard]] result<void> cut_tails();
  [[nodiscard]] std::uint64_t count() const { return count_; }
  /// Files that are not there.
  [[nodiscard]] const std::set<std::filesystem::path>& missing() const { return missing_; }

 private:
  [[nodiscard]] result<void> link(const std::filesystem::path& name);
  [[nodiscard]] result<void> link_segment(const std::filesystem::path& path, std::uint64_t bytes);
  [[nodiscard]] result<void> link_segments();
  [[nodiscard]] result<void> link_warc_segments();
  [[nodiscard]] result<void> link_documents();
  [[nodiscard]] result<void> link_document(const clean_store& store, const kept_document& document);
  [[nodiscard]] result<std::vector<std::string>> names_of_own_files(const kept_document& document);
  [[nodiscard]] result<void> link_graphs();
  [[nodiscard]] result<void> link_bodies();

  const safe_folder* from_;
  const safe_folder* to_;
  journal* db_;
  const backup_steps* steps_;
  std::map<std::filesystem::path, std::uint64_t> segments_;  ///< committed bytes
  std::set<std::filesystem::path> missing_;
  std::uint64_t count_ = 0;
};

}  // namespace laundromat
