// The stores of documents in a data folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "storage/stores/clean_store.hpp"
#include "storage/stores/data_folder.hpp"
#include "storage/stores/raw_store.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

struct data_stores {
  raw_store raw;
  scratch_store scratch;
  clean_store clean;

  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] static result<data_stores> open(const data_layout& layout);
};

/// The clean store of the data folder `root` with its segments, to read. Errors: those of `open_journal_to_read` and `clean_store::at`.
[[nodiscard]] result<clean_store> open_documents_to_read(const std::filesystem::path& root);

}  // namespace laundromat
