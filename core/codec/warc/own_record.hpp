// Reads one record that this program wrote at its known place: inflated in one step, with the heads of any record.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/codec/warc/record_head.hpp"

namespace laundromat {

/// A small body, the longest head, and the fields. Larger gzip members are read from their segments, see `open_stored_record`.
inline constexpr std::size_t most_record_bytes = std::size_t{4} << 20;

/// The head of a record, and where its parts are.
struct own_front {
  record_head head;
  std::size_t block = 0;  ///< where the block begins
  std::size_t body = 0;   ///< where the payload begins: behind the HTTP head, where there is one
  std::uint64_t end = 0;  ///< of the block
};

/// Reads the fields of a record of this program, and the HTTP head at the begin of its block. `text` has at least these.
/// Errors: `archive_damaged`.
[[nodiscard]] result<own_front> read_own_front(std::string_view text);

struct own_record {
  std::string text;  ///< the whole record
  own_front parts;

  [[nodiscard]] std::string_view head() const {
    return std::string_view(text).substr(parts.block, parts.body - parts.block);
  }
  [[nodiscard]] std::string_view payload() const {
    return std::string_view(text).substr(parts.body, parts.end - parts.body);
  }
};

/// Reads a gzip member that `warc_record_writer` formed, and checks its CRC-32. Foreign files, where a length or a member may be wrong, are read by
/// `list_records` and `open_record`.
/// Memory: the record. Errors: `archive_damaged` for anything else, and above `most_bytes` of text.
[[nodiscard]] result<own_record> read_own_record(std::string_view member, std::size_t most_bytes);

}  // namespace laundromat
