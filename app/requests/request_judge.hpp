// Decides about requests that the engine sends beside its downloads: notices to providers, contexts, metadata of tables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "actors/environment.hpp"
#include "core/steering/steering_rules.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Knows what the operator has decided, and what hosts have asked the engine for, also before a restart. Thread-safe.
class request_judge {
 public:
  /// `db`: a connection of its own. A host that asks for a pause of more than `longest` is not asked.
  request_judge(environment_ptr env, journal db, milliseconds longest);
  /// Why nothing is sent to a URI now: `excluded`, `paused`, `host_suspended`, the errors of the journal.
  [[nodiscard]] steering_verdict judge(const std::string& uri);

 private:
  environment_ptr env_;
  std::mutex one_at_a_time_;
  journal db_;
  milliseconds longest_;
};

}  // namespace laundromat
