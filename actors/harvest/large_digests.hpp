// Computes the digests of large graphs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "actors/background_work.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

/// Reads a large graph once its newest version has been the newest for an hour, or in a run that ends when nothing is due at once, and stores the digest of the version.
/// In a thread of its own, because a hundred million statements take half a minute.
class large_digests final : public background_work {
 public:
  /// `db` is a connection of its own.
  large_digests(environment_ptr env, journal db);

  /// Errors: those of the journal.
  [[nodiscard]] result<void> step(timestamp now) override;
  [[nodiscard]] bool has_work() const override { return false; }

 private:
  [[nodiscard]] result<void> add_digest(const stored_provider& provider, timestamp now);
  [[nodiscard]] bool is_stopping() const { return env_->cancelled || env_->draining; }

  environment_ptr env_;
  journal db_;
  graph_records records_;
  std::map<std::string, std::uint64_t, std::less<>> unreadable_;  ///< versions by provider
};

}  // namespace laundromat
