// When a dataset is harvested, and what its row says when a harvest begins, ends or fails.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/providers/graph_import.hpp"
#include "core/providers/registry.hpp"
#include "core/providers/stored_provider.hpp"

namespace laundromat {

/// `dcterms:modified` of the last harvest of a dataset; nothing: there was none. The registry says it, so that an operator can change it there; but a
/// graph that has nothing of the dataset was not filled by this engine, and where the registry could not be written, the row knows better. `is_only`:
/// the provider has no other dataset.
[[nodiscard]] std::optional<timestamp> last_harvest(const stored_dataset& dataset,
                                                    const registered_provider& registered, bool is_only);

/// Begins the harvest of what is announced. What was crawled since its VoID file was read is new enough, unless it was tried or imported before.
void begin_harvest(stored_dataset& dataset, timestamp void_read, timestamp now);

/// The row of an import of the harvest that runs.
[[nodiscard]] graph_import import_of(const stored_provider& provider, const stored_dataset& dataset);

/// What was announced is in the graph.
void end_harvest(stored_dataset& dataset);

/// It is tried again after a pause, see `wait_after_failures`.
void fail_harvest(stored_dataset& dataset, timestamp now);

}  // namespace laundromat
