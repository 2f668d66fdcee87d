// The index from IRIs to the clean documents that have them, in a folder of the data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/journal/journal.hpp"
#include "storage/mentions/mention_run.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// What the index has: the content of `where/runs`. Shape: lines of words.
struct mention_list {
  std::string journal;        ///< identity of the data folder
  std::int64_t document = 0;  ///< the last row that is indexed
  content_digest hash;        ///< of that document; null for 0
  std::uint64_t next_run = 1;
  struct run {
    std::string name;
    std::uint64_t mentions = 0;
  };
  std::vector<run> runs;
};

struct mention_index_options {
  std::size_t buffer_mentions = std::size_t{1}
                                << 22;       ///< in memory, at 16 bytes each, before a run is written
  std::size_t merged_runs = 6;               ///< so many of about the same size become one
  std::size_t pending_namespaces = 200'000;  ///< so many rows of the table of namespaces are in a transaction
  bool renews_namespaces = false;            ///< the table of namespaces is made again, because it is damaged
  const disk_sync* disk = &posix_sync();
  /// Asked between documents; false: what was read is written, and the update ends.
  std::function<bool()> goes_on = [] { return true; };
  /// Told how many documents were indexed.
  std::function<void(std::uint64_t documents)> on_progress = [](std::uint64_t) {};
};

/// `where/` of a data folder: sorted runs of mentions, and the list of them, which is replaced when a run is complete. It is never needed, and may be deleted at
/// any time: it is made again from the documents. Documents that were removed may stay in it, so that whoever finds one asks the journal.
class mention_index {
 public:
  static constexpr std::string_view folder_name = "where", list_name = "runs", lock_name = "lock";

  /// Opens what there is; an index that is damaged, or of another journal, is empty. Errors: those of the journal; `io_failed`.
  [[nodiscard]] static result<mention_index> open(const std::filesystem::path& root, journal& from);

  /// Indexes documents that are not yet. One process at a time does so: while another one does, only what that has written is read. Returns whether all are indexed now. What a killed one has
  /// written as a run stays. Memory: the buffer, and a block. Errors: those of the journal and the store; `no_space`, `io_failed`.
  [[nodiscard]] result<bool> update(journal& from, const clean_store& store,
                                    const mention_index_options& options = {});

  /// The last row of a document that is indexed.
  [[nodiscard]] std::int64_t indexed() const { return list_.document; }
  /// Mentions of all runs together.
  [[nodiscard]] std::uint64_t size() const;
  /// The mentions of an IRI, given without delimiters as canonical N-Quads spell it, in documents from a row on, in their order. Some may be of another IRI. Errors: `io_failed`.
  [[nodiscard]] result<std::vector<mention>> find(std::string_view iri, std::uint32_t document,
                                                  std::size_t limit) const;
  /// The number of documents that have an IRI, or some more. Errors: `io_failed`.
  [[nodiscard]] result<std::uint64_t> count(std::string_view iri) const;

 private:
  explicit mention_index(std::filesystem::path root) : root_(std::move(root)) {}
  class updating;

  [[nodiscard]] result<void> load(journal& from);
  void forget();

  std::filesystem::path root_;
  mention_list list_;
  std::vector<mention_run> runs_;
};

}  // namespace laundromat
