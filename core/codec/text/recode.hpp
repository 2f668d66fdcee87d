// Turns a document in any encoding into UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Recodes `bytes` from `encoding`. Bytes that `encoding` does not have become U+FFFD, each a warning
/// `undecodable_bytes` with its place in the UTF-8, which names them. UTF-8 and US-ASCII pass through as they
/// are: readers judge them, a byte order mark included, where they know line and column. UTF-16 and UTF-32 lose
/// their byte order mark; without an order in the name they follow it, else they are little-endian. An encoding
/// of ISO 8859, windows-125x or KOI8 for which `detect_encoding` saw only ASCII gives way to UTF-8 when the
/// 64 KiB from the first other byte on are UTF-8 but for a few bytes: then `overruled_encoding` has the place of that byte.
/// Memory: about 1 MiB. `warnings` outlives the source. Errors: `no_encoding` for an encoding that iconv does
/// not know; while reading, those of `bytes`.
[[nodiscard]] result<byte_source_ptr> make_utf8_source(byte_source_ptr bytes, std::string_view encoding,
                                                       warning_log& warnings);

}  // namespace laundromat
