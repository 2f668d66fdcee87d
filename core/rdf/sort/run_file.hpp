// Sorted runs as bytes: lines without the prefix that they share with the line before, in compressed blocks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/rdf/sort/line_cursor.hpp"

namespace laundromat {

/// Writes one run.
/// ```
/// run    block*, an empty block
/// block  u32 bytes of `lines`, u32 bytes of `deflated`, u32 CRC-32 of `lines` (all little-endian), deflated
/// lines  ( shared bytes, bytes that follow: LEB128; the bytes )*      whole lines
/// ```
/// Each block is deflated independently (RFC 1951); equal lengths mean that it is not compressed. Memory: two blocks.
class run_writer {
 public:
  /// A block ends with the line that makes it at least this long. `out` outlives the writer.
  run_writer(byte_sink& out, std::size_t block_bytes);
  ~run_writer();
  run_writer(const run_writer&) = delete;
  run_writer& operator=(const run_writer&) = delete;

  /// Appends a line that shares `shared` bytes with the one before. Errors: those of the sink.
  [[nodiscard]] result<void> add(const line_parts& line, std::size_t shared);
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] result<void> write_block();
  struct deflater;
  byte_sink& out_;
  std::size_t block_bytes_;
  std::string block_;
  std::unique_ptr<deflater> deflater_;
};

/// Reads a run. Memory: two blocks and a line. Errors: the source's, and `io_failed` for invalid bytes.
[[nodiscard]] std::unique_ptr<line_cursor> open_run(byte_source_ptr source);

}  // namespace laundromat
