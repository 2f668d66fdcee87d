// Whether the files of a clean document are what the journal says they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

struct damaged_file {
  std::filesystem::path file;
  std::string what;

  friend bool operator==(const damaged_file&, const damaged_file&) = default;
};

struct document_check {
  std::vector<damaged_file> problems;
  std::vector<std::filesystem::path>
      unknown;  ///< files that stand there and that nothing in the journal names, by their paths in the store
  std::uint64_t files = 0;  ///< that were read
  std::uint64_t bytes = 0;  ///< of them, uncompressed
};

/// Reads every file in the folder of a document:
///   data.nq.gz     is whole; its uncompressed bytes have the digest that names it; lines in byte order, each once; as many lines and
///                  compressed bytes as the journal says
///   data.idx       is whole, and leads to every block
///   ledger-….nq.gz is whole and has the digest that its entries name
///   meta.…         is whole; when `program`, a version, wrote it, it says what the statements give
///   delta-….gz     is whole
/// Memory: two blocks, the index, the metadata. Thread-safe.
[[nodiscard]] document_check check_document(const clean_store& store, const kept_document& expected,
                                            const std::string& program);

/// What belongs to none of `documents`, which are all that there are, by its path in the store, sorted; staged files left out. Links are
/// strangers, whatever they lead to. Errors: those of `safe_folder`: what could not be looked at is no stranger.
[[nodiscard]] result<std::vector<std::filesystem::path>> find_strangers(
    const clean_store& store, const std::vector<content_digest>& documents);

}  // namespace laundromat
