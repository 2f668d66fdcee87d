// Checks before a run that the seeds, folders and data folder of a campaign can be used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/campaign_file.hpp"
#include "storage/journal/seed_batch.hpp"

namespace laundromat {

/// The problems of one campaign file, each with the line that causes it.
class campaign_place {
 public:
  /// `line_of` returns the line of a key, or of its nearest enclosing section.
  campaign_place(std::string file, std::function<std::size_t(std::string_view)> line_of)
      : file_(std::move(file)), line_of_(std::move(line_of)) {}

  /// Reads all lines of the seed files, except of those that the journal has and that were not touched since. A file that can be read only once, such as a pipe, is replaced by its seeds. An unreadable file is
  /// reported at the line of its name, a line without a seed and a `file:` seed outside the allowed folders at its own.
  void check_seed_files(campaign& c);
  /// Refuses a campaign without seeds, unless its data folder has some, as from `add`. Refuses
  /// `file:` seeds outside the allowed folders, a data folder that cannot be created or written, and missing folders for reading.
  void check(const campaign& c);

  [[nodiscard]] std::vector<file_problem> take_problems() { return std::move(problems_); }

 private:
  void check_seed_file(campaign& c, const std::string& file, std::string_view key);
  void report(std::string_view key, std::string message);
  void check_data(const std::string& data);
  void check_folder(std::string_view key, const std::string& folder);
  void check_folders(const campaign& c);
  void check_seeds(const campaign& c);

  std::string file_;
  std::function<std::size_t(std::string_view)> line_of_;
  std::vector<file_problem> problems_;
  std::vector<read_list> known_lists_;
  bool has_listed_ = false;  ///< a seed file has a seed
};

/// Why a folder cannot hold data, and what to do; empty when it is writable or can be created.
[[nodiscard]] std::string unfit_for_data(const std::string& folder);

}  // namespace laundromat
