// Implements the index of blocks: the file format, checked field by field, and the search.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/block_index.hpp"

#include <isa-l/crc.h>

#include <algorithm>
#include <concepts>

namespace laundromat {

namespace {

constexpr std::string_view index_magic{"laundromat blocks\0\x01\0\0\0\0\0", 24};
constexpr std::size_t version_at = 18;
constexpr std::size_t crc_at = index_magic.size() + 8 + 8 + 4, head_bytes = crc_at + 4;
constexpr std::size_t entry_bytes = 8 + 8 + 2;

template <std::unsigned_integral Number>
void append(std::string& out, Number number) {
  for (unsigned i = 0; i < sizeof number; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
}

/// Removes the number at the front of `bytes` and returns it; the caller checks the size.
template <std::unsigned_integral Number>
Number take(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (unsigned i = 0; i < sizeof(Number); ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
  bytes.remove_prefix(sizeof(Number));
  return static_cast<Number>(number);
}

std::uint32_t crc_of(std::string_view bytes, std::uint32_t start = 0) {
  return crc32_gzip_refl(start, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

/// The checksum of all bytes but its own field.
std::uint32_t checksum(std::string_view file) {
  return crc_of(file.substr(head_bytes), crc_of(file.substr(0, crc_at)));
}

tl::unexpected<failure> damaged(std::string_view what) {
  return fail(errc::archive_damaged, "index of blocks: " + std::string(what));
}

/// Whether offsets increase strictly: no block is empty.
bool is_in_order(const block_index& index) {
  for (std::size_t i = 0; i < index.blocks.size(); ++i) {
    const auto& one = index.blocks[i];
    const bool is_last = i + 1 == index.blocks.size();
    if (one.compressed_offset >= (is_last ? index.compressed_end : index.blocks[i + 1].compressed_offset))
      return false;
    if (one.plain_offset >= (is_last ? index.plain_bytes : index.blocks[i + 1].plain_offset)) return false;
  }
  return index.blocks.empty() ? index.plain_bytes == 0 : index.blocks.front().plain_offset == 0;
}

}  // namespace

std::size_t block_index::find_first(std::string_view prefix) const {
  const auto later = std::upper_bound(blocks.begin(), blocks.end(), prefix,
                                      [](std::string_view p, const block_entry& b) { return p < b.head; });
  auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - blocks.begin() - 1, 0));
  // A truncated head may equal the end of the block before, which is then included.
  while (at > 0 && blocks[at].head.size() == most_head_bytes && prefix.starts_with(blocks[at].head)) --at;
  return at;
}

bool block_index::may_go_on(std::size_t number, std::string_view prefix) const {
  if (number >= blocks.size()) return false;
  const auto& head = blocks[number].head;
  return head <= prefix || head.starts_with(prefix);
}

std::string to_bytes(const block_index& index) {
  std::string out{index_magic};
  append(out, index.compressed_end);
  append(out, index.plain_bytes);
  append(out, static_cast<std::uint32_t>(index.blocks.size()));
  append(out, std::uint32_t{0});
  for (const auto& one : index.blocks) {
    append(out, one.compressed_offset);
    append(out, one.plain_offset);
    append(out, static_cast<std::uint16_t>(one.head.size()));
    out.append(one.head);
  }
  std::string crc;
  append(crc, checksum(out));
  return out.replace(crc_at, crc.size(), crc);
}

result<block_index> parse_block_index(std::string_view bytes) {
  if (bytes.size() < head_bytes || bytes.substr(0, version_at) != index_magic.substr(0, version_at))
    return damaged("the file is not an index of blocks");
  if (bytes[version_at] != index_magic[version_at]) return damaged("its version is not supported");
  const auto expected = checksum(bytes);
  auto rest = bytes.substr(index_magic.size());
  block_index index;
  index.compressed_end = take<std::uint64_t>(rest);
  index.plain_bytes = take<std::uint64_t>(rest);
  const auto count = take<std::uint32_t>(rest);
  if (take<std::uint32_t>(rest) != expected) return damaged("its checksum is wrong");
  for (std::uint32_t i = 0; i < count; ++i) {
    if (rest.size() < entry_bytes) return damaged("the file is truncated");
    block_entry one;
    one.compressed_offset = take<std::uint64_t>(rest);
    one.plain_offset = take<std::uint64_t>(rest);
    const auto length = take<std::uint16_t>(rest);
    if (length > rest.size() || length > block_index::most_head_bytes) return damaged("a line is too long");
    one.head = rest.substr(0, length);
    rest.remove_prefix(length);
    index.blocks.push_back(std::move(one));
  }
  if (!rest.empty() || !is_in_order(index)) return damaged("its offsets are not valid");
  return index;
}

}  // namespace laundromat
