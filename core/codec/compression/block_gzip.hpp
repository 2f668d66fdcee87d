// gzip in blocks, each of which can be read alone: written by several threads, and read from the middle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/base/worker_pool.hpp"
#include "core/codec/compression/block_index.hpp"

namespace laundromat {

/// The header of each file: no time, no name (RFC 1952 section 2.3).
inline constexpr std::string_view block_gzip_header{"\x1f\x8b\x08\0\0\0\0\0\0\xff", 10};

/// Compresses lines into one gzip member:
/// ```
/// header   1F 8B 08 00  00000000  00 FF            `block_gzip_header`
/// blocks   deflated whole lines, no reference to earlier blocks, ended by an empty stored block           *
/// end      03 00                                   the last block of deflate, empty
/// trailer  CRC-32, length modulo 2^32
/// ```
/// A block ends with the last line that ends within `block_bytes`, or with the first line if that is longer. The result depends only on
/// the bytes and the kind of processor, not on the sizes of the writes or the number of threads.
/// Memory: two blocks, and two per worker; a block is at least as long as its first line. Source: RFC 1951, RFC 1952.
class block_gzip_sink final : public byte_sink {
 public:
  static constexpr std::size_t default_block_bytes = std::size_t{512} << 10;

  /// `out` and `workers` outlive the sink; null: the writing thread compresses alone. `front_bytes` of each line do not belong to its order, and are in no
  /// head of the index.
  explicit block_gzip_sink(byte_sink& out, worker_pool* workers = nullptr,
                           std::size_t block_bytes = default_block_bytes, std::size_t front_bytes = 0);
  /// Waits for the workers.
  ~block_gzip_sink() override;

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Writes a text without copying it, if it is the first one and smaller than a block.
  [[nodiscard]] result<void> take(std::string text);
  /// Writes the last block and the trailer. Nothing may be written afterwards. Errors: those of `out`.
  [[nodiscard]] result<void> finish();
  /// Where the blocks are; complete after `finish`.
  [[nodiscard]] const block_index& index() const;

 private:
  struct state;
  std::unique_ptr<state> state_;
};

/// The lines of block `number` of a file with this index; `compressed` is seekable. Errors: those of the source, `archive_damaged` where
/// the file does not match the index.
[[nodiscard]] result<std::string> read_block(byte_source& compressed, const block_index& index,
                                             std::size_t number);

/// The index of a file that is read as one block, whatever blocks it was written in; `compressed` is seekable. Errors: those of the source,
/// `archive_damaged` for what is no file of `block_gzip_sink`.
[[nodiscard]] result<block_index> one_block_index(byte_source& compressed);

}  // namespace laundromat
