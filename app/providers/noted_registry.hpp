// The registry of the last run, for commands that know only the data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "core/campaign/campaign.hpp"
#include "core/providers/registry.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A registry as it is now.
struct noted_registry {
  std::string file;                    ///< absolute path
  registry content;                    ///< none when there are problems
  std::vector<file_problem> problems;  ///< why a run does not use the file as it is
  std::vector<std::string> stores;     ///< the SPARQL stores of the campaign

  /// The entry of a provider; null: it has none.
  [[nodiscard]] const registered_provider* find(std::string_view name) const;
};

/// Notes where the registry of a campaign is, in the file `harvest.registry` of the data folder: its absolute path, the address of the folder that the
/// campaign serves, and the names of its SPARQL stores, a line each. Without a registry the file is removed. Errors: those of the folder.
[[nodiscard]] result<void> note_registry(const safe_folder& data, const campaign& settings);

/// Reads the registry that was noted; nothing when none was. A file that cannot be read is a problem.
[[nodiscard]] std::optional<noted_registry> read_noted_registry(const std::filesystem::path& data);

/// The address of the folder that a campaign serves, without the final slash; empty: it serves none.
[[nodiscard]] std::string served_address(const campaign& settings);

}  // namespace laundromat
