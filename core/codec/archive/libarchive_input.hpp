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

/// Gives the calling thread a UTF-8 character type while it lives: libarchive converts names to the locale's
/// encoding. The locale of the process stays as it is.
class utf8_locale_scope {
 public:
  utf8_locale_scope();
  ~utf8_locale_scope();
  utf8_locale_scope(const utf8_locale_scope&) = delete;
  utf8_locale_scope& operator=(const utf8_locale_scope&) = delete;

 private:
  void* before_ = nullptr;
};

/// The bytes below an archive, and what reading them met. It stays where it is: libarchive holds its address.
class archive_input {
 public:
  /// `slice_bytes`: how much libarchive gets at a time. What it made of the slice in which damage lies it does not hand out.
  explicit archive_input(byte_source_ptr source, std::size_t slice_bytes = block_bytes);
  archive_input(const archive_input&) = delete;
  archive_input& operator=(const archive_input&) = delete;

  /// Registers the callbacks and opens. Seeking and skipping are offered when the source seeks.
  /// Errors: those of the source; else the code of libarchive is judged by the caller.
  [[nodiscard]] result<int> open(archive* handle);

  /// The error of the source, which outranks whatever libarchive made of it.
  [[nodiscard]] const std::optional<failure>& error() const { return error_; }
  /// The position behind the last byte that was handed to libarchive.
  [[nodiscard]] std::uint64_t position() const { return position_; }

  static constexpr std::size_t block_bytes = 64 * 1024;

 private:
  static long long read_block(archive*, void* self, const void** block);
  static long long seek_to(archive*, void* self, long long offset, int whence);
  static long long skip(archive*, void* self, long long request);

  byte_source_ptr source_;
  std::size_t slice_bytes_;
  std::vector<char> block_;
  std::size_t front_ = 0, back_ = 0;  ///< in the block: of what libarchive did not get yet
  std::optional<failure> error_;
  std::uint64_t position_ = 0, size_ = 0;
};

/// libarchive's words for its last error.
[[nodiscard]] std::string archive_message(archive* handle);

}  // namespace laundromat
