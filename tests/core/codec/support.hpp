// Common to the codec tests: stores in memory, sources in chunks, generated archives.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/codec/view.hpp"
#include "tests/core/codec/memory_stores.hpp"

namespace laundromat::testing {

/// Delivers `bytes` in chunks of random sizes from a seeded generator; not seekable.
byte_source_ptr make_chopped_source(std::string bytes, std::uint32_t seed, std::size_t longest_chunk);
/// Delivers `bytes`, then fails with `io_failed`.
byte_source_ptr make_failing_source(std::string bytes);
/// Reads to the end in chunks of at most `chunk_bytes`.
result<std::string> drain(byte_source& source, std::size_t chunk_bytes = 65'536);

/// A member to be written.
struct made_member {
  std::string path;
  std::string data;
  char type = 'f';  ///< `f`ile, `d`irectory, symbolic `l`ink, `h`ard link, `c`haracter device, `p`ipe
  std::int64_t mtime = 1'225'815'600;
};

/// `format` is one of libarchive's: `ustar`, `pax`, `gnutar`, `zip`, `7zip`. `options` are those of
/// libarchive.
std::string make_archive(const std::string& format, const std::vector<made_member>& members,
                         const std::string& options = {});
/// A member of `hole_bytes` zero bytes and one of data, in the old GNU format, without the blocks that end a
/// tar.
std::string make_sparse_tar(std::string_view path, std::uint64_t hole_bytes, char data);
/// A stream of one of the five compressions.
std::string compress(layer_kind kind, std::string_view bytes);

/// `text` in another encoding, which has all its characters.
std::string from_utf8(std::string text, const char* encoding);

/// N-Triples that compress moderately.
std::string some_text(std::size_t lines, std::uint32_t seed = 1);

}  // namespace laundromat::testing
