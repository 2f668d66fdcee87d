// Finds labels by the index, in documents that are still there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "storage/labels/label_word_index.hpp"

namespace laundromat {

struct label_in_document {
  indexed_label label;
  content_digest document;
};

struct label_page {
  std::vector<label_in_document> labels;  ///< the best first
  bool has_more = false;
  bool ranks_all = true;  ///< false: so many labels have the words that only the first ones were ranked
};

/// Asks an index that may be older than the journal; labels of removed documents are left out. Errors: those of the index and the journal.
[[nodiscard]] result<label_page> find_labels(label_word_index& index, journal& from, label_question question,
                                             std::size_t limit);

/// Adds the documents of a data folder that its index does not have, unless the last campaign wants none. `goes_on` is asked between blocks of documents. Errors: those of
/// `open_journal_to_read` and `label_word_index`.
[[nodiscard]] result<void> update_labels_of(const std::filesystem::path& data, std::function<bool()> goes_on);

}  // namespace laundromat
