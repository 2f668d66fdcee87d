// The full-text index of the labels and titles in clean documents: a file that is made from these.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/search/search_query.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

class database;

struct label_update_options {
  std::size_t batch_labels = 100'000;    ///< about so many are in a transaction
  std::size_t batch_documents = 20'000;  ///< and so many documents at most
  /// Asked between blocks of documents; false: what was read is committed, and the update ends.
  std::function<bool()> goes_on = [] { return true; };
  /// Told how many documents were indexed.
  std::function<void(std::uint64_t documents)> on_progress = [](std::uint64_t) {};
};

struct label_question {
  search_query words;
  std::string
      language;  ///< a tag in lower case: also longer ones that begin with it, as `en` for `en-gb`; empty: any
  std::int64_t document = 0;  ///< the row of the only document; 0: all
  std::int64_t after = 0;     ///< the id of the last label before; 0: from the best one on
  std::size_t at_once = 64;   ///< about so many will be taken
  std::size_t most_ranked =
      1'000'000;  ///< of more labels with these words only so many are ranked: the first ones
};

/// A label as the index has it.
struct indexed_label {
  std::int64_t id = 0;
  std::int64_t document = 0;  ///< row of the journal
  std::string subject;        ///< IRI, as canonical N-Quads spell it
  std::string property;       ///< IRI
  std::string language;       ///< in lower case; empty: none
  std::string text;           ///< the value, cut after `most_label_bytes`
};

/// `labels.sqlite` of a data folder: the labels of clean documents with their words. A file that is damaged, of another version, of another journal, or of other properties is
/// replaced by the next update. It is never needed, and may be deleted at any time. Who finds a label asks the journal whether the document is still there: an update removes the labels of
/// documents that were removed since the one before.
class label_word_index {
 public:
  static constexpr std::string_view file_name = "labels.sqlite", lock_name = "labels.lock";

  /// Opens what there is; an index that is of no use is empty. `properties`: what is indexed. Errors: those of the journal; `invalid_argument` when `labels.sqlite` is of another program.
  [[nodiscard]] static result<label_word_index> open(const std::filesystem::path& root, journal& from,
                                                     std::vector<std::string> properties);
  label_word_index(label_word_index&&) noexcept;
  ~label_word_index();

  /// Adds the labels of new documents, and removes those of removed ones, in transactions: what a killed update has committed stays. One process at a time does so: while another one does,
  /// what that has committed is read. Returns whether all is up to date now. Memory: a block, 1,000 rows of the journal, and 48 MiB.
  /// Errors: those of `open`, the journal and the store; `io_failed` when SQLite has no FTS5; `journal_full` when the disk is.
  [[nodiscard]] result<bool> update(journal& from, const clean_store& store,
                                    const label_update_options& options = {});

  /// The last row of a document that is indexed.
  [[nodiscard]] std::int64_t indexed() const { return indexed_; }
  /// Labels, also of documents that were removed since.
  [[nodiscard]] result<std::uint64_t> size();

  /// Calls `take` with the labels that have all words, the best first (BM25), until it returns false. Returns whether all of them were ranked.
  /// Errors: `not_found` when `after` is no label with these words; `journal_damaged` for a damaged index, which the next update replaces.
  [[nodiscard]] result<bool> find(const label_question& question,
                                  const std::function<bool(const indexed_label&)>& take);

 private:
  label_word_index(std::filesystem::path root, std::vector<std::string> properties);
  /// Opens the file to read.
  [[nodiscard]] result<void> load(journal& from);

  std::filesystem::path root_;
  std::vector<std::string> properties_;
  std::int64_t indexed_ = 0;
  bool is_damaged_ = false;       ///< the next update makes a new one
  std::unique_ptr<database> db_;  ///< null: nothing is indexed
};

}  // namespace laundromat
