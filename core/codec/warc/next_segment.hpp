// Finds the next segment of a record that was cut into several.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/codec/archive/budget.hpp"
#include "core/codec/warc/record_input.hpp"
#include "core/codec/warc/segment_chain.hpp"

namespace laundromat {

/// Moves `input`, which is behind the block of the last segment, to the block of the next one, takes that into `chain`, and returns the length of
/// its block. Nothing where it is not among the next records, see `most_records_between_segments`, or where the file is damaged before it.
/// Errors: `ratio_exceeded`, `too_large_unpacked`, and those of the file.
[[nodiscard]] result<std::optional<std::uint64_t>> next_segment(record_input& input, segment_chain& chain,
                                                                const unpack_budget& budget);

}  // namespace laundromat
