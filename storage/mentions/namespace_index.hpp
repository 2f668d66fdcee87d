// The table of namespaces beside the index of IRIs: which documents have IRIs in each, and how many.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/mentions/namespaces.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/journal/removal_watch.hpp"

namespace laundromat {

/// Of a document so many namespaces are kept at most: those with the most mentions.
inline constexpr std::size_t most_namespaces_of_document = 1'000;

struct listed_namespace {
  std::int64_t id = 0;
  std::string name;
  std::uint64_t documents = 0;
  std::uint64_t mentions = 0;  ///< pairs of an IRI and a document, of these documents together
};

struct namespace_use {
  std::int64_t document = 0;  ///< row of the journal
  std::uint64_t mentions = 0;
};

/// `namespaces.sqlite` in the folder of the index of IRIs, to read. One that is missing, damaged or of another journal is empty.
class namespace_index {
 public:
  static constexpr std::string_view file_name = "namespaces.sqlite";

  /// `folder`: of the index of IRIs, which may be missing. Errors: those of the journal.
  [[nodiscard]] static result<namespace_index> open(const std::filesystem::path& folder, journal& from);
  namespace_index(namespace_index&&) noexcept;
  ~namespace_index();

  /// Behind the one with the id `after`, or from the first one on for 0; those with the most documents first. Errors: `not_found` for an id that is none; `journal_damaged`.
  [[nodiscard]] result<std::vector<listed_namespace>> list(std::int64_t after, std::size_t limit);
  /// Documents behind a row, in their order, also those that were removed since the last update. Errors: `journal_damaged`.
  [[nodiscard]] result<std::vector<namespace_use>> uses(std::string_view name, std::int64_t after,
                                                        std::size_t limit);

 private:
  namespace_index();
  std::unique_ptr<database> db_;  ///< null: it is empty
};

/// Writes the table: what was not committed is forgotten, and what a killed process has committed stays. For the process that has the lock of the index of IRIs.
/// Errors of all functions: those of the journal; `journal_damaged` for the file, `journal_full`.
class namespace_writer {
 public:
  /// Opens the file of a folder, or makes a new one; `anew`: in any case.
  [[nodiscard]] static result<namespace_writer> open(const safe_folder& folder, journal& from, bool anew);
  namespace_writer(namespace_writer&&) noexcept;
  ~namespace_writer();

  /// The last row of a document that was counted.
  [[nodiscard]] std::int64_t document() const { return document_; }
  /// Takes documents out that were removed; `read` counts one that was published again, and `keep` is called before that is committed.
  using document_reader = std::function<result<std::vector<namespace_count>>(const numbered_document&)>;
  [[nodiscard]] result<void> follow_removals(const document_reader& read,
                                             const std::function<result<void>()>& keep);
  /// The document behind the last one.
  [[nodiscard]] result<void> add(const numbered_document& document,
                                 const std::vector<namespace_count>& counts);
  [[nodiscard]] result<void> commit();
  /// Rows that were added since the last commit.
  [[nodiscard]] std::size_t pending() const { return pending_rows_; }

 private:
  namespace_writer(database db, journal& from);
  struct sum {
    std::int64_t id = 0, documents = 0, mentions = 0;
  };
  void read_state();
  void insert(std::int64_t document, const std::vector<namespace_count>& counts);
  void remove(std::int64_t document);
  sum& sum_of(const std::string& name);
  void begin();
  void write();

  std::unique_ptr<database> db_;
  std::unique_ptr<segment_rows> rows_;
  std::int64_t document_ = 0;
  content_digest hash_;  ///< of that document
  removal noticed_;
  keyed_map<std::string, sum> sums_;  ///< what is to be added to the totals
  std::size_t pending_rows_ = 0;
};

}  // namespace laundromat
