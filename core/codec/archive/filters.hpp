// The limits that apply to every compression layer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_source.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// Decodes one compression layer within `budget.bytes` and `budget.ratio`, which count decoded bytes.
/// Errors while reading: `too_large_unpacked`, `ratio_exceeded`, and those of the decoder.
[[nodiscard]] byte_source_ptr make_decoder(layer_kind kind, byte_source_ptr compressed,
                                           const unpack_budget& budget, warning_log& warnings);

/// Adds the bytes read to `total`, which outlives the source. Seekable if `source` is.
[[nodiscard]] byte_source_ptr make_counting_source(byte_source_ptr source, std::uint64_t& total);

/// Checks the limits for `made` bytes decoded from `taken` bytes. Errors: `too_large_unpacked`, `ratio_exceeded`.
[[nodiscard]] result<void> judge_expansion(std::uint64_t made, std::uint64_t taken,
                                           const unpack_budget& budget);

}  // namespace laundromat
