// How files are transferred between an engine and a worker node: in chunks, each requested or acknowledged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/digest.hpp"

namespace laundromat {

/// The largest chunk: other messages on the connection, heartbeats included, do not wait longer than for one chunk.
inline constexpr std::uint64_t chunk_bytes = std::uint64_t{1} << 20;
/// How many chunks may be on their way at the same time.
inline constexpr std::uint32_t chunk_window = 4;

/// A range of a file. Chunks of a file are sent in order.
struct file_chunk {
  std::uint64_t offset_bytes = 0;
  std::uint64_t total_bytes = 0;  ///< of the file
  std::string bytes;
  content_digest digest = {};  ///< of the whole file; null except in the last chunk

  [[nodiscard]] std::uint64_t end_bytes() const { return offset_bytes + bytes.size(); }
  [[nodiscard]] bool is_last() const { return end_bytes() == total_bytes; }
};

/// The files of a lease.
struct transfer_grant {
  std::string raw_path;       ///< the body to read; empty: none
  content_digest clean = {};  ///< the published document to read; null: none
  bool brings_body = false;   ///< `raw_path` is written, not read
};

}  // namespace laundromat
