// What a run would do for the providers of its registry, without requesting anything.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/providers/provider_lines.hpp"

namespace laundromat {

/// One provider of the registry.
struct dry_harvest {
  std::string provider, void_uri;
  bool is_requested = true;         ///< its VoID file is; else its graph belongs to another location
  std::string state;                ///< as the journal has it, in words
  std::vector<std::string> stores;  ///< that lack the newest version of its graph, in words
};

/// The providers in the order of the registry. `db` is null before the first run. Errors: those of the journal.
[[nodiscard]] result<std::vector<dry_harvest>> dry_harvests(const campaign_registry& registry, journal* db,
                                                            timestamp now);
/// Prints them, as a table or as JSON lines; nothing when there are none.
void print_dry_harvests(const std::vector<dry_harvest>& harvests, bool json, console& io);
/// Prints what is wrong or odd in the registry, with file and line. Sets the exit code for an error.
void print_registry_problems(const campaign_registry& registry, command_context& context);

}  // namespace laundromat
