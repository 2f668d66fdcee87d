// Keeps the files of a graph few, and computes the digests of its versions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "actors/environment.hpp"
#include "actors/harvest/harvest_problems.hpp"
#include "core/base/worker_pool.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal and of this machine; `cancelled`.
class graph_upkeep {
 public:
  /// What is referred to outlives it.
  graph_upkeep(environment_ptr env, journal& db, harvest_problems& problems, worker_pool& workers);

  /// Merges files of the graph, and computes the digests of its versions, unless it is large, see `large_digests`. A damaged graph is a problem of
  /// its provider.
  [[nodiscard]] result<void> maintain(const stored_provider& provider);

 private:
  [[nodiscard]] result<void> tidy(const stored_provider& provider);
  [[nodiscard]] result<void> add_digests(const stored_provider& provider);
  [[nodiscard]] bool is_stopping() const { return env_->cancelled || env_->draining; }

  environment_ptr env_;
  journal& db_;
  graph_records records_;
  harvest_problems& problems_;
  worker_pool& workers_;
  std::set<std::string, std::less<>> cleaned_up_;  ///< providers whose folder has no leftovers
};

}  // namespace laundromat
