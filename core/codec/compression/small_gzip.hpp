// Inflates many small files of `block_gzip_sink`, each at once.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace laundromat {

/// Reads what `block_gzip_sink` wrote. Keeps its memory, because making it costs more than inflating a small file: some 90 KiB, and the
/// longest text. Not thread-safe.
class small_gzip_reader {
 public:
  small_gzip_reader();
  ~small_gzip_reader();
  small_gzip_reader(small_gzip_reader&&) noexcept;
  small_gzip_reader& operator=(small_gzip_reader&&) noexcept;

  /// The text of an intact file: one member with `block_gzip_header`, whose checksum and length are right, and nothing behind it. Nothing for
  /// any other bytes, and for a text longer than `most_bytes`; `make_gzip_source` says what is wrong. Valid until the next call.
  [[nodiscard]] std::optional<std::string_view> read(std::string_view compressed, std::uint64_t most_bytes);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
