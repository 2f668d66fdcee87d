// Whether a URI is that of the VoID file of a provider, for the log of a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "app/providers/watched_registry.hpp"
#include "core/campaign/campaign.hpp"

namespace laundromat {

/// Watches the registry of a campaign, without a word in the log: the harvest reports what has changed. Not thread-safe.
class void_files {
 public:
  explicit void_files(const campaign& settings);

  [[nodiscard]] bool has(std::string_view uri);

 private:
  watched_registry registry_;
  std::uint64_t changes_ = 0;  ///< of the registry whose URIs these are
  std::set<std::string, std::less<>> uris_;
};

}  // namespace laundromat
