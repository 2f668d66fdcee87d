// What a run that ends by itself does last: it finishes takedowns and retention, for which a short run has had no time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/run/run_signals.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

/// What it works on, which no actor uses any more.
struct ended_run {
  const campaign& settings;
  journal& db;
  const safe_folder& folder;
  data_stores& stores;
  clean_publisher& publisher;
  const run_signals& signals;
};

/// Ends early when a signal asks for it; the next run goes on. Errors: of this machine, and of the journal.
[[nodiscard]] result<void> finish_upkeep(const ended_run& run);

}  // namespace laundromat
