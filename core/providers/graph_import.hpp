// What the engine remembers of providers: their graphs, their datasets, and each import.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/time.hpp"
#include "core/providers/provider_void.hpp"

namespace laundromat {

/// How an import ended. Numbers are stored.
enum class import_outcome : std::uint8_t {
  imported = 1,   ///< the graph has a new version
  unchanged = 2,  ///< the dumps change nothing
  failed = 3,     ///< a dump could not be read, the graph is as before; it is tried again
  skipped = 4,    ///< a later change was announced before it began: it is never harvested
  refused = 5,    ///< it is not the provider who asks
  restored = 6,   ///< an operator went back to an earlier version
  last = restored
};
[[nodiscard]] std::string_view to_string(import_outcome outcome);

/// One import: what a receipt says.
struct graph_import {
  std::int64_t id = 0;
  std::string provider;
  std::string dataset;   ///< `provider_dataset::key`; empty: none
  timestamp modified{};  ///< `dcterms:modified` of the dataset
  timestamp begun{}, ended{};
  import_outcome outcome{};
  dump_extent extent = dump_extent::partial;
  std::uint64_t version = 0;  ///< that it made; 0: none
  std::uint64_t removed = 0, added = 0;
  std::uint64_t statements = 0;          ///< of the graph afterwards
  std::uint64_t defects = 0;             ///< of the dumps, see their ledgers
  std::uint64_t skipped_bytes = 0;       ///< of the dumps: what could not be read
  std::uint64_t foreign_statements = 0;  ///< of the dumps, in graphs of others
  bool was_notified = false;
  std::string detail;                  ///< why, and what was noticed; lines
  content_digest digest;               ///< of the version as a clean document; null: not computed yet
  std::vector<std::string> documents;  ///< clean documents, hexadecimal

  friend bool operator==(const graph_import&, const graph_import&) = default;
};

/// A registered provider and its graph.
struct stored_provider {
  std::int64_t id = 0;
  std::string name, graph;       ///< IRI of the graph
  std::string void_uri;          ///< where it was registered: its binding
  std::uint64_t version = 0;     ///< the newest one of the graph; 0: nothing was imported
  std::uint64_t statements = 0;  ///< of that
  timestamp void_read{};         ///< begin of the crawl of the VoID file that was judged last
  std::string problem;           ///< why it is not harvested now; empty: nothing hinders it
  std::vector<void_violation> violations;

  friend bool operator==(const stored_provider&, const stored_provider&) = default;
};

/// A dataset of a provider, and its harvests.
struct stored_dataset {
  provider_dataset announced;  ///< as the VoID file has it
  timestamp harvested{};       ///< `modified` of the last import; the epoch: none
  timestamp running{};         ///< `modified` of the harvest that runs; the epoch: none does
  timestamp begun{};           ///< when that began
  timestamp pending{};         ///< `modified` of the one that waits
  timestamp not_before{};      ///< after failures
  std::uint32_t failures = 0;  ///< in a row
  bool is_written = false;     ///< `harvested` is in the registry
  bool is_forced = false;      ///< an operator wants it harvested, also if nothing was announced

  friend bool operator==(const stored_dataset&, const stored_dataset&) = default;
};

/// A dataset after its VoID file was read again, and the harvests that will never be.
struct announced_harvest {
  stored_dataset dataset;
  std::vector<graph_import> skipped;
};
/// What the VoID file says now: while a harvest runs, the newest one waits, see `harvest_backlog`.
[[nodiscard]] announced_harvest next_of(stored_dataset before, provider_dataset announced,
                                        const stored_provider& provider, timestamp now);

}  // namespace laundromat
