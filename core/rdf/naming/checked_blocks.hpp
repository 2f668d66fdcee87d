// Blocks of bytes with a checksum, in a run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Writes blocks, of which none is empty, and counts the bytes of the run.
/// ```
/// run    block*
/// block  u32 bytes, u32 CRC-32 of them (both little-endian), the bytes
/// ```
class checked_block_writer {
 public:
  explicit checked_block_writer(byte_sink& out) : out_(&out) {}
  /// Errors: those of the sink.
  [[nodiscard]] result<void> write(std::string_view block);
  [[nodiscard]] std::uint64_t run_bytes() const { return run_bytes_; }

 private:
  byte_sink* out_;
  std::uint64_t run_bytes_ = 0;
};

/// Reads the blocks of a run of a known size.
class checked_block_reader {
 public:
  checked_block_reader(byte_source_ptr source, std::uint64_t run_bytes)
      : source_(std::move(source)), left_bytes_(run_bytes) {}
  /// False at the end. Errors: the source's, and `io_failed` for damaged bytes.
  [[nodiscard]] result<bool> next(std::vector<char>& block);

 private:
  [[nodiscard]] result<void> fill(char* to, std::size_t bytes);
  byte_source_ptr source_;
  std::uint64_t left_bytes_;
};

}  // namespace laundromat
