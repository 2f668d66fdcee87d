// What the journal has of a provider: its graph, and its datasets with their harvests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/providers/provider_void.hpp"

namespace laundromat {

/// A registered provider and its graph.
struct stored_provider {
  std::int64_t id = 0;
  std::string name, graph;       ///< IRI of the graph
  std::string void_uri;          ///< where it was registered: its binding
  std::uint64_t version = 0;     ///< the newest one of the graph; 0: nothing was imported
  std::uint64_t statements = 0;  ///< of that
  timestamp void_read{};         ///< begin of the crawl of the VoID file that was judged last
  std::string problem;           ///< why it is not harvested now; empty: nothing hinders it
  std::string inbox;             ///< that the registry names; empty: none
  std::uint64_t generation = 0;  ///< how often a provider of this name was dropped before
  std::vector<void_violation> violations;

  friend bool operator==(const stored_provider&, const stored_provider&) = default;
};

/// A dataset of a provider, and its harvests.
struct stored_dataset {
  provider_dataset announced;          ///< as the VoID file has it; while a harvest runs, as it had it then
  timestamp harvested{};               ///< `modified` of the last import; the epoch: none
  std::vector<std::string> documents;  ///< that the last import has read, hexadecimal
  bool is_damaged = false;             ///< something of these was missing
  timestamp running{};                 ///< `modified` of the harvest that runs; the epoch: none does
  timestamp begun{};                   ///< when that began
  timestamp pending{};                 ///< `modified` of the one that waits
  timestamp not_before{};              ///< after failures
  std::uint32_t failures = 0;          ///< in a row
  bool is_written = false;             ///< `harvested` is in the registry
  bool is_forced = false;              ///< an operator wants it harvested, also if nothing was announced

  friend bool operator==(const stored_dataset&, const stored_dataset&) = default;
};

}  // namespace laundromat
