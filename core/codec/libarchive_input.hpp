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
  void* utf8_ = nullptr;
  void* before_ = nullptr;
};

/// The bytes below an archive, and what reading them met. It stays where it is: libarchive holds its address.
class archive_input {
 public:
  explicit archive_input(byte_source_ptr source);
  archive_input(const archive_input&) = delete;
  archive_input& operator=(const archive_input&) = delete;

  /// Registers the callbacks and opens. Seeking and skipping are offered when the source seeks.
  /// Errors: those of the source; else the code of libarchive is judged by the caller.
  [[nodiscard]] result<int> open(archive* handle);

  /// The error of the source, which outranks whatever libarchive made of it.
  [[nodiscard]] const std::optional<failure>& error() const { return error_; }
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  /// The position behind the last byte that was handed to libarchive.
  [[nodiscard]] std::uint64_t position() const { return position_; }
  /// True when a byte follows `position`.
  [[nodiscard]] result<bool> has_more();

 private:
  static long long read_block(archive*, void* self, const void** block);
  static long long seek_to(archive*, void* self, long long offset, int whence);
  static long long skip(archive*, void* self, long long request);

  byte_source_ptr source_;
  std::vector<char> block_;
  std::optional<failure> error_;
  std::uint64_t position_ = 0;
  bool has_ended_ = false;
};

/// libarchive's words for its last error.
[[nodiscard]] std::string archive_message(archive* handle);

}  // namespace laundromat
