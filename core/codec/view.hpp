// A leaf is a view, not a copy: the stored bytes, and the chain of layers that decodes them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// One step of decoding. Numbers are stored.
enum class layer_kind : std::uint8_t {
  gzip = 1,
  bzip2 = 2,
  xz = 3,
  zstd = 4,
  lz4 = 5,
  deflate =
      6,  // the zlib format, as a Content-Encoding only; the next compression: 7, below the members of archives
  tar_member = 10,
  zip_member = 11,
  sevenzip_member = 12,
  warc_member = 13,  ///< a record of WARC or ARC
  revisit =
      14,  ///< the record of the layer below, captured again by the `revisit` at this place: the same bytes
  last = revisit,
};

[[nodiscard]] constexpr bool is_member(layer_kind kind) {
  return kind >= layer_kind::tar_member;
}

/// `gzip`, `bzip2`, `xz`, `zstd`, `lz4`, `deflate`, `tar`, `zip`, `7zip`, `warc`, `revisit`: the name in chains, listings and evidence.
[[nodiscard]] std::string_view to_string(layer_kind kind);

struct layer {
  layer_kind kind{};
  /// For members: the position in the archive, counted from 0 over all members. For a record of a web archive: the offset of its first byte,
  /// or of its gzip member, in the bytes below this layer. So a record is opened without the gigabyte before it.
  std::uint64_t ordinal = 0;

  friend bool operator==(const layer&, const layer&) = default;
};

/// From the stored bytes outwards: `gzip/tar:3/bzip2` is a bzip2 stream, the fourth member of a gzipped tar.
using decode_chain = std::vector<layer>;

[[nodiscard]] std::string to_string(const decode_chain& chain);
/// Reads what `to_string` wrote; nothing for any other text.
[[nodiscard]] std::optional<decode_chain> chain_from_string(std::string_view text);

/// Identifies the bytes of an entry: a body in the raw store, and how to decode it.
struct view {
  std::string raw_path;  ///< relative to the raw store
  decode_chain chain;

  friend bool operator==(const view&, const view&) = default;
};

}  // namespace laundromat
