// Decodes gzip by ISA-L; block_gzip.hpp writes it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Decodes a gzip stream of one or more members (RFC 1952 section 2.2). Memory: about 400 KiB.
/// Text before damage is delivered; then the damage is a warning and the stream ends: `truncated_stream`,
/// `archive_damaged` (a broken block; a wrong checksum, after which the next member is still read), and
/// `trailing_garbage`. Offsets are in the compressed bytes. `warnings` outlives the source.
/// Errors: `archive_damaged` or `truncated_stream` when no byte can be decoded, and those of
/// `compressed`.
[[nodiscard]] byte_source_ptr make_gzip_source(byte_source_ptr compressed, warning_log& warnings);

}  // namespace laundromat
