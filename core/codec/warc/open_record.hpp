// Opens the document of one record of a web archive.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_source.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"

namespace laundromat {

/// The payload of the record at `offset` of the seekable `file`: without the head of a response, its chunked framing, and an encoding `deflate`,
/// which has no magic number, with those over it; of a record in segments all of them. Other encodings are left to the layers of the view. Reads nothing before `offset`.
/// Broken framing is the warning `warc_chunks_wrong`, and ends the document. Errors: `not_found` where no record begins, the reason why the record
/// is skipped (`describe_record`), `ratio_exceeded`, `too_large_unpacked`, and those of the file. `warnings` outlives the source.
[[nodiscard]] result<byte_source_ptr> open_record(byte_source_ptr file, std::uint64_t offset,
                                                  const unpack_budget& budget, warning_log& warnings);

}  // namespace laundromat
