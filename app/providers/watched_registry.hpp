// A registry file that is read again when it has changed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "actors/harvest/harvest_ports.hpp"
#include "app/campaign/file_problem.hpp"

namespace laundromat {

/// Whether a registry logs each change: which providers are new, changed or gone, and what is odd in the file.
enum class registry_log : std::uint8_t { nothing, changes };

/// Used by one thread.
class watched_registry {
 public:
  /// `served` replaces `{serve}` in URIs.
  watched_registry(std::string file, std::string served, registry_log log)
      : file_(std::move(file)), served_(std::move(served)), log_(log) {}

  /// Looks at the file, and reads it when it is another one than before. While it has an error, the last good content stays. Valid until the next call.
  [[nodiscard]] const registry_in_force& read();
  /// How often the content was replaced.
  [[nodiscard]] std::uint64_t changes() const { return changes_; }

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& served() const { return served_; }

 private:
  /// Logs what was not odd in the content before, also in another line.
  void log_new(const std::vector<file_problem>& warnings);

  std::string file_, served_;
  registry_log log_;
  /// Inode, size, and time of the last change.
  std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t> state_{};
  registry_in_force last_;
  std::uint64_t changes_ = 0;
  std::set<std::string> warned_;  ///< messages about the last content
  bool has_read_ = false;
};

}  // namespace laundromat
