// The three checksums of HDT.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

/// CRC-8 with polynomial 0x07, over the heads of sections, arrays and bitmaps (CRC-8/SMBUS; `123456789` gives 0xF4).
[[nodiscard]] std::uint8_t crc8_of(std::string_view bytes);
/// CRC-16 with polynomial 0x8005, reflected, over control information (CRC-16/ARC; `123456789` gives 0xBB3D).
[[nodiscard]] std::uint16_t crc16_of(std::string_view bytes);

/// CRC-32C, over the data of sections, arrays and bitmaps (CRC-32/ISCSI; `123456789` gives 0xE3069283).
class crc32c {
 public:
  void add(std::string_view bytes);
  [[nodiscard]] std::uint32_t value() const { return ~state_; }

 private:
  std::uint32_t state_ = ~std::uint32_t{0};
};

}  // namespace laundromat
