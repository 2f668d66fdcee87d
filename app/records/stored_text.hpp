// Reads what was received once more.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/codec/compression/stream_warning.hpp"
#include "core/records/records.hpp"
#include "core/washing/ports.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// The bodies of a data folder as text, without writing anything: what needs scratch files larger than those that fit into memory is not read.
class stored_texts {
 public:
  /// `root`: the data folder.
  explicit stored_texts(std::filesystem::path root);
  ~stored_texts();

  /// The text of an entry in UTF-8, as its reader had it; this object outlives it. Errors: `not_found` where the body is not kept, `no_space` where it cannot be read
  /// without scratch files, and those of its archive and of the disk.
  [[nodiscard]] result<byte_source_ptr> open(const entry_record& entry);

 private:
  struct readers;
  std::unique_ptr<readers> with_;
  std::filesystem::path root_;
};

}  // namespace laundromat
