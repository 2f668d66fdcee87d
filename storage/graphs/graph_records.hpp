// The rows of providers, their datasets, imports and graph files in the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/providers/graph_import.hpp"
#include "core/providers/stored_provider.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// A file of a graph.
struct graph_file {
  std::uint64_t
      first = 0,
      last = 0;  ///< it leads from version `first` - 1 to `last`; of a whole version both are its number
  bool is_whole = false;
  std::uint64_t lines = 0, bytes = 0;  ///< uncompressed lines; bytes of the file
  content_digest digest;               ///< of the uncompressed lines

  [[nodiscard]] std::string name() const;
  friend bool operator==(const graph_file&, const graph_file&) = default;
};

/// How far a SPARQL store has a graph.
struct store_cursor {
  std::string place;                   ///< where the store is: another one has nothing of the graph
  std::uint64_t version = 0;           ///< that the store has; 0: none
  std::uint64_t target = 0;            ///< that is being sent; 0: none
  std::uint64_t batch = 0;             ///< the next one of those that lead to `target`
  bool is_whole = false;               ///< these are of the whole graph, not of the changes since `version`
  std::uint64_t batch_statements = 0;  ///< in each of them at most
  std::uint64_t unsent = 0;            ///< statements of `version` that the store has refused
  std::uint32_t repairs =
      0;  ///< in a row: it did not have what it was sent, and is sent the whole graph again …
  timestamp not_before{};  ///< … after this
  timestamp at{};          ///< of the last answer of the store
  std::string problem;     ///< why it does not have the newest version yet; empty: nothing hinders
  std::string note;        ///< what it does not take or has changed of `version`

  friend bool operator==(const store_cursor&, const store_cursor&) = default;
};

/// What an import changes beside its own row.
struct import_commit {
  graph_import import;
  std::optional<stored_dataset> dataset;  ///< its new row
  std::vector<graph_file> files;          ///< durable ones, of the new version
  std::uint64_t version_before = 0;
  std::string void_uri = {};  ///< to which the graph is bound; empty: to whichever
};

/// Reads and writes through a connection that outlives it, beside a running engine too. Each function that changes opens and commits a group of its own.
/// Errors of every function: those of the journal; `not_found` for an unknown provider.
class graph_records {
 public:
  explicit graph_records(journal& db) : db_(db) {}

  [[nodiscard]] result<std::vector<stored_provider>> providers();
  [[nodiscard]] result<stored_provider> provider(std::string_view name);
  /// Binds a graph to the location of a VoID file. Errors: `invalid_argument` when the graph belongs to another provider.
  [[nodiscard]] result<stored_provider> add_provider(const std::string& name, const std::string& graph,
                                                     const std::string& void_uri);
  /// Binds the graph to another location. What was announced at the one before is forgotten.
  [[nodiscard]] result<void> bind(std::int64_t provider, const std::string& void_uri);
  [[nodiscard]] result<void> note_problem(std::int64_t provider, const std::string& problem);
  /// Removes all rows of a provider. Numbers of imports are not given again: receipts have them.
  [[nodiscard]] result<void> drop(std::int64_t provider);

  [[nodiscard]] result<std::vector<stored_dataset>> datasets(std::int64_t provider);
  /// Errors: also `invalid_argument` when the graph was bound to another location meanwhile.
  [[nodiscard]] result<void> save_dataset(const stored_provider& provider, const stored_dataset& dataset);
  /// What a VoID file says now: datasets that it has no more are forgotten. `attempts`: the harvests that are skipped for it, and one that finds nothing to import.
  [[nodiscard]] result<void> save_void(const stored_provider& provider,
                                       const std::vector<stored_dataset>& datasets,
                                       const std::vector<graph_import>& attempts);

  /// Stores an import, and with it the new version of the graph. Returns its id. Errors: `invalid_argument` when it makes a version and the graph has another one
  /// than `version_before` by now, or the graph another location than `void_uri`.
  [[nodiscard]] result<std::int64_t> commit(std::int64_t provider, const import_commit& what);
  /// Lets all datasets of a provider be harvested once more, whatever is announced.
  [[nodiscard]] result<void> force_harvests(std::int64_t provider);
  /// Lets harvests that wait after failures begin at once.
  [[nodiscard]] result<void> end_waits(std::int64_t provider);
  /// Stores the digest of the version that an import made.
  [[nodiscard]] result<void> note_digest(std::int64_t import, const content_digest& digest);
  /// Its receipt is written.
  [[nodiscard]] result<void> note_receipt(std::int64_t import);
  [[nodiscard]] result<void> note_notice(std::int64_t import, const import_notice& notice);
  /// Gives up all notifications of a provider that wait. Returns how many.
  [[nodiscard]] result<std::uint64_t> give_up_notices(std::int64_t provider, const std::string& problem);
  /// The inbox that the registry names now. What waits for another one is sent to it at once.
  [[nodiscard]] result<void> note_inbox(std::int64_t provider, const std::string& inbox);
  /// The newest first; `with_versions`: only those that made a version.
  [[nodiscard]] result<std::vector<graph_import>> imports(std::int64_t provider, std::size_t limit,
                                                          bool with_versions = false);
  /// Those after `after`, in the order of their numbers; so do the following ones.
  [[nodiscard]] result<std::vector<graph_import>> imports_after(std::int64_t provider, std::int64_t after,
                                                                std::size_t limit);
  [[nodiscard]] result<std::vector<graph_import>> imports_without_receipt(std::int64_t provider,
                                                                          std::size_t limit);
  /// Those of all providers, after import number `after`, that have a receipt and whose notification waits, except where one of their provider must not be sent
  /// before a time after `now`.
  [[nodiscard]] result<std::vector<graph_import>> imports_to_tell(std::int64_t after, timestamp now,
                                                                  std::size_t limit);
  /// Those that made a version of at most so many statements.
  [[nodiscard]] result<std::vector<graph_import>> imports_without_digest(std::int64_t provider,
                                                                         std::uint64_t most_statements,
                                                                         std::size_t limit);
  /// Attempts that ended since then because of the VoID file, `most_void_attempts_a_day` at most, the newest first.
  [[nodiscard]] result<std::vector<graph_import>> void_attempts(std::int64_t provider, timestamp since);

  [[nodiscard]] result<std::vector<graph_file>> files(std::int64_t provider);
  /// Both lists at once.
  [[nodiscard]] result<void> replace_files(std::int64_t provider, const std::vector<graph_file>& added,
                                           const std::vector<graph_file>& removed);

  [[nodiscard]] result<store_cursor> cursor_of(std::string_view store, std::int64_t provider);
  /// Of all stores, by name.
  [[nodiscard]] result<std::vector<std::pair<std::string, store_cursor>>> cursors(std::int64_t provider);
  /// Errors: also `not_found` when the provider was dropped.
  [[nodiscard]] result<void> save_cursor(std::string_view store, std::int64_t provider,
                                         const store_cursor& at);

 private:
  template <class Work>
  [[nodiscard]] result<void> in_group(Work work);

  journal& db_;
};

}  // namespace laundromat
