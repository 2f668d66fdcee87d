// The lines about the subjects of a dump, without reading the rest of a graph.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/block_index.hpp"

namespace laundromat {

/// A file of sorted lines, or of `change_rows`, in blocks.
struct block_file {
  std::shared_ptr<const block_index> index;
  byte_source_ptr compressed;   ///< seekable
  std::size_t front_bytes = 0;  ///< before the statement in each line: `change_sign_bytes` for changes
};

/// The lines of a file whose subjects are those of the statements of `dump`, a clean document, in their order. Reads each block once, and only those that may
/// have such lines. Memory: a block, and a `line_stream`. Errors: those of `read_block` and `line_stream`.
[[nodiscard]] byte_source_ptr make_subject_lines(block_file file, byte_source_ptr dump);

}  // namespace laundromat
