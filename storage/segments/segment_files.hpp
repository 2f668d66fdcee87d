// The segments of a data folder: append-only files that hold many small files, each as whole gzip members.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/byte_source.hpp"
#include "core/records/segment_place.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A segment of this size is complete, and the next one begins.
inline constexpr std::uint64_t usual_segment_bytes = std::uint64_t{1} << 30;

/// Of clean documents, ledgers and deltas; `warc_store` has the segments of the raw store. The path of a segment in the data folder: `clean/segments/000123.nq.gz`, `ledgers/000123.nq.gz`, `deltas/000123.rdfp.gz`.
[[nodiscard]] std::filesystem::path segment_path(segment_kind kind, std::uint32_t serial);
/// The folder of the segments of a kind, in the data folder.
[[nodiscard]] std::filesystem::path segment_folder(segment_kind kind);
/// The serial number in the file name of a segment; 0 for any other name.
[[nodiscard]] std::uint32_t serial_in(segment_kind kind, std::string_view file_name);

/// Reads the bytes at a place. `data` is the data folder. Errors: `not_found` (no segment, or it ends before the place does), `io_failed`.
[[nodiscard]] result<std::string> read_segment(const safe_folder& data, segment_kind kind,
                                               const segment_place& place);

}  // namespace laundromat
