// Checks the files of all graphs against the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Reads each file that the journal names, and compares its lines with their digest. Returns the paths below the data folder that are missing or damaged, and what is
/// wrong. Errors: those of the journal.
[[nodiscard]] result<std::vector<std::pair<std::filesystem::path, std::string>>> check_graphs(
    const safe_folder& data, journal& db);

/// The path of each file of the graphs below the data folder, with its index, and of the receipts.
[[nodiscard]] result<std::vector<std::filesystem::path>> paths_of_graphs(const safe_folder& data,
                                                                         journal& db);

}  // namespace laundromat
