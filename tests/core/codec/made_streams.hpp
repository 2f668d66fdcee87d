// Streams of every codec, made by the libraries of the codecs, with checksums, optionally damaged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat::testing {

/// A whole stream with the checksums of the codec, in blocks that are small where possible.
std::string made_stream(layer_kind kind, std::string_view text);
/// A stream of one block that is valid but for its checksum.
std::string with_wrong_checksum(layer_kind kind, std::string_view text);
/// How much text before damage a decoder may withhold: a block of the codec, as `made_stream` makes them.
std::size_t unit_bytes(layer_kind kind);
/// An lz4 stream in the legacy format.
std::string made_legacy_lz4(std::string_view text);

}  // namespace laundromat::testing
