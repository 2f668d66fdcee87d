// A record at one place of a web archive: its head, the head of a stored response, and what becomes of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/codec/archive/archive_member.hpp"
#include "core/codec/warc/record_head.hpp"
#include "core/codec/warc/record_input.hpp"
#include "core/codec/warc/stored_response.hpp"

namespace laundromat {

/// A record whose head was read.
struct stored_record {
  record_head head;
  std::optional<stored_response> response = {};  ///< of a block that is an HTTP response
  bool begins_like_response = false;             ///< also of a block whose HTTP head has no end

  /// Where the payload begins in the block.
  [[nodiscard]] std::uint64_t payload_offset() const { return response ? response->head_bytes : 0; }
};

/// Reads the head at the place of `input`, and looks at the head of a response; `input` is then at the first byte of the block.
/// Nothing where no record begins. Errors: `warc_head_broken`, and those of the file.
[[nodiscard]] result<std::optional<stored_record>> read_record(record_input& input);

/// Takes line ends off the front. Errors: those of the file.
[[nodiscard]] result<void> skip_line_ends(record_input& input);

/// The row of a record in the listing of its archive; `ordinal` is the offset of the record. A response with a status of success and a resource
/// are files. Everything else is `other` and skipped: error responses as `http_status` (206 too: it is a part of a document), answers 304 as
/// `not_modified`, robots.txt and all other types as `member_skipped`. A document that cannot be read is a skipped file:
/// `content_encoding`, `warc_head_broken`, `limit_exceeded` (an address of more than 4 KiB), `warc_length_wrong` (no length), and
/// `warc_original_missing` for a revisit with the payload of another record, which `list_records` looks for.
[[nodiscard]] archive_member describe_record(const stored_record& record, std::uint64_t offset);

}  // namespace laundromat
