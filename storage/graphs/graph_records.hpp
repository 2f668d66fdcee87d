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
  std::uint64_t version = 0;  ///< that the store has; 0: none
  std::uint64_t target = 0;   ///< that is being sent; 0: none
  std::uint64_t batch = 0;    ///< the next one of the changes from `version` to `target`
  timestamp at{};             ///< of the last answer of the store
  std::string problem;        ///< why the last request failed; empty: it did not

  friend bool operator==(const store_cursor&, const store_cursor&) = default;
};

/// What an import changes beside its own row.
struct import_commit {
  graph_import import;
  std::optional<stored_dataset> dataset;  ///< its new row
  std::vector<graph_file> files;          ///< durable ones, of the new version
  std::uint64_t version_before = 0;
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
  /// Binds the graph to another location.
  [[nodiscard]] result<void> bind(std::int64_t provider, const std::string& void_uri);
  [[nodiscard]] result<void> note_problem(std::int64_t provider, const std::string& problem);

  [[nodiscard]] result<std::vector<stored_dataset>> datasets(std::int64_t provider);
  [[nodiscard]] result<void> save_dataset(std::int64_t provider, const stored_dataset& dataset);
  /// What a VoID file says now: datasets that it has no more are forgotten; and the harvests that are skipped for it.
  [[nodiscard]] result<void> save_void(const stored_provider& provider,
                                       const std::vector<stored_dataset>& datasets,
                                       const std::vector<graph_import>& skipped);

  /// Stores an import, and with it the new version of the graph. Returns its id. Errors: `invalid_argument` when the graph has another version than
  /// `version_before` by now.
  [[nodiscard]] result<std::int64_t> commit(std::int64_t provider, const import_commit& what);
  /// Lets all datasets of a provider be harvested once more, whatever is announced.
  [[nodiscard]] result<void> force_harvests(std::int64_t provider);
  /// Stores the digest of the version that an import made.
  [[nodiscard]] result<void> note_digest(std::int64_t import, const content_digest& digest);
  [[nodiscard]] result<void> note_notified(std::int64_t import);
  /// The newest first; `with_versions`: only those that made a version.
  [[nodiscard]] result<std::vector<graph_import>> imports(std::int64_t provider, std::size_t limit,
                                                          bool with_versions = false);

  [[nodiscard]] result<std::vector<graph_file>> files(std::int64_t provider);
  /// Both lists at once.
  [[nodiscard]] result<void> replace_files(std::int64_t provider, const std::vector<graph_file>& added,
                                           const std::vector<graph_file>& removed);

  [[nodiscard]] result<store_cursor> cursor_of(std::string_view store, std::int64_t provider);
  /// Of all stores, by name.
  [[nodiscard]] result<std::vector<std::pair<std::string, store_cursor>>> cursors(std::int64_t provider);
  [[nodiscard]] result<void> save_cursor(std::string_view store, std::int64_t provider,
                                         const store_cursor& at);

 private:
  template <class Work>
  [[nodiscard]] result<void> in_group(Work work);

  journal& db_;
};

}  // namespace laundromat
