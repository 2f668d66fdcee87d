// Log arrays and bitmaps of HDT: numbers of a fixed number of bits.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/hdt/byte_spool.hpp"

namespace laundromat {

/// Puts numbers one after the other, the lowest bit first.
class bit_packer {
 public:
  /// `number` has at most `width` bits. Appends the bytes that are complete.
  void add(std::uint64_t number, unsigned width, std::string& out);
  /// Appends the last byte, if there is one.
  void finish(std::string& out);

 private:
  std::uint64_t waiting_ = 0;  ///< less than a byte
  unsigned waiting_bits_ = 0;
};

/// The head of a log array: type 1, width, number of entries, CRC-8.
[[nodiscard]] std::string log_array_head(unsigned width, std::uint64_t entries);
/// How many bytes these entries have.
[[nodiscard]] constexpr std::uint64_t packed_bytes(unsigned width, std::uint64_t entries) {
  return (width * entries + 7) / 8;
}

/// Numbers of `width` bits, of which `write` makes a log array, or with one bit a bitmap. Memory: that of a spool.
class packed_numbers {
 public:
  enum class layout : std::uint8_t { log_array, bitmap };

  packed_numbers(layout as, unsigned width, run_store_maker make_runs)
      : layout_(as), width_(width), data_(std::move(make_runs)) {}

  /// Errors: those of the spool.
  [[nodiscard]] result<void> add(std::uint64_t number);
  /// Nothing is added afterwards. Errors: those of the spool.
  [[nodiscard]] result<void> end();
  /// As it is written; after `end`.
  [[nodiscard]] std::uint64_t bytes() const;
  /// Errors: those of the spool and `out`.
  [[nodiscard]] result<void> write(byte_sink& out);

 private:
  [[nodiscard]] std::string head() const;

  layout layout_;
  unsigned width_;
  byte_spool data_;
  bit_packer packer_;
  std::string packed_;
  std::uint64_t entries_ = 0;
};

}  // namespace laundromat
