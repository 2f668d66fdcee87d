// Streams of every codec, made by the libraries of the codecs themselves, with checksums, and with damage where it is wanted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat::testing {

/// A whole stream with the checksums that the codec has, in blocks that are small where they can be.
std::string made_stream(layer_kind kind, std::string_view text);
/// A stream of one block that is whole but for its checksum.
std::string with_wrong_checksum(layer_kind kind, std::string_view text);
/// How much text a decoder may hold back in front of damage: a block of the codec, as `made_stream` makes them.
std::size_t unit_bytes(layer_kind kind);
/// An lz4 stream of the kind that was before frames.
std::string made_legacy_lz4(std::string_view text);

}  // namespace laundromat::testing
