// Warns where a document is in another encoding than it declares, or declares none and is not UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Passes on `bytes`, which `detect_encoding` found to be in `encoding`. Warns once, at the first non-ASCII byte: `overruled_encoding` when
/// the document or the server (`http_charset`, may be empty) declares another encoding; `guessed_encoding` when none is declared, there is
/// no byte order mark, and the text is not UTF-8. In UTF-16 and UTF-32 the first byte counts as non-ASCII.
/// `warnings` outlives the source. Memory: 4 KiB. Errors: those of `bytes`.
[[nodiscard]] byte_source_ptr watch_encoding(byte_source_ptr bytes, std::string_view encoding,
                                             std::string_view http_charset, warning_log& warnings);

}  // namespace laundromat
