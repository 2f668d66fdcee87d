// The registry as its file is now: that of a campaign, or of the last run for commands that know only the data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "core/campaign/campaign.hpp"
#include "core/providers/registry.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A SPARQL store of a campaign.
struct registry_store {
  std::string name;
  bool is_optional = false;  ///< that it does not answer is no error
};

/// A registry as it is now.
struct campaign_registry {
  std::string file;                    ///< absolute path
  registry content;                    ///< none when there are problems
  std::vector<file_problem> problems;  ///< why a run does not use the file as it is
  std::vector<file_problem>
      warnings;  ///< what is odd in it, as an entry without `void`, which is left out, or one that no dates can be written into
  std::vector<registry_store> stores;  ///< of the campaign
  std::optional<seconds>
      every;  ///< from one request of a VoID file to the next; nothing: an older run has not noted it

  /// The entry of a provider; null: it has none.
  [[nodiscard]] const registered_provider* find(std::string_view name) const;
};

/// Notes where the registry of a campaign is, in the file `harvest.registry` of the data folder: its absolute path, the address of the folder that the
/// campaign serves and `harvest.every_s` behind a space and ` read-only` where nothing is written back, and the names of its SPARQL stores, a line each, ` optional` behind those that may be absent. Without a registry the file is removed. Errors: those of the folder.
[[nodiscard]] result<void> note_registry(const safe_folder& data, const campaign& settings);

/// Reads the registry of a campaign; nothing without one. A file that cannot be read is a problem.
[[nodiscard]] std::optional<campaign_registry> load_campaign_registry(const campaign& settings);
/// Reads the registry that was noted; nothing when none was. A file that cannot be read is a problem.
[[nodiscard]] std::optional<campaign_registry> load_noted_registry(const std::filesystem::path& data);

/// Prints why the registry is not in force, if it is not; then the exit code is that of something that failed.
void refuse_registry(const std::vector<file_problem>& problems, command_context& context);

}  // namespace laundromat
