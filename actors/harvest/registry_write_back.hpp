// Writes into the registry what was harvested when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>

#include "core/providers/registry.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// A registry that cannot be written is tried again in each step, and logged once for the same times. Used by one thread. Errors: those of the journal.
class registry_write_back {
 public:
  using writer = std::function<result<void>(const harvest_times& times)>;

  /// `write` may be null: the registry is only read. `db` outlives it.
  registry_write_back(journal& db, writer write) : records_(db), write_(std::move(write)) {}

  /// Writes the times of a provider, when there is one that the registry does not have.
  [[nodiscard]] result<void> write(const stored_provider& provider);

 private:
  graph_records records_;
  writer write_;
  std::map<std::string, std::map<std::string, timestamp, std::less<>>, std::less<>>
      failed_;  ///< by provider: times that the registry did not take
};

}  // namespace laundromat
