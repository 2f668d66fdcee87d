// Converts a document in any encoding to UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Decodes `bytes` from `encoding`. Bytes that are not valid in `encoding` become U+FFFD, each with a warning
/// `undecodable_bytes` that has its position in the UTF-8 text and the bytes. UTF-8 and US-ASCII pass through unchanged,
/// byte order mark included: readers check them and report line and column. The byte order mark of UTF-16 and UTF-32
/// is removed; where the name has no byte order, the mark decides, else the order is little-endian. An encoding
/// of ISO 8859, windows-125x or KOI8 for which `detect_encoding` saw only ASCII is replaced by UTF-8 when the
/// 64 KiB from the first non-ASCII byte on are UTF-8 but for a few bytes: the warning `overruled_encoding` has the position of that byte.
/// In a text of windows-1252, ISO-8859-1 or ISO-8859-15 the first character of a line that reads as UTF-8, as Ã© does, has the warning `mixed_encodings`.
/// Memory: about 1 MiB. `warnings` outlives the source. Errors: `no_encoding` for an encoding that iconv does
/// not support; while reading, those of `bytes`.
[[nodiscard]] result<byte_source_ptr> make_utf8_source(byte_source_ptr bytes, std::string_view encoding,
                                                       warning_log& warnings);

}  // namespace laundromat
