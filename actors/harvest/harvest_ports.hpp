// What a harvest needs from outside: the registry, stores, inboxes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/providers/graph_import.hpp"
#include "core/providers/registry.hpp"

namespace laundromat {

/// A registry that was read.
struct registry_reading {
  registry content;     ///< the last good one
  std::string problem;  ///< why the file is not in force as it is, with file and line; empty: it is
};

/// Ports of the program. All are called by the thread of the harvest.
struct harvest_ports {
  /// Reads the registry, if it has changed.
  std::function<registry_reading()> read_registry;
  /// Writes times of harvests into the registry.
  std::function<result<void>(const harvest_times& times)> write_registry;
  /// Brings a store up to date, within some time; false: there is more to do. Sets the problem in the cursor when the store does not answer.
  std::function<result<bool>(std::size_t store, const stored_provider& provider)> bring_store_up_to_date;
  /// Writes all graphs to the file that the campaign names.
  std::function<result<void>()> export_graphs;
  /// Writes the receipt of an import, and sends it where somebody wants it. Errors: why it is not written, or was not taken.
  std::function<result<void>(const stored_provider& provider, const graph_import& import,
                             const std::string& inbox)>
      give_receipt;
};

}  // namespace laundromat
