// Delivers the results of washed documents: to standard output, or as files of the output folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "app/wash/input_guard.hpp"
#include "app/wash/output_file.hpp"
#include "app/wash/wash_files.hpp"
#include "core/base/result.hpp"
#include "core/records/outcomes.hpp"
#include "storage/files/whole_file.hpp"

namespace laundromat {

inline constexpr std::string_view ledger_of_one_document =
    "--ledger is for one document; write -o DIR, which gets a ledger for each document";

/// Each document becomes files with a common stem that no other document of this run has: `STEM.nq.gz`, its metadata and its ledger.
class wash_output {
 public:
  /// `held`: outputs that have no file yet; outlives this object.
  wash_output(const wash_options& options, held_outputs& held)
      : options_(options), held_(held), inputs_(options.inputs) {}

  /// Creates the output folder; that of the file of `--ledger` must exist. Removes temporary files of killed processes in them.
  /// Errors: `not_found`, and those of the disk.
  [[nodiscard]] static result<void> prepare_folders(const wash_options& options);

  /// Sets the subfolder for the results of the next documents; empty: the output folder.
  void set_folder(const std::string& folder) { folder_ = folder; }

  /// Prints the staged statements, or `printed` where none are staged, or moves them to the output folder with their metadata; likewise the ledger.
  /// Returns the file of the statements; empty: they were printed, or there are none.
  /// Errors: `cancelled` when the reader of standard output has closed it; `invalid_argument` for a second ledger in the file of
  /// `--ledger`, and for a result that would replace an input; those of the disk.
  [[nodiscard]] result<std::string> deliver(const std::string& name, const parse_outcome& washed,
                                            std::string_view printed);

  /// Moves the staged file of records to the output folder, as `STEM.ending`, with the ledger; both may be empty. Returns its path there, which is none of
  /// those that are `taken`. Errors: those of `deliver`.
  [[nodiscard]] result<std::string> deliver_records(const std::string& name, const std::string& staged,
                                                    std::string_view ending, const std::string& ledger,
                                                    const std::set<std::filesystem::path>& taken);

 private:
  result<void> open_folder();
  result<void> print_document(const parse_outcome& washed, std::string_view printed);
  result<void> put_in_folder(const std::string& stem, const parse_outcome& washed);
  result<void> place_sidecars(const std::string& stem, const parse_outcome& washed);
  result<void> place_ledger(const std::string& stem, const std::string& staged);
  result<void> place(const std::string& staged, const std::filesystem::path& target);
  result<void> place_here(const std::string& staged, const std::string& name);
  result<void> deliver_ledger(const std::string& staged);
  void remove_files(const std::string& stem, std::initializer_list<std::string_view> endings) const;
  [[nodiscard]] std::string file_stem_for(const std::string& name);

  const wash_options& options_;
  held_outputs& held_;
  input_guard inputs_;
  std::string folder_;
  std::optional<std::string> opened_;  ///< the value of `folder_` for the next three
  std::string target_;                 ///< the path of the folder, with a slash at its end
  whole_file_folder target_folder_;
  bool has_ledgers_ = true;      ///< false: no document in the folder has one
  std::set<std::string> stems_;  ///< of the documents so far, with their subfolder
  std::uint64_t ledgers_ = 0;
};

}  // namespace laundromat
