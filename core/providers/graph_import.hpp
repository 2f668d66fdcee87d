// What the engine remembers of providers: their graphs, their datasets, and each import.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/errc.hpp"
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

/// Whether the provider was told of an import. Numbers are stored.
enum class notice_state : std::uint8_t {
  waiting = 0,   ///< to be sent
  sent = 1,      ///< its inbox has taken the notification
  unwanted = 2,  ///< there is no inbox, or nothing to be told
  given_up = 3,  ///< its inbox has refused it too often, or must not be used
  last = given_up
};
[[nodiscard]] std::string_view to_string(notice_state state);

/// The notification of an import.
struct import_notice {
  notice_state state = notice_state::waiting;
  std::uint32_t tries = 0;  ///< that have failed
  timestamp not_before{};   ///< of the next try
  std::string problem;      ///< of the last try; empty: none has failed

  friend bool operator==(const import_notice&, const import_notice&) = default;
};
/// The notice after a try has failed: the pauses are those of `wait_after_failures`, and after `most_notice_tries` it is given up. `is_final`: no other try
/// can succeed.
[[nodiscard]] import_notice notice_after_failure(import_notice before, std::string problem, bool is_final,
                                                 timestamp now);
/// With pauses of a minute that double: about 34 hours.
inline constexpr std::uint32_t most_notice_tries = 12;

/// A larger graph is not read after each import only for its digest.
inline constexpr std::uint64_t large_graph_statements = 10'000'000;

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
  std::uint64_t statements = 0;            ///< of the graph afterwards
  std::uint64_t defects = 0;               ///< of the dumps, see their ledgers
  std::uint64_t skipped_bytes = 0;         ///< of the dumps: what could not be read
  std::uint64_t foreign_statements = 0;    ///< of the dumps, in graphs of others
  errc cause = errc::ok;                   ///< of a failed or refused one, where it has one
  std::string detail;                      ///< why, and what was noticed; lines
  content_digest digest;                   ///< of the version as a clean document; null: not computed
  std::vector<std::string> documents;      ///< clean documents, hexadecimal
  std::vector<void_violation> violations;  ///< of the VoID file, as it was when the import ended
  bool has_receipt = false;                ///< its files are written
  import_notice notice;

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
  std::string inbox;             ///< that the registry names; empty: none
  std::uint64_t generation = 0;  ///< how often a provider of this name was dropped before
  std::vector<void_violation> violations;

  friend bool operator==(const stored_provider&, const stored_provider&) = default;
};

/// Whether a harvest that ended so is told to its provider at all: a skipped one is followed by another, and a restored version is a matter of the operator.
[[nodiscard]] bool is_told(import_outcome outcome);

/// Attempts that are recorded of VoID files that cannot be used: at most one a day with the same problem, and at most so many a day in all, so that a VoID file that is
/// broken in another way at each request adds no rows without end.
inline constexpr std::size_t most_void_attempts_a_day = 20;
inline constexpr seconds void_attempts_period{86'400};
/// Whether two attempts have the same problem: the same outcome, cause, and rules, whatever the words. Of equal words is another question.
[[nodiscard]] bool has_same_problem(const graph_import& one, const graph_import& other);
/// Whether `attempt` is recorded beside the attempts of the last `void_attempts_period`.
[[nodiscard]] bool is_worth_recording(const graph_import& attempt, const std::vector<graph_import>& recent);

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

/// Datasets after their VoID file was read again, and the harvests that will never be.
struct announced_harvests {
  std::vector<stored_dataset> datasets;
  std::vector<graph_import> skipped;
};
/// What the VoID file says now, in the order of the keys: datasets that it has no more are forgotten, and while a harvest runs, that of a dataset stays as it is, and the
/// newest one waits, see `harvest_backlog`: when it has ended, the VoID file is read again.
[[nodiscard]] announced_harvests next_of(const std::vector<stored_dataset>& before,
                                         std::vector<provider_dataset> announced,
                                         const stored_provider& provider, timestamp now);

}  // namespace laundromat
