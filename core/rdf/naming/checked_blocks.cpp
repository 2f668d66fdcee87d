// Implements checked blocks with the CRC-32 of ISA-L.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/checked_blocks.hpp"

#include <isa-l/crc.h>

#include <array>
#include <bit>

#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

static_assert(std::endian::native == std::endian::little);
using checked_head = std::array<std::uint32_t, 2>;  ///< bytes, CRC-32
constexpr std::size_t checked_head_bytes = sizeof(checked_head);

std::uint32_t checksum_of_block(std::string_view block) {
  const auto crc = crc32_gzip_refl(0, reinterpret_cast<const std::uint8_t*>(block.data()), block.size());
  clear_upper_vectors();
  return crc;
}

tl::unexpected<failure> fail_damaged_block() {
  return fail(errc::io_failed, "a run of waiting statements on scratch is damaged");
}

}  // namespace

result<void> checked_block_writer::write(std::string_view block) {
  const checked_head head{static_cast<std::uint32_t>(block.size()), checksum_of_block(block)};
  const auto bytes = std::bit_cast<std::array<char, checked_head_bytes>>(head);
  run_bytes_ += bytes.size() + block.size();
  if (auto written = out_->write({bytes.data(), bytes.size()}); !written) return written;
  return out_->write(block);
}

result<void> checked_block_reader::fill(char* to, std::size_t bytes) {
  while (bytes > 0) {
    const auto n = source_->read({to, bytes});
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) return fail_damaged_block();
    to += *n;
    bytes -= *n;
  }
  return {};
}

result<bool> checked_block_reader::next(std::vector<char>& block) {
  if (left_bytes_ == 0) return false;
  std::array<char, checked_head_bytes> bytes;
  if (auto filled = fill(bytes.data(), bytes.size()); !filled) return tl::unexpected(filled.error());
  const auto [size, checksum] = std::bit_cast<checked_head>(bytes);
  if (size == 0 || left_bytes_ < checked_head_bytes + size) return fail_damaged_block();
  left_bytes_ -= checked_head_bytes + size;
  block.resize(size);
  if (auto filled = fill(block.data(), size); !filled) return tl::unexpected(filled.error());
  if (checksum_of_block({block.data(), size}) != checksum) return fail_damaged_block();
  return true;
}

}  // namespace laundromat
