// Checks the files of a clean document against the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct damaged_file {
  file_place place;
  std::string what;

  friend bool operator==(const damaged_file&, const damaged_file&) = default;
};

struct document_check {
  std::vector<damaged_file> problems;
  std::vector<std::filesystem::path>
      unknown;              ///< files that the journal does not name, by their paths in the store
  std::uint64_t files = 0;  ///< files read
  std::uint64_t bytes = 0;  ///< uncompressed bytes read
};

/// Reads every file in the folder of a document:
///   data.nq.gz     is intact; its uncompressed bytes have the digest in its name; lines are sorted and unique; the numbers of lines and
///                  compressed bytes are those of the journal
///   data.idx       is intact and locates every block
///   ledger-….nq.gz is intact and has the digest that its entries name
///   meta.…         is intact; if this version (`program`) wrote it, it matches the statements
///   delta-….gz     is intact
/// and those in segments likewise.
/// Memory: two blocks, the index, the metadata. Thread-safe.
[[nodiscard]] document_check check_document(const clean_store& store, const kept_document& expected,
                                            const std::string& program);

/// The sorted paths in the store that belong to no document, by `is_document`; staged files are left out. Links are always unknown. Errors: those of `safe_folder`; files that cannot be read are not listed as unknown.
[[nodiscard]] result<std::vector<std::filesystem::path>> find_unknown_files(
    const clean_store& store, const std::function<bool(const content_digest&)>& is_document);

}  // namespace laundromat
