// How files travel between an engine and a node on another machine: in chunks, each asked for or acknowledged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/digest.hpp"

namespace laundromat {

/// The largest chunk: what else travels over the connection, heartbeats among it, never waits for more.
inline constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;
/// Pieces on their way at the same time.
inline constexpr std::uint32_t chunk_window = 4;

/// A span of a file. Chunks of a file travel in their order.
struct file_chunk {
  std::uint64_t offset_bytes = 0;
  std::uint64_t total_bytes = 0;  ///< of the file
  std::string bytes;
  content_digest digest = {};  ///< of the whole file; null but in the last chunk

  [[nodiscard]] std::uint64_t end_bytes() const { return offset_bytes + bytes.size(); }
  [[nodiscard]] bool is_last() const { return end_bytes() == total_bytes; }
};

/// The files that belong to a lease.
struct transfer_grant {
  std::string raw_path;       ///< the body to read; empty: none
  content_digest clean = {};  ///< the published document to read; null: none
  bool brings_body = false;   ///< `raw_path` is written, not read
};

}  // namespace laundromat
