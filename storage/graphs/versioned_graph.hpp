// A named graph with all of its versions: reading, importing, going back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/rdf/merge/merge_dump.hpp"
#include "storage/graphs/graph_folder.hpp"

namespace laundromat {

/// What an import or a restoration made, before it is stored.
struct new_version {
  std::vector<graph_file> files;  ///< durable; none when nothing has changed
  delta_counts changes;
  std::uint64_t statements = 0;   ///< of the graph afterwards
  bool has_checked_nodes = true;  ///< see `merged_dump`
};

/// Files: one whole version, and the changes of each import, so that any version is read from the whole one forwards or backwards. Beside them, changes of
/// several imports that follow each other are merged into one file, so that the newest version is read from few files; when they have grown to a quarter of the
/// graph, the newest version is written whole.
/// ```
///   version-4.nq.gz   changes-5-5   changes-6-6   changes-7-7        history, kept for ever
///                     changes-5-6                                    merged, until they are in a whole version
/// ```
/// Used by one thread. Reading needs no lock: where a file was removed meanwhile, the list of files is read again. Errors: those of the journal, the folder
/// and the files.
class versioned_graph {
 public:
  /// `db` outlives it.
  versioned_graph(graph_folder folder, journal& db, stored_provider provider)
      : folder_(std::move(folder)), records_(db), provider_(std::move(provider)) {}

  /// The lines of a version; of version 0 none. Errors: `not_found` for a version that is not there.
  [[nodiscard]] result<byte_source_ptr> read(std::uint64_t version);
  /// The lines of the newest version about the subjects of a dump.
  [[nodiscard]] result<byte_source_ptr> read_about(const document_opener& dump);
  /// The changes from one version to another, either may be the older one, in byte order.
  [[nodiscard]] result<delta_counts> compare_versions(std::uint64_t from, std::uint64_t to,
                                                      const delta_consumer& take);

  /// Writes the files of the version that follows when a dump is imported. The caller has the lock, and commits them.
  [[nodiscard]] result<new_version> import_dump(const document_opener& dump, absent_subjects absent,
                                                worker_pool& workers);
  /// The same for the version that equals an earlier one.
  [[nodiscard]] result<new_version> restore(std::uint64_t version, worker_pool& workers);
  /// Merges files, or writes the newest version whole, where they have grown; false when there was nothing to do. The caller has the lock.
  [[nodiscard]] result<bool> tidy(worker_pool& workers);
  /// The SHA-256 of the lines of a version: of a whole one it is known, another one is read. Errors: also `cancelled`, when `is_cancelled` says so.
  [[nodiscard]] result<content_digest> digest_of(std::uint64_t version,
                                                 const std::function<bool()>& is_cancelled);
  /// Removes the files that the journal does not name. The caller has the lock.
  [[nodiscard]] result<void> remove_leftovers();

 private:
  /// The files that lead from version `from` to a later one, in their order.
  [[nodiscard]] static std::optional<std::vector<graph_file>> path(const std::vector<graph_file>& files,
                                                                   std::uint64_t from, std::uint64_t to);
  [[nodiscard]] static std::optional<graph_file> whole_of(const std::vector<graph_file>& files);
  [[nodiscard]] result<byte_source_ptr> open_version(const std::vector<graph_file>& files,
                                                     std::uint64_t version) const;
  [[nodiscard]] result<byte_source_ptr> open_about(const std::vector<graph_file>& files,
                                                   const document_opener& dump) const;
  template <class Open>
  [[nodiscard]] auto with_files(Open open) -> decltype(open(std::vector<graph_file>{}));

  graph_folder folder_;
  graph_records records_;
  stored_provider provider_;
};

}  // namespace laundromat
