// Checks the bodies of downloads, in WARC segments and in files, against the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_check.hpp"

namespace laundromat {

struct body_problem {
  file_place place;
  std::string what;
  record_hash download;
};

struct stored_bodies_check {
  std::uint64_t bodies = 0;            ///< read
  std::uint64_t removed = 0;           ///< by retention: there is nothing to read
  std::uint64_t bytes = 0;             ///< of their records, uncompressed; of large ones, of their bodies
  std::vector<body_problem> problems;  ///< in the order of the downloads
  /// Missing segments, and how many bodies of downloads were there, which are not counted as read.
  std::vector<std::pair<std::filesystem::path, std::uint64_t>> lost;
};

/// Reads the record of each body that the journal names: its gzip member is intact, its block has the digest that the record states, and its
/// payload the length and digest that the journal has. A body in a file of its own has them as well, and a missing file is a problem; those at worker nodes are left
/// out. Records without a name in the journal, such as requests, are not read. Reads segments in
/// large parts. A missing segment is one problem, and none when `are_missing` has its path already. `seen` is called
/// with the number of bodies that were read, from one thread at a time. `data` is the data folder. Memory: some MiB for each thread. Errors: those of
/// `journal_reader` and of `safe_folder`.
[[nodiscard]] result<stored_bodies_check> check_stored_bodies(
    journal& from, const safe_folder& data, std::size_t threads,
    const std::vector<std::filesystem::path>& are_missing,
    const std::function<void(std::uint64_t)>& seen = {});

}  // namespace laundromat
