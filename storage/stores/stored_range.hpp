// Bytes of an open file: of a document or a ledger, in a segment or in a file of its own.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "core/base/byte_source.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Where compressed bytes are. The file stays open, so that they are the same when its segment is rewritten or removed meanwhile.
struct stored_range {
  std::shared_ptr<const file_descriptor> file;
  std::uint64_t offset_bytes = 0, length_bytes = 0;
};

/// Reads the bytes, independently of other sources of the same range. Seekable; its size is known. Errors of reading: `io_failed`, also where the file
/// ends before.
[[nodiscard]] byte_source_ptr make_range_source(stored_range range);

}  // namespace laundromat
