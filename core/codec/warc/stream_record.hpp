// Forms a WARC record whose body arrives in parts, of any length, in stored blocks of one gzip member.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/warc/write_record.hpp"

namespace laundromat {

/// One record, written front to back except for its front, which is written again at the end:
/// ```
/// header    `block_gzip_header`                                        front
/// blocks    the fields, of fixed width, and the HTTP head              front
/// blocks    the body: stored blocks of 65,535 bytes, the last one shorter
/// block     CR LF CR LF
/// end       03 00, CRC-32, length modulo 2^32
/// ```
/// So the body can be read from any offset, see `open_stored_record`. Digests and length are known at the end only. Memory: 64 KiB.
class warc_stream_record {
 public:
  /// Of `record`, whose text is copied, `body` and `truncated` are ignored. Errors: `invalid_argument` for a control character in a field.
  [[nodiscard]] static result<warc_stream_record> begin(const warc_record& record);

  /// How many bytes the front has.
  [[nodiscard]] std::size_t front_bytes() const { return front_bytes_; }
  /// Appends to `out` what follows of the member.
  void add(std::string_view body, std::string& out);

  struct ending {
    std::string front, rest;  ///< the front of the member, and what follows the last bytes of `add`
    warc_written written;
  };
  /// Ends the record. `truncated` is at most 11 characters long.
  [[nodiscard]] ending finish(std::string_view truncated);

 private:
  warc_stream_record() = default;
  [[nodiscard]] std::string fields(const warc_written& written, std::string_view truncated) const;
  void add_end(std::string_view text, std::string& out);

  warc_record_type type_{};
  timestamp date_{};
  std::string uri_, known_fields_, content_type_, head_;
  std::uint64_t serial_ = 0;
  std::size_t front_bytes_ = 0;
  std::string waiting_;  ///< less than a block
  std::uint64_t body_bytes_ = 0, after_front_bytes_ = 0, member_bytes_ = 0;
  std::uint32_t after_front_crc_ = 0;
  content_hasher payload_, block_;
};

/// Opens the body of a record that `warc_stream_record` wrote; `file` is seekable and has its gzip member at `offset`. The source is seekable and
/// knows its size. The CRC-32 is not checked. Errors: `archive_damaged` for what is no such record; those of `file`.
[[nodiscard]] result<byte_source_ptr> open_stored_record(byte_source_ptr file, std::uint64_t offset = 0);

}  // namespace laundromat
