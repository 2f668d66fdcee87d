// Lets the receipts of imports be written.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>

#include "actors/environment.hpp"
#include "actors/harvest/harvest_step.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal and of this machine.
class import_receipts {
 public:
  using writer = std::function<result<void>(const stored_provider& provider, const graph_import& import)>;

  /// `write` may be null: there are no receipts. What is referred to outlives it.
  import_receipts(environment_ptr env, journal& db, harvest_step& step, writer write);

  /// Writes the receipts that a provider does not have yet; where the campaign sends no notifications, they are not wanted later either.
  [[nodiscard]] result<void> write(const stored_provider& provider);

 private:
  environment_ptr env_;
  graph_records records_;
  harvest_step& step_;
  writer write_;
  std::set<std::string, std::less<>> failed_;  ///< providers of which that was logged
};

}  // namespace laundromat
