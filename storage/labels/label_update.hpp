// The tables of the index of labels, and how they follow the clean documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/labels/label_scan.hpp"
#include "storage/journal/removal_watch.hpp"
#include "storage/labels/label_word_index.hpp"

namespace laundromat {

/// Whether the index has this version and these properties, and what it says about the journal is true. Throws `source_fault`, for a database of another program, too.
[[nodiscard]] bool is_label_words_of(database& db, journal& from, const std::vector<std::string>& properties);
/// Makes the tables in an empty file. Throws `source_fault` when SQLite has no FTS5.
void make_label_tables(database& db, journal& from, const std::vector<std::string>& properties);

/// One update. All of it may throw `storage_fault` for the index, and `source_fault` for the journal and the documents; what was not committed is then lost.
class label_update {
 public:
  label_update(database& db, journal& from, const clean_store& store,
               const std::vector<std::string>& properties, const label_update_options& options);
  ~label_update();

  /// Returns whether all documents are indexed now.
  bool run();

 private:
  struct state {
    std::int64_t document = 0;  ///< the last row of which something is indexed
    content_digest hash;        ///< of that document; null for 0
    std::int64_t blocks = 0;    ///< so many blocks of it are; 0: all
    removal removed;            ///< the last one that was noticed
  };

  void read_state();
  void begin();
  void commit();
  /// Commits when the transaction is large.
  void commit_some();
  void finish_partial_document();
  /// False: the update was stopped.
  bool add_documents();
  /// False: it was stopped within the document.
  bool add(const numbered_document& document, std::int64_t first_block);
  /// Adds the labels of a document; `in_parts`: the state follows its blocks, so that some may be committed before others. False: it was stopped.
  bool read(const numbered_document& document, std::int64_t first_block, bool in_parts);
  void add_label(const label_view& label);
  void end_document();
  void follow_removals();
  void remove(std::int64_t document);

  database& db_;
  segment_rows rows_;
  removal_watch watch_;
  const clean_store& store_;
  const label_update_options& options_;
  label_scan scan_;
  state now_;
  std::int64_t document_ = 0, first_label_ = 0, last_label_ = 0;  ///< of the document that is read
  std::uint64_t documents_ = 0;
  std::size_t labels_in_batch_ = 0, documents_in_batch_ = 0;
};

}  // namespace laundromat
