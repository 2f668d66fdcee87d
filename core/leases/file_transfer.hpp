// How files are transferred between an engine and a worker node: in chunks, each requested or acknowledged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/result.hpp"

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
  std::string raw_path;           ///< the body to read; empty: none
  content_digest clean = {};      ///< the published document to read; null: none
  bool brings_body = false;       ///< `raw_path` is written, not read
  bool brings_exchanges = false;  ///< what is written are WARC records, which are appended to segments
  record_hash seed = {};          ///< of such a download, when earlier bodies of it may be looked up
};

/// What the result of a lease says about the files that came with it.
struct named_files {
  std::vector<std::string> labels;  ///< of documents
  std::vector<std::string> uris;    ///< of the hops of a download, in their order
  std::uint64_t body_bytes = 0;
  content_digest body = {};  ///< null: the download has none
};

/// What became of them.
struct adopted_files {
  std::vector<std::string> names;  ///< of documents in the store, without those that are not complete
  std::string body;                ///< the path of the body in the raw store; empty: it did not come
  /// Of exchanges that are not those of the result.
  result<void> fault = {};
};

}  // namespace laundromat
