// Detects the outermost layer of some bytes by magic numbers, never by a file name.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/codec/view.hpp"

namespace laundromat {

/// How many bytes `sniff` needs: one tar header.
inline constexpr std::size_t sniff_bytes = 512;

/// The kind of a file, from its first bytes.
struct sniffed {
  std::optional<layer_kind> kind;  ///< the layer that can be decoded; nothing for a leaf
  /// The name of an archive format that is known and not supported, else empty.
  std::string_view unsupported;

  friend bool operator==(const sniffed&, const sniffed&) = default;
};

/// Detects the kind from `head`: the first `sniff_bytes` of a file or more, or all of a shorter one. Errors: none.
/// Sources: RFC 1952 2.3.1; bzip2 and xz file formats; RFC 8878 3.1.1; LZ4 frame format; APPNOTE 4.3; POSIX
/// ustar; ISO 28500.
[[nodiscard]] sniffed sniff(std::string_view head);

/// The dictionary size that the first block of an xz stream requires; 0 when `head` does not contain it.
/// libarchive limits the dictionary of zstd (128 MiB), but not that of xz. Source: The .xz File Format 3.1 and 5.3.1.
[[nodiscard]] std::uint64_t xz_dictionary_bytes(std::string_view head);

}  // namespace laundromat
