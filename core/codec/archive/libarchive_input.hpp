// Feeds libarchive from a byte source. Included by the sources of this folder only.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"

struct archive;

namespace laundromat {

struct archive_deleter {
  void operator()(archive* handle) const;
};
using archive_handle = std::unique_ptr<archive, archive_deleter>;

/// Sets a UTF-8 character type for the calling thread for its lifetime: libarchive converts names to the locale's
/// encoding. The locale of the process does not change.
class utf8_locale_scope {
 public:
  utf8_locale_scope();
  ~utf8_locale_scope();
  utf8_locale_scope(const utf8_locale_scope&) = delete;
  utf8_locale_scope& operator=(const utf8_locale_scope&) = delete;

 private:
  void* before_ = nullptr;
};

/// The source of an archive and its read error. Not movable: libarchive keeps its address.
class archive_input {
 public:
  /// `slice_bytes`: how much libarchive gets at a time. libarchive does not deliver what it decoded from a damaged slice.
  explicit archive_input(byte_source_ptr source, std::size_t slice_bytes = block_bytes);
  archive_input(const archive_input&) = delete;
  archive_input& operator=(const archive_input&) = delete;

  /// Registers the callbacks and opens. Seeking and skipping are offered when the source is seekable.
  /// Errors: those of the source; otherwise the caller interprets the code of libarchive.
  [[nodiscard]] result<int> open(archive* handle);

  /// The error of the source; it takes precedence over the error of libarchive that follows from it.
  [[nodiscard]] const std::optional<failure>& error() const { return error_; }
  /// The position after the last byte that libarchive got.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  static constexpr std::size_t block_bytes = std::size_t{64} * 1024;

 private:
  static long long read_block(archive*, void* self, const void** block);
  static long long seek_to(archive*, void* self, long long offset, int whence);
  static long long skip(archive*, void* self, long long request);

  byte_source_ptr source_;
  std::size_t slice_bytes_;
  std::vector<char> block_;
  std::size_t front_ = 0, back_ = 0;  ///< in the block: bytes that libarchive did not get yet
  std::optional<failure> error_;
  std::uint64_t position_ = 0, size_ = 0;
};

/// libarchive's message for its last error.
[[nodiscard]] std::string archive_message(archive* handle);

}  // namespace laundromat
