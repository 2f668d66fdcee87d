// Tables of one byte, and for CRC-32C of eight bytes at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/checksums.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace laundromat {

namespace {

constexpr std::size_t step_bytes = 8;

constexpr std::array<std::uint8_t, 256> make_crc8_table() {
  std::array<std::uint8_t, 256> table{};
  for (unsigned i = 0; i < 256; ++i) {
    unsigned crc = i;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x80) != 0 ? (crc << 1) ^ 0x07 : crc << 1;
    table[i] = static_cast<std::uint8_t>(crc);
  }
  return table;
}

template <class Word>
constexpr std::array<Word, 256> make_reflected_table(Word polynomial) {
  std::array<Word, 256> table{};
  for (unsigned i = 0; i < 256; ++i) {
    auto crc = static_cast<Word>(i);
    for (int bit = 0; bit < 8; ++bit)
      crc = static_cast<Word>((crc & 1) != 0 ? (crc >> 1) ^ polynomial : crc >> 1);
    table[i] = crc;
  }
  return table;
}

/// Table `k` has what a byte gives with `k` zero bytes after it.
constexpr std::array<std::array<std::uint32_t, 256>, step_bytes> make_step_tables() {
  std::array<std::array<std::uint32_t, 256>, step_bytes> tables{};
  tables[0] = make_reflected_table<std::uint32_t>(0x82F63B78);
  for (std::size_t k = 1; k < step_bytes; ++k)
    for (std::size_t i = 0; i < 256; ++i)
      tables[k][i] = tables[0][tables[k - 1][i] & 0xFF] ^ (tables[k - 1][i] >> 8);
  return tables;
}

constexpr auto crc8_table = make_crc8_table();
constexpr auto crc16_table = make_reflected_table<std::uint16_t>(0xA001);
constexpr auto crc32c_tables = make_step_tables();

}  // namespace

std::uint8_t crc8_of(std::string_view bytes) {
  std::uint8_t crc = 0;
  for (const auto byte : bytes) crc = crc8_table[crc ^ static_cast<unsigned char>(byte)];
  return crc;
}

std::uint16_t crc16_of(std::string_view bytes) {
  std::uint16_t crc = 0;
  for (const auto byte : bytes)
    crc =
        static_cast<std::uint16_t>(crc16_table[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8));
  return crc;
}

void crc32c::add(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  auto crc = state_;
  for (; bytes.size() >= step_bytes; bytes.remove_prefix(step_bytes)) {
    std::uint64_t word;
    std::memcpy(&word, bytes.data(), step_bytes);
    word ^= crc;
    crc = 0;
    for (std::size_t k = 0; k < step_bytes; ++k)
      crc ^= crc32c_tables[step_bytes - 1 - k][(word >> (8 * k)) & 0xFF];
  }
  for (const auto byte : bytes)
    crc = crc32c_tables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8);
  state_ = crc;
}

}  // namespace laundromat
