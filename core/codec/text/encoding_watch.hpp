// Tells where a document shows that it is in another encoding than it declares, or in one that nobody declared.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// Passes on `bytes`, which `detect_encoding` found to be in `encoding`. At the first byte beyond ASCII it warns once when the document or
/// the server (`http_charset`, perhaps empty) declares another encoding, as `overruled_encoding`; or when none is declared, no byte order
/// mark stands in front, and it is not UTF-8, as `guessed_encoding`. Of UTF-16 and UTF-32 the first byte is such a one.
/// `warnings` outlives the source. Memory: 4 KiB. Errors: those of `bytes`.
[[nodiscard]] byte_source_ptr watch_encoding(byte_source_ptr bytes, std::string_view encoding,
                                             std::string_view http_charset, warning_log& warnings);

}  // namespace laundromat
