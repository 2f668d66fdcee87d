// The interface through which every layer of a document is read: raw file, gzip, archive member, recoded text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// Bytes that are read once, from front to back.
class byte_source {
 public:
  virtual ~byte_source() = default;

  /// Fills `buffer` from the front and returns how many bytes it wrote; 0 at the end only.
  /// Errors: those of the layer below and of this layer; after an error the source is not read again.
  [[nodiscard]] virtual result<std::size_t> read(std::span<char> buffer) = 0;

  /// Moves to `offset` bytes from the start. Supported only where `is_seekable` returns true.
  [[nodiscard]] virtual result<void> seek(std::uint64_t /*offset from the start*/) {
    return fail(errc::internal, "this source cannot seek");
  }
  [[nodiscard]] virtual bool is_seekable() const { return false; }
  /// The size in bytes where it is known without reading, else 0.
  [[nodiscard]] virtual std::uint64_t size_bytes() const { return 0; }
};

using byte_source_ptr = std::unique_ptr<byte_source>;

/// Bytes that are written, from front to back.
class byte_sink {
 public:
  virtual ~byte_sink() = default;
  [[nodiscard]] virtual result<void> write(std::string_view bytes) = 0;
};

/// Collects the bytes in a string.
struct string_sink final : byte_sink {
  result<void> write(std::string_view bytes) override {
    text.append(bytes);
    return {};
  }
  std::string text;
};

/// Reads the whole source. Errors: the source's, and `limit_exceeded` where it has more than `limit_bytes`.
[[nodiscard]] result<std::string> read_all(byte_source& source, std::uint64_t limit_bytes);
/// Reads the first `limit_bytes`; fewer only where the source ends earlier.
[[nodiscard]] result<std::string> read_head(byte_source& source, std::uint64_t limit_bytes);

/// Delivers `head`, which was read ahead, and then what `rest` still has. Not seekable.
[[nodiscard]] byte_source_ptr make_rejoined_source(std::string head, byte_source_ptr rest);

/// Reads from memory that it owns. Seekable.
[[nodiscard]] byte_source_ptr make_memory_source(std::string bytes);
/// Reads from memory that outlives it. Seekable.
[[nodiscard]] byte_source_ptr make_view_source(std::string_view bytes);

}  // namespace laundromat
