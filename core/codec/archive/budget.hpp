// What unpacking may cost: every limit has a name, counts decoded bytes, and has its own error.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace laundromat {

/// What is left to spend on all entries of one download; at first `whole_budget` of the campaign. Every limit is inclusive. `bytes` and `ratio`
/// are enforced by `judge_expansion` (filters.hpp), the others by `unpack`.
struct unpack_budget {
  std::uint64_t bytes = std::uint64_t{64} << 30;  ///< decoded bytes; above: `too_large_unpacked`
  std::uint64_t entries = 100'000;                ///< members of one archive; above: `too_many_entries`
  std::uint32_t depth = 3;                        ///< archives within archives; above: `too_deep_archive`
  std::uint32_t filters = 3;    ///< compression layers around one file; above: `too_many_filters`
  std::uint32_t ratio = 2'000;  ///< expansion of one layer, after its first 16 MiB; above: `ratio_exceeded`
};

/// The limit of the names of all members together: a listing is kept in memory, and stored. Above: `too_many_entries`.
[[nodiscard]] constexpr std::uint64_t name_bytes_of(const unpack_budget& budget) {
  constexpr std::uint64_t long_name_bytes = 256;
  return std::max(std::uint64_t{32} << 20, long_name_bytes * budget.entries);
}

/// The decoded bytes of a layer to which the ratio does not apply.
inline constexpr std::uint64_t ratio_free_bytes = std::uint64_t{16} << 20;

/// The largest dictionary of an xz stream; `xz -9` uses 64 MiB. Above: `limit_exceeded`.
inline constexpr std::uint64_t most_dictionary_bytes = std::uint64_t{256} << 20;

}  // namespace laundromat
