// Shifts a CRC-32 by the length of what follows.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/combine_crc.hpp"

namespace laundromat {

namespace {

/// The product of two polynomials modulo that of CRC-32, bits reversed.
std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
  std::uint32_t product = 0;
  for (; a != 0; a <<= 1) {
    if ((a & 0x80000000U) != 0) product ^= b;
    b = (b >> 1) ^ ((b & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return product;
}

}  // namespace

std::uint32_t combine_crc(std::uint32_t first, std::uint32_t second, std::uint64_t second_bytes) {
  if (first == 0) return second;
  std::uint32_t power = 0x00800000U;  // x^8: one byte
  for (; second_bytes != 0; second_bytes >>= 1, power = multiply(power, power))
    if ((second_bytes & 1U) != 0) first = multiply(first, power);
  return first ^ second;
}

}  // namespace laundromat
