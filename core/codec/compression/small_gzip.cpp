// Inflates by one call of ISA-L, into a buffer of the size that the trailer states.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/small_gzip.hpp"

#include <isa-l/igzip_lib.h>

#include "core/base/vector_state.hpp"
#include "core/codec/compression/block_gzip.hpp"

namespace laundromat {

namespace {

constexpr std::size_t trailer_bytes = 8, length_bytes = 4;
/// ISA-L writes into a buffer of its own when there is no room behind the text.
constexpr std::size_t spare_bytes = 512;

std::uint64_t stated_length(std::string_view compressed) {
  std::uint64_t length = 0;
  for (std::size_t i = 1; i <= length_bytes; ++i)
    length = length << 8 | static_cast<std::uint8_t>(compressed[compressed.size() - i]);
  return length;
}

}  // namespace

struct small_gzip_reader::state {
  inflate_state inflater{};  // cleared: of damaged bytes ISA-L reads entries of its tables that it never set
  std::unique_ptr<std::uint8_t[]> text;
  std::size_t room = 0;
};

small_gzip_reader::small_gzip_reader() : state_(std::make_unique<state>()) {}
small_gzip_reader::~small_gzip_reader() = default;
small_gzip_reader::small_gzip_reader(small_gzip_reader&&) noexcept = default;
small_gzip_reader& small_gzip_reader::operator=(small_gzip_reader&&) noexcept = default;

std::optional<std::string_view> small_gzip_reader::read(std::string_view compressed,
                                                        std::uint64_t most_bytes) {
  if (!compressed.starts_with(block_gzip_header) ||
      compressed.size() < block_gzip_header.size() + trailer_bytes)
    return std::nullopt;
  const auto length = stated_length(compressed);
  if (length > most_bytes) return std::nullopt;
  auto& s = *state_;
  if (s.room < length + spare_bytes) {
    s.room = length + spare_bytes;
    s.text = std::make_unique_for_overwrite<std::uint8_t[]>(s.room);
  }
  compressed.remove_prefix(block_gzip_header.size());
  auto& in = s.inflater;
  isal_inflate_init(&in);
  in.crc_flag = ISAL_GZIP_NO_HDR_VER;
  in.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(compressed.data()));
  in.avail_in = static_cast<std::uint32_t>(compressed.size());
  in.next_out = s.text.get();
  in.avail_out = static_cast<std::uint32_t>(length + spare_bytes);
  const auto code = isal_inflate(&in);
  clear_upper_vectors();
  const bool is_whole = code == ISAL_DECOMP_OK && in.block_state == ISAL_BLOCK_FINISH && in.avail_in == 0 &&
                        in.total_out == length;
  if (!is_whole) return std::nullopt;
  return std::string_view{reinterpret_cast<const char*>(s.text.get()), length};
}

}  // namespace laundromat
