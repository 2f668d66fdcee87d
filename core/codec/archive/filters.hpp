// The guard that every compression layer runs under.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_source.hpp"
#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_warning.hpp"
#include "core/codec/view.hpp"

namespace laundromat {

/// Decodes one compression layer of any kind under `budget.bytes` and `budget.ratio`, which count real bytes.
/// Errors while reading: `too_large_unpacked`, `ratio_exceeded`, and those of the decoder.
[[nodiscard]] byte_source_ptr make_decoder(layer_kind kind, byte_source_ptr compressed,
                                           const unpack_budget& budget, warning_log& warnings);

/// Adds what is read to `total`, which outlives the source. Seeks as `source` does.
[[nodiscard]] byte_source_ptr make_counting_source(byte_source_ptr source, std::uint64_t& total);

/// Judges `made` bytes that came out of `taken`. Errors: `too_large_unpacked`, `ratio_exceeded`.
[[nodiscard]] result<void> judge_expansion(std::uint64_t made, std::uint64_t taken,
                                           const unpack_budget& budget);

}  // namespace laundromat
