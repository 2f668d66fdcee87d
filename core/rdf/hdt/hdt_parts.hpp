// The smallest parts of an HDT: numbers, control information, data with its checksum.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"
#include "core/rdf/hdt/byte_spool.hpp"
#include "core/rdf/hdt/checksums.hpp"

namespace laundromat {

/// Appends a VByte: groups of 7 bits, lowest first; the last byte has its highest bit set.
void append_vbyte(std::string& out, std::uint64_t number);
/// Reads VBytes that come in pieces.
class vbyte_reader {
 public:
  /// Whether a number is complete with this byte; `number` has it then.
  [[nodiscard]] bool take(char byte) {
    const auto bits = static_cast<unsigned char>(byte);
    read_ |= std::uint64_t{bits & 0x7FU} << shift_;
    shift_ += 7;
    if ((bits & 0x80) == 0) return false;
    number_ = read_;
    read_ = shift_ = 0;
    return true;
  }
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::uint64_t number_ = 0, read_ = 0, shift_ = 0;
};

/// What follows control information.
enum class hdt_part : std::uint8_t { whole = 1, header = 2, dictionary = 3, triples = 4 };

/// Appends `$HDT`, the part, the format and the properties, each ended by a zero byte, and the CRC-16. `properties` is `name=value;` for each, in the
/// order of their names.
void append_control_information(std::string& out, hdt_part part, std::string_view format,
                                std::string_view properties);

/// Appends the CRC-8 of what follows `from`.
void end_head(std::string& out, std::size_t from);

/// Writes bytes, and their CRC-32C at the end.
class checked_sink final : public byte_sink {
 public:
  explicit checked_sink(byte_sink& out) : out_(out) {}
  result<void> write(std::string_view bytes) override {
    crc_.add(bytes);
    return out_.write(bytes);
  }
  [[nodiscard]] result<void> finish();

  static constexpr std::uint64_t crc_bytes = 4;

 private:
  byte_sink& out_;
  crc32c crc_;
};

/// Writes what is in the spool, and its CRC-32C.
[[nodiscard]] result<void> write_checked(byte_spool& from, byte_sink& out);

}  // namespace laundromat
