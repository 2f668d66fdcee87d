// Packs numbers, and writes log arrays and bitmaps.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/hdt/packed_numbers.hpp"

#include "core/rdf/hdt/hdt_parts.hpp"

namespace laundromat {

namespace {

constexpr std::size_t piece_bytes = 4096;
constexpr char log_array_type = 1, bitmap_type = 1;

}  // namespace

void bit_packer::add(std::uint64_t number, unsigned width, std::string& out) {
  constexpr unsigned half = 32;
  if (width > half) {
    add(number & ~std::uint32_t{0}, half, out);
    number >>= half;
    width -= half;
  }
  waiting_ |= number << waiting_bits_;
  for (waiting_bits_ += width; waiting_bits_ >= 8; waiting_bits_ -= 8, waiting_ >>= 8)
    out += static_cast<char>(waiting_ & 0xFF);
}

void bit_packer::finish(std::string& out) {
  if (waiting_bits_ > 0) out += static_cast<char>(waiting_);
  waiting_ = waiting_bits_ = 0;
}

std::string log_array_head(unsigned width, std::uint64_t entries) {
  std::string head{log_array_type, static_cast<char>(width)};
  append_vbyte(head, entries);
  end_head(head, 0);
  return head;
}

result<void> packed_numbers::add(std::uint64_t number) {
  packer_.add(number, width_, packed_);
  ++entries_;
  if (packed_.size() < piece_bytes) return {};
  auto written = data_.write(packed_);
  packed_.clear();
  return written;
}

result<void> packed_numbers::end() {
  packer_.finish(packed_);
  return data_.write(packed_);
}

std::string packed_numbers::head() const {
  if (layout_ == layout::log_array) return log_array_head(width_, entries_);
  std::string head{bitmap_type};
  append_vbyte(head, entries_);
  end_head(head, 0);
  return head;
}

std::uint64_t packed_numbers::bytes() const {
  return head().size() + data_.bytes() + checked_sink::crc_bytes;
}

result<void> packed_numbers::write(byte_sink& out) {
  if (auto written = out.write(head()); !written) return written;
  return write_checked(data_, out);
}

}  // namespace laundromat
