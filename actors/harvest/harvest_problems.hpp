// Why a provider is not harvested: noted for its operator, and recorded as an import that failed or was refused.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "actors/harvest/harvest_step.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

/// Used by one thread. Errors: those of the journal.
class harvest_problems {
 public:
  /// What is referred to outlives it.
  harvest_problems(journal& db, const harvest_step& step) : records_(db), step_(step) {}

  /// Stores and logs the problem of a provider when it is another one than before.
  [[nodiscard]] result<void> note(const stored_provider& provider, const std::string& problem);
  /// Records that nothing can be imported because of the VoID file, unless that is known, see `is_to_be_recorded`. Its `detail` becomes the problem of the provider.
  [[nodiscard]] result<void> record(const stored_provider& provider, graph_import attempt);
  /// Whether an attempt that has ended is recorded beside those that the journal has, see `is_worth_recording`.
  [[nodiscard]] result<bool> is_to_be_recorded(const stored_provider& provider, const graph_import& attempt);
  /// Lets an attempt end now: when, and with how many statements of the graph.
  void end_attempt(const stored_provider& provider, graph_import& attempt) const;

 private:
  graph_records records_;
  const harvest_step& step_;
};

}  // namespace laundromat
