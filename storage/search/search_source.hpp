// Reads from the journal what its full-text index has, and the records that are found.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/steering/steering_rules.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/document_list.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

class one_state;
struct journal_tables;

/// A seed of the list.
struct source_seed {
  std::int64_t row = 0;
  record_hash hash;
  std::string uri;
};

/// A download, or a member of an archive.
struct source_entry {
  std::int64_t row = 0;
  record_hash hash;
  std::int64_t seed = 0;  ///< its row
  status current{};
  std::string uri;   ///< and, behind a space, where redirects led
  std::string kind;  ///< its format and media type, as far as they are known
};

/// What was announced of a dataset.
struct source_dataset {
  std::int64_t row = 0;
  std::string title;  ///< label
  std::string uris;   ///< key, IRI, files, descriptions and endpoints
  std::string about;  ///< publisher, licences, version
};

/// What a found row is. Numbers are stored in the index.
enum class found_kind : std::uint8_t { seed = 0, document = 1, dataset = 2 };

/// A record as the journal has it now.
struct found_record {
  found_kind kind{};
  record_hash seed = {};  ///< of a dataset: the one that announces it
  std::string seed_uri = {};
  std::string title =
      {};  ///< the label of a dataset, or of the dataset that a document is announced for; may be empty
  document_row document = {};  ///< of a document
  dataset_row dataset = {};    ///< of a dataset
};

/// Reads from a journal that outlives it, in any mode. Rows of seeds and entries never change their texts, and stay. Errors of every
/// function: `journal_failed`, `journal_damaged`.
class search_source {
 public:
  /// Reads the rules of the operator, whose exclusions are not found.
  [[nodiscard]] static result<search_source> open(journal& from);
  search_source(search_source&&) noexcept;
  ~search_source();

  /// From now on all functions see one state of the journal.
  [[nodiscard]] result<void> hold();

  [[nodiscard]] result<std::string> identity();
  /// At most `limit` rows from `first` to `last`, in order. Rows of a list that is being read are written while later ones are there.
  [[nodiscard]] result<std::vector<source_seed>> seeds(std::int64_t first, std::int64_t last,
                                                       std::size_t limit);
  [[nodiscard]] result<std::vector<source_entry>> entries(std::int64_t first, std::int64_t last,
                                                          std::size_t limit);
  /// The datasets that a seed announces. They change only while one of its entries is not finished.
  [[nodiscard]] result<std::vector<source_dataset>> datasets(std::int64_t seed);

  /// The record of a row. Nothing: it is not to be found, because the operator has excluded it, or it was taken down; because it is of an older crawl, unless
  /// `crawls` says so; because of a seed its document is found; or because there is no such row.
  [[nodiscard]] result<std::optional<found_record>> look_up(found_kind kind, std::int64_t row,
                                                            crawl_scope crawls);
  /// The clean documents of the present crawl of a seed that are to be found, in the order in which they were found; at most `limit`.
  [[nodiscard]] result<std::vector<found_record>> documents(const record_hash& seed, std::size_t limit);

 private:
  explicit search_source(journal& from);
  [[nodiscard]] std::optional<found_record> find_seed(std::int64_t row);
  [[nodiscard]] std::optional<found_record> find_document(std::int64_t row, crawl_scope crawls);
  [[nodiscard]] std::optional<found_record> find_dataset(std::int64_t row);

  journal* from_;
  journal_tables* tables_;
  steering_rules rules_;
  std::unique_ptr<one_state> held_;
};

}  // namespace laundromat
