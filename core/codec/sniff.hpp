// Names the outermost layer of some bytes by their magic, never by a file name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat {

/// The bytes that `sniff` wants to see: one tar header.
inline constexpr std::size_t sniff_bytes = 512;

/// What the first bytes of a file are.
struct sniffed {
  std::optional<layer_kind> kind;  ///< the layer that can be decoded; nothing for a leaf
  std::string_view unsupported;    ///< the name of an archive format that is known and not opened, else empty

  friend bool operator==(const sniffed&, const sniffed&) = default;
};

/// Judges `head`: the first `sniff_bytes` of a file or more, or all of a shorter one. Errors: none.
/// Sources: RFC 1952 2.3.1; bzip2 and xz file formats; RFC 8878 3.1.1; LZ4 frame format; APPNOTE 4.3; POSIX
/// ustar.
[[nodiscard]] sniffed sniff(std::string_view head);

/// The dictionary that the first block of an xz stream asks its decoder to keep; 0 when `head` does not say.
/// libarchive limits that of zstd (128 MiB) and not this one. Source: The .xz File Format 3.1 and 5.3.1.
[[nodiscard]] std::uint64_t xz_dictionary_bytes(std::string_view head);

}  // namespace laundromat
