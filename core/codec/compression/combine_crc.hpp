// Combines the CRC-32 of two texts to that of both together.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// The CRC-32 of gzip (RFC 1952 section 8) of a text of two parts, from those of the parts. Takes time proportional to the number of digits of
/// the length.
[[nodiscard]] std::uint32_t combine_crc(std::uint32_t first, std::uint32_t second,
                                        std::uint64_t second_bytes);

}  // namespace laundromat
