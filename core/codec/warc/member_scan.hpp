// Walks through the gzip members of a file, such as the records of a WARC segment, and keeps the first bytes of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_codec.hpp"

namespace laundromat {

struct scanned_member {
  std::uint64_t offset = 0, length_bytes = 0;
  std::string front;  ///< its first decoded bytes, at most `member_scan::front_bytes`
};

/// Reads each byte once. Memory: about 1 MiB. The checksums are checked.
class member_scan {
 public:
  /// The fields of a record and the longest head that is stored.
  static constexpr std::size_t front_bytes = std::size_t{512} << 10;

  explicit member_scan(byte_source_ptr file);
  /// The next member; nothing at the end. Errors: `archive_damaged`, `truncated_stream`, those of the file; afterwards the scan ends.
  [[nodiscard]] result<std::optional<scanned_member>> next();

 private:
  [[nodiscard]] result<void> refill();
  [[nodiscard]] result<void> begin_member();
  [[nodiscard]] std::string_view waiting() const {
    return std::string_view(input_).substr(front_, back_ - front_);
  }

  byte_source_ptr file_;
  std::unique_ptr<stream_codec> codec_;
  std::string input_, output_;
  std::size_t front_ = 0, back_ = 0;  ///< of the bytes in `input_` that were not decoded yet
  std::uint64_t offset_ = 0;          ///< of `input_[0]` in the file
  bool is_whole_ = false;             ///< the file has no more
};

}  // namespace laundromat
