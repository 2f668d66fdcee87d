// Whether a URI is that of the VoID file of a provider, for the log of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Reads the registry of a campaign when it has changed; one with errors leaves what was read before. Not thread-safe.
class void_files {
 public:
  /// `{serve}` in URIs is the folder that `settings` serves.
  explicit void_files(const campaign& settings);

  [[nodiscard]] bool has(std::string_view uri);

 private:
  std::string file_, served_;
  std::filesystem::file_time_type written_{};
  std::set<std::string, std::less<>> uris_;
};

}  // namespace laundromat
