// What a harvest needs from outside: the registry, the files of receipts and exports.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/providers/graph_import.hpp"
#include "core/providers/registry.hpp"
#include "core/providers/stored_provider.hpp"

namespace laundromat {

/// The registry as the engine uses it.
struct registry_in_force {
  registry content;     ///< the last good one
  std::string problem;  ///< why the file is not in force as it is, with file and line; empty: it is
};

/// Ports of the program. All are called by the thread of the harvest.
struct harvest_ports {
  /// The registry as it is in force; its file is read again when it has changed.
  std::function<registry_in_force()> current_registry;
  /// Writes times of harvests into the registry.
  std::function<result<void>(const harvest_times& times)> write_registry;
  /// Writes all graphs to the file that the campaign names.
  std::function<result<void>()> export_graphs;
  /// Writes the files of the receipt of an import. Doing it again changes nothing. Errors: those of the disk.
  std::function<result<void>(const stored_provider& provider, const graph_import& import)> write_receipt;
};

}  // namespace laundromat
