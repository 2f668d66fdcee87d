// How the providers of a data folder stand, in one line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/providers/provider_lines.hpp"

namespace laundromat {

struct harvest_status {
  std::map<provider_standing, std::uint64_t> providers;  ///< their number, see `judge`
  std::vector<file_problem> registry_problems;           ///< why no run begins
  /// When the next VoID file is requested by an engine that runs; nothing: without one, or after a run that has not noted how often.
  std::optional<timestamp> next_void;
  std::map<std::string, std::uint64_t> stores_behind;  ///< by name: graphs that the store has not as they are
};

/// Reads the providers of the journal and of the registry of the last run. `is_running`: an engine runs on the folder; while the registry has an error, it requests the
/// VoID files of the providers that it knows. Nothing when there are none.
/// Errors: those of the journal.
[[nodiscard]] result<std::optional<harvest_status>> harvest_status_of(const std::filesystem::path& data,
                                                                      journal& db, bool is_running,
                                                                      timestamp now);

/// `3 providers: 2 up to date, 1 failing; next VoID file at 2026-01-01T00:00:00.000Z; the store virtuoso lacks the newest version of 1 graph`.
[[nodiscard]] std::string in_one_line(const harvest_status& status);
[[nodiscard]] json_fact fact_of(const harvest_status& status);

}  // namespace laundromat
