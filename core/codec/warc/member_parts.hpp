// Parts of a gzip member with a WARC record. Internal to core/codec/warc.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// What follows the block of a record.
inline constexpr std::string_view record_end = "\r\n\r\n";
/// The last block of deflate, empty.
inline constexpr std::string_view last_block{"\x03\0", 2};
/// The longest stored block (RFC 1951 section 3.2.4), and what precedes its bytes.
inline constexpr std::size_t most_stored_bytes = 65535, stored_head_bytes = 5;

/// True without control characters, which would end a field.
[[nodiscard]] bool is_one_line(std::string_view text);
/// Appends a field with a value.
void put_field(std::string& to, std::string_view name, std::string_view value);
void put_little_endian(std::string& to, std::uint32_t value, int bytes);
/// Appends stored blocks. `out` ends on a byte boundary, as after a full flush.
void put_stored(std::string_view text, std::string& out);
/// The CRC-32 of gzip, continued.
[[nodiscard]] std::uint32_t add_crc(std::uint32_t crc, std::string_view text);

}  // namespace laundromat
