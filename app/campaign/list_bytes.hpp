// The bytes of a list of seeds, decompressed, and the digest of the file as it is stored.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Reads a list that may be compressed with gzip, xz, bzip2, zstd or lz4, which its first bytes say. Memory: that of the codec, and 256 KiB.
class list_bytes {
 public:
  explicit list_bytes(std::unique_ptr<std::istream> stored);
  ~list_bytes();
  list_bytes(list_bytes&&) noexcept;
  list_bytes& operator=(list_bytes&&) noexcept;

  /// Fills the front of `buffer`; 0 at the end, and after an error.
  [[nodiscard]] std::size_t read(std::span<char> buffer);
  /// Why it cannot be read to its end: damage of the file or of its compression; nothing before, and for a whole one.
  [[nodiscard]] std::optional<std::string> problem() const;

  [[nodiscard]] bool is_compressed() const { return is_compressed_; }
  /// Goes to the beginning.
  void rewind();
  /// The digest and the number of the bytes of the file; valid once, at the end.
  [[nodiscard]] content_digest digest();
  [[nodiscard]] std::uint64_t stored_bytes() const;

 private:
  class stored_file;
  void begin();

  std::unique_ptr<stored_file> stored_;
  std::unique_ptr<warning_log> warnings_;
  byte_source_ptr decoded_;
  std::optional<std::string> problem_;
  bool is_begun_ = false, is_compressed_ = false;
};

}  // namespace laundromat
