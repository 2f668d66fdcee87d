// Brings a SPARQL store to the newest version of a graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "core/campaign/campaign.hpp"
#include "storage/graphs/versioned_graph.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

/// Sends the graph whole the first time, and where the store takes no updates; else the changes since the version that it has, in batches. How far it is, is in the journal after each batch, so
/// that a stop of any kind repeats one batch at most, which changes nothing. False: a newer version came meanwhile. Errors: why the store does not have the graph
/// yet, which is also stored.
[[nodiscard]] result<bool> bring_up_to_date(const campaign::harvest_store& store,
                                            const std::string& user_agent, const safe_folder& data,
                                            const scratch_store& scratch, journal& db,
                                            const stored_provider& provider, timestamp now,
                                            const std::function<bool()>& is_stopping);

}  // namespace laundromat
