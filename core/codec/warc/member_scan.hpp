// Walks through the gzip members of a file, such as the records of a WARC segment, and keeps the first bytes of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "core/codec/warc/record_search.hpp"

namespace laundromat {

struct scanned_member {
  std::uint64_t offset = 0, length_bytes = 0;
  std::uint64_t text_bytes = 0;  ///< decoded
  std::string front;             ///< its first decoded bytes, at most `member_scan::front_bytes`
};

/// Reads each byte of a seekable file once. The checksums are checked. Memory: that of `record_input`, and a front.
class member_scan {
 public:
  /// The fields of a record and the longest head that is stored.
  static constexpr std::size_t front_bytes = std::size_t{512} << 10;

  explicit member_scan(byte_source_ptr file);
  /// The next member; nothing at the end. Errors: `archive_damaged`, `truncated_stream`, those of the file; afterwards the scan ends, unless
  /// `read_on` is called.
  [[nodiscard]] result<std::optional<scanned_member>> next();
  /// After damage: continues at the next gzip member that begins with a record, or at the end. Returns the bytes that are left out, which begin at
  /// `left_out_offset`. Errors: those of the file.
  [[nodiscard]] result<std::uint64_t> read_on();
  [[nodiscard]] std::uint64_t left_out_offset() const { return begin_; }

 private:
  byte_source_ptr file_;
  record_input input_;
  record_finder finder_;
  std::uint64_t begin_ = 0, next_ = 0;  ///< of the last member, and of the one after it
};

}  // namespace laundromat
