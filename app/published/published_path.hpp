// Which published thing a path names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

enum class published_thing : std::uint8_t {
  document,  ///< `id/HASH`: a clean document, or an entry
  metadata,  ///< `id/HASH/metadata`
  ledger,    ///< `id/HASH/ledger`
  part,      ///< `id/HASH/…`: a thing that the metadata of HASH describe, as `warning/bad_iri`
  resource,  ///< `resource/HASH`, a document of LOD Laundromat 1
  download,  ///< `HASH`, the same at http://download.lodlaundromat.org/
  file,      ///< `catalogue/data/ab/HASH/…`: a file of a catalogue
  graph,     ///< `graph/meta`, the graph of all metadata
};

struct published_path {
  published_thing thing{};
  std::string hash;  ///< 32 lower-case hexadecimal digits of a seed or an entry, or 64 of a clean document
  std::string
      extension;     ///< behind HASH, `metadata` or `ledger`, without the dot: `nq`, `nq.gz`; may be unknown
  std::string rest;  ///< of a part what follows `id/HASH/`; of a file its name
  std::string below_base;  ///< the whole path below the public base

  friend bool operator==(const published_path&, const published_path&) = default;
};

/// Reads a path as sent. `base_path` is the path of the public base, which begins and ends with a slash; a proxy may have removed it. Nothing
/// for a path that names no published thing, as one with percent-encoding where these have none.
[[nodiscard]] std::optional<published_path> read_published_path(std::string_view path,
                                                                std::string_view base_path);

/// A path as it may be below the public base: with the path of the base before it, or without, because a proxy has removed that. Empty views are the base itself.
[[nodiscard]] std::vector<std::string_view> paths_below(std::string_view path, std::string_view base_path);

/// The path of an absolute URI, with a slash at its end: `/` for `https://example.org`.
[[nodiscard]] std::string path_of_base(std::string_view public_base);

}  // namespace laundromat
