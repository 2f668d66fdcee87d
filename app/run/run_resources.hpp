// What a run has open: its data folder, journal and stores.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>

#include "app/campaign/context_source.hpp"
#include "app/cluster/cluster_bundle.hpp"
#include "app/run/run_signals.hpp"
#include "core/campaign/campaign.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/data_stores.hpp"

namespace laundromat {

/// The objects of a run that outlive the actors.
struct run_resources {
  data_folder folder;
  std::shared_ptr<journal> db;  ///< closed after the connection of the stores: the last one removes the log
  data_stores stores;
  context_source contexts;
  std::optional<cluster_bundle> bundle;           ///< only with `listen`
  std::optional<clean_publisher> publisher = {};  ///< set by `open_segments`
};

/// Opens a data folder and returns records in progress of an earlier run to their waiting status. A refused start
/// changes neither stores nor crash mark. Error `cancelled` when a signal stops the check of bodies; the next start repeats it.
[[nodiscard]] result<run_resources> open_resources(const campaign& c, const run_signals& signals);

/// Cuts the segments back to what the journal names. The resources must not be moved afterwards.
[[nodiscard]] result<void> open_segments(const campaign& c, run_resources& l);

}  // namespace laundromat
