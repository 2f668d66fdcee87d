// What a campaign needs of this machine before it can run: seeds, folders for them, a place for its data.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/campaign_file.hpp"

namespace laundromat {

/// The problems of one campaign file, each told where the file names what is wrong.
class campaign_place {
 public:
  /// `line_of` answers the line of a key, or of the nearest thing around it.
  campaign_place(std::string file, std::function<std::size_t(std::string_view)> line_of)
      : file_(std::move(file)), line_of_(std::move(line_of)) {}

  /// Reads a seed file that the campaign names with `key`; one that cannot be read is told at that line.
  [[nodiscard]] std::vector<campaign_seed> seeds_of(const std::string& seed_file, std::string_view key);
  /// Refuses a campaign without seeds, unless its data folder holds some: an engine may carry on with what `add` put there. Refuses
  /// `file:` seeds that lie below no allowed folder, a data folder that cannot be made or written, and folders for reading that are not there.
  void check(const campaign& c);

  [[nodiscard]] std::vector<file_problem> take_problems() { return std::move(problems_); }

 private:
  void report(std::string_view key, std::string message);
  void check_data(const std::string& data);
  void check_folder(std::string_view key, const std::string& folder);
  void check_folders(const campaign& c);
  void check_seeds(const campaign& c);

  std::string file_;
  std::function<std::size_t(std::string_view)> line_of_;
  std::vector<file_problem> problems_;
};

/// Why nobody could keep data in a folder, and what to do; empty when it is there and writable, or can be made.
[[nodiscard]] std::string unfit_for_data(const std::string& folder);

}  // namespace laundromat
