// The full-text index of the journal: a file that is made from it, and brought up to date when somebody searches.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "core/search/search_query.hpp"
#include "storage/search/search_source.hpp"

namespace laundromat {

class database;
class scratch_folder;

struct search_index_options {
  /// Where the index is made when the data folder cannot be written.
  std::filesystem::path temporary = std::filesystem::temp_directory_path();
  std::size_t batch_rows = 20'000;  ///< rows of each kind in a transaction, and in memory
  /// Told, for people, what takes long: another search that makes the index, or many rows.
  std::function<void(std::string_view)> on_wait = [](std::string_view) {};
};

/// `search.sqlite` of a data folder: the words of its seeds, documents, members of archives, and datasets. It only grows: each row has the words of a record
/// that do not change any more, so that a crawl writes nothing here, and a search adds what is new. A file that is damaged, of another version, or of
/// another journal is replaced. It is never needed, and may be deleted at any time.
class search_index {
 public:
  static constexpr std::string_view file_name = "search.sqlite", lock_name = "search.lock";

  /// Opens or makes the index of a data folder, adds what is new in the journal, and lets `from` hold the state that it has then. One process at a time
  /// does so, in transactions of `batch_rows`: what a killed one has committed stays. Where the folder cannot be written, as it is
  /// full, read-only, or another user's, the index is made in `temporary`, and removed with this object.
  /// Memory: `batch_rows` rows, the datasets of one seed, and 32 MiB. Errors: those of `search_source`; `invalid_argument` when `search.sqlite` is of another program;
  /// `io_failed` when SQLite has no FTS5; `no_space` when there is none in `temporary` either.
  [[nodiscard]] static result<search_index> open(const std::filesystem::path& root, search_source& from,
                                                 const search_index_options& options = {});
  search_index(search_index&&) noexcept;
  ~search_index();

  /// Why the index is in `temporary`; nothing: it is in the data folder.
  [[nodiscard]] const std::optional<failure>& why_temporary() const { return why_temporary_; }

  /// Calls `take` with the rows that have all phrases, the best first (BM25; words of titles count most), until it returns false. Where the index turns out to
  /// be damaged, it is made again. Memory: SQLite's for sorting. Errors: those of `open`; `io_failed` for damage behind the first row.
  [[nodiscard]] result<void> find(const search_query& query,
                                  const std::function<bool(found_kind, std::int64_t row)>& take);

 private:
  search_index(std::filesystem::path root, search_source& from, search_index_options options);
  [[nodiscard]] result<void> connect();
  [[nodiscard]] result<void> make_again();
  [[nodiscard]] result<void> ask(const search_query& query,
                                 const std::function<bool(found_kind, std::int64_t row)>& take);

  std::filesystem::path root_;
  search_source* from_;
  search_index_options options_;
  std::unique_ptr<scratch_folder> scratch_;  ///< destroyed after the connection
  std::unique_ptr<database> db_;
  std::optional<failure> why_temporary_;
};

}  // namespace laundromat
