// Changes the row of a dataset.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/harvest_schedule.hpp"

#include <algorithm>

#include "core/providers/retry_pause.hpp"

namespace laundromat {

std::optional<timestamp> last_harvest(const stored_dataset& dataset, const registered_provider& registered,
                                      bool is_only) {
  if (dataset.harvested == timestamp{}) return std::nullopt;
  const auto noted = harvested_by(registered, dataset.announced.key, is_only);
  if (dataset.is_written) return noted;
  return std::max(noted.value_or(timestamp{}), dataset.harvested);
}

void begin_harvest(stored_dataset& dataset, timestamp void_read, timestamp now) {
  const bool is_again =
      dataset.failures > 0 || dataset.is_forced || dataset.harvested == dataset.announced.modified;
  dataset.running = dataset.announced.modified;
  dataset.begun = is_again ? now : std::min(now, void_read);
}

graph_import import_of(const stored_provider& provider, const stored_dataset& dataset) {
  graph_import made;
  made.dataset = dataset.announced.key;
  made.modified = dataset.running;
  made.begun = dataset.begun;
  made.extent = dataset.announced.extent;
  made.statements = provider.statements;
  return made;
}

void end_harvest(stored_dataset& dataset) {
  dataset.harvested = dataset.running;
  dataset.running = dataset.begun = dataset.pending = {};
  dataset.failures = 0;
  dataset.not_before = {};
  dataset.is_written = dataset.is_forced = false;
}

void fail_harvest(stored_dataset& dataset, timestamp now) {
  ++dataset.failures;
  dataset.not_before = now + wait_after_failures(dataset.failures);
  dataset.running = dataset.begun = dataset.pending = {};
}

}  // namespace laundromat
