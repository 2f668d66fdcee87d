// Splits lines into blocks, deflates each alone by ISA-L, and combines the checksums.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/block_gzip.hpp"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <future>
#include <vector>

#include "core/base/vector_state.hpp"
#include "core/codec/compression/combine_crc.hpp"

namespace laundromat {

namespace {

constexpr std::string_view last_block{"\x03\0", 2};
constexpr std::size_t most_waiting = 4;
/// From this size on ISA-L searches for repeated strings, in a table of at least so many entries.
constexpr std::size_t least_searched_bytes = 16, least_table_entries = 32;
constexpr unsigned address_bits = 16;

/// A block in work, as text and in its compressed form. Reused, because allocating memory costs more than deflating into it.
struct packed_block {
  std::string plain, head;
  std::unique_ptr<std::uint8_t[]> bytes;
  std::size_t room = 0, length = 0;  ///< of `bytes`
  std::uint32_t crc = 0;
  bool is_good = false;
};

/// The bits of a string that determine its entry in a table of any size.
std::uint32_t table_entry(std::uint32_t string) {
  std::array<unsigned char, sizeof string> bytes;
  std::memcpy(bytes.data(), &string, bytes.size());
  return crc32_iscsi(bytes.data(), static_cast<int>(bytes.size()), 0) % least_table_entries;
}

/// Whether the address of `stream` can change how `text` is compressed. Where ISA-L 2.30 writes the first byte of a text, it hashes a register
/// that still contains the upper bits of that address instead of the string at the third position, and enters this position in another entry.
/// It matters only when one of the first three positions belongs in that entry: any other string with that entry matches neither the third
/// position nor the first, which is what an empty entry means.
bool is_misled(const isal_zstream& stream, std::string_view text) {
  if (text.size() < least_searched_bytes) return false;
  const auto entry =
      table_entry(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(&stream) >> address_bits));
  for (std::size_t place = 0; place < 3; ++place) {
    std::uint32_t string = 0;
    std::memcpy(&string, text.data() + place, sizeof string);
    if (table_entry(string) == entry) return true;
  }
  return false;
}

/// What deflating needs besides text and room. A thread keeps it: clearing 64 KiB for each document takes longer than deflating a small one.
struct deflate_state {
  /// A stream for which the compressed form of `text` depends only on its bytes.
  isal_zstream& stream_for(std::string_view text) {
    for (const auto& one : streams)
      if (!is_misled(*one, text)) return *one;
    // Unsuitable ones are kept, so that the next one has other upper bits.
    static_assert(sizeof(isal_zstream) > std::size_t{1} << address_bits);
    do streams.push_back(std::make_unique<isal_zstream>());
    while (is_misled(*streams.back(), text));
    return *streams.back();
  }

  static constexpr std::size_t most_kept_room = std::size_t{128} << 10;

  std::vector<std::unique_ptr<isal_zstream>> streams;
  std::unique_ptr<std::uint8_t[]> level = std::make_unique<std::uint8_t[]>(ISAL_DEF_LVL1_DEFAULT);
  /// For a small block, whose compressed form is copied from here: it takes a small part of the room that it may need.
  std::unique_ptr<std::uint8_t[]> room = std::make_unique_for_overwrite<std::uint8_t[]>(most_kept_room);
};

void make_room(packed_block& block, std::size_t bytes) {
  if (block.room >= bytes) return;
  block.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
  block.room = bytes;
}

packed_block deflate(packed_block block) {
  // Space for incompressible text, and for the headers that ISA-L writes.
  const auto room = block.plain.size() + block.plain.size() / 8 + 4096;
  const bool is_copied = room <= deflate_state::most_kept_room;
  thread_local deflate_state kept;
  if (!is_copied) make_room(block, room);
  auto* const stream = &kept.stream_for(block.plain);
  auto* plain = reinterpret_cast<std::uint8_t*>(block.plain.data());
  isal_deflate_stateless_init(stream);
  stream->level = 1;
  stream->level_buf = kept.level.get();
  stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
  stream->flush = FULL_FLUSH;
  stream->next_in = plain;
  stream->avail_in = static_cast<std::uint32_t>(block.plain.size());
  stream->next_out = is_copied ? kept.room.get() : block.bytes.get();
  stream->avail_out = static_cast<std::uint32_t>(room);
  block.is_good = isal_deflate_stateless(stream) == COMP_OK && stream->avail_in == 0;
  block.length = stream->total_out;
  block.crc = crc32_gzip_refl(0, plain, block.plain.size());
  clear_upper_vectors();
  if (is_copied) {
    make_room(block, block.length);
    std::memcpy(block.bytes.get(), kept.room.get(), block.length);
  }
  return block;
}

/// The shortest prefix of `line` that distinguishes it from `before`.
std::string_view informative_part(std::string_view line, std::string_view before) {
  const auto [end, unused] = std::mismatch(line.begin(), line.end(), before.begin(), before.end());
  const auto length = static_cast<std::size_t>(end - line.begin()) + 1;
  return line.substr(0, std::min(length, block_index::most_head_bytes));
}

}  // namespace

struct block_gzip_sink::state {
  state(byte_sink& sink, worker_pool* pool, std::size_t bytes, std::size_t front)
      : out(sink), workers(pool), block_bytes(bytes), front_bytes(front) {}

  result<void> write_out(std::string_view bytes) {
    offset += bytes.size();
    return out.write(bytes);
  }

  /// Makes a block of the first `length` waiting bytes.
  result<void> cut(std::size_t length) {
    auto next = take_spare();
    next.plain.assign(block.plain, length);
    block.plain.resize(length);
    std::swap(block, next);
    return add(std::move(next));
  }

  [[nodiscard]] std::string_view without_front(std::string_view lines) const {
    return lines.substr(std::min(front_bytes, lines.size()));
  }

  packed_block take_spare() {
    if (spare.empty()) return {};
    auto one = std::move(spare.back());
    spare.pop_back();
    return one;
  }

  result<void> add(packed_block one) {
    const std::string_view plain = one.plain;
    const bool is_first = index.blocks.empty() && waiting.empty();
    one.head = is_first ? "" : informative_part(without_front(plain), last_line);
    const auto feed = plain.size() < 2 ? plain.npos : plain.rfind('\n', plain.size() - 2);
    last_line = without_front(plain.substr(feed == plain.npos ? 0 : feed + 1));
    // Waiting text comes first, also when the pool turned out to have no thread.
    const bool is_alone = !workers || !workers->is_parallel() || (is_first && plain.size() < block_bytes);
    if (waiting.empty() && is_alone) return put(deflate(std::move(one)));
    auto text = std::make_shared<packed_block>(std::move(one));
    waiting.push_back(workers->run([text] { return deflate(std::move(*text)); }));
    return waiting.size() < most_waiting ? result<void>{} : put_first();
  }

  result<void> put_first() {
    auto first = std::move(waiting.front());
    waiting.erase(waiting.begin());
    workers->wait(first);
    return put(first.get());
  }

  result<void> put(packed_block one) {
    if (!one.is_good) return fail(errc::internal, "isal_deflate_stateless");
    if (index.blocks.empty())
      if (auto begun = write_out(block_gzip_header); !begun) return begun;
    index.blocks.push_back({offset, index.plain_bytes, std::move(one.head)});
    index.plain_bytes += one.plain.size();
    crc = combine_crc(crc, one.crc, one.plain.size());
    auto written = write_out({reinterpret_cast<const char*>(one.bytes.get()), one.length});
    spare.push_back(std::move(one));
    return written;
  }

  result<void> end() {
    if (!block.plain.empty())
      if (auto added = add(std::move(block)); !added) return added;
    while (!waiting.empty())
      if (auto done = put_first(); !done) return done;
    if (index.blocks.empty())
      if (auto begun = write_out(block_gzip_header); !begun) return begun;
    index.compressed_end = offset;
    std::string tail{last_block};
    for (const auto number : {crc, static_cast<std::uint32_t>(index.plain_bytes)})
      for (unsigned shift = 0; shift < 32; shift += 8) tail.push_back(static_cast<char>(number >> shift));
    return write_out(tail);
  }

  byte_sink& out;
  worker_pool* workers;
  std::size_t block_bytes, front_bytes;
  packed_block block;     ///< text of the next block; not longer than a block, unless no line ends in it
  std::string last_line;  ///< of the block before
  std::vector<std::future<packed_block>> waiting;  ///< at most `most_waiting`
  std::vector<packed_block> spare;
  block_index index;
  std::uint64_t offset = 0;
  std::uint32_t crc = 0;
};

block_gzip_sink::block_gzip_sink(byte_sink& out, worker_pool* workers, std::size_t block_bytes,
                                 std::size_t front_bytes)
    : state_(std::make_unique<state>(out, workers, block_bytes, front_bytes)) {}

block_gzip_sink::~block_gzip_sink() {
  for (auto& one : state_->waiting) state_->workers->wait(one);
}

result<void> block_gzip_sink::write(std::string_view bytes) {
  auto& s = *state_;
  auto& block = s.block.plain;
  while (!bytes.empty()) {
    const bool is_long = block.size() >= s.block_bytes;  // without a line end
    const auto feed = is_long ? bytes.find('\n') : bytes.npos;
    const auto n =
        is_long ? std::min(feed, bytes.size() - 1) + 1 : std::min(bytes.size(), s.block_bytes - block.size());
    block.append(bytes.substr(0, n));
    bytes.remove_prefix(n);
    if (block.size() < s.block_bytes) continue;
    const auto end = is_long ? (feed == bytes.npos ? feed : block.size() - 1) : block.rfind('\n');
    if (end == block.npos) continue;
    if (auto done = s.cut(end + 1); !done) return done;
  }
  return {};
}

result<void> block_gzip_sink::take(std::string text) {
  auto& s = *state_;
  if (!s.block.plain.empty() || text.size() >= s.block_bytes) return write(text);
  s.block.plain = std::move(text);
  return {};
}

result<void> block_gzip_sink::finish() {
  return state_->end();
}

const block_index& block_gzip_sink::index() const {
  return state_->index;
}

result<std::string> read_block(byte_source& compressed, const block_index& index, std::size_t number) {
  const auto wrong = [] {
    return fail(errc::archive_damaged, "the file does not match its index of blocks");
  };
  if (number >= index.blocks.size()) return wrong();
  const auto& one = index.blocks[number];
  const bool is_last = number + 1 == index.blocks.size();
  const auto end = is_last ? index.compressed_end : index.blocks[number + 1].compressed_offset;
  const auto plain_end = is_last ? index.plain_bytes : index.blocks[number + 1].plain_offset;
  if (end > compressed.size_bytes() || end <= one.compressed_offset) return wrong();
  if (auto moved = compressed.seek(one.compressed_offset); !moved) return tl::unexpected(moved.error());
  auto packed = read_head(compressed, end - one.compressed_offset);
  if (!packed) return packed;
  std::string plain(plain_end - one.plain_offset, '\0');
  const auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  state->next_in = reinterpret_cast<std::uint8_t*>(packed->data());
  state->avail_in = static_cast<std::uint32_t>(packed->size());
  state->next_out = reinterpret_cast<std::uint8_t*>(plain.data());
  state->avail_out = static_cast<std::uint32_t>(plain.size());
  // The block does not end the stream, so that ISA-L would read on.
  const auto code = isal_inflate(state.get());
  clear_upper_vectors();
  if (code != ISAL_DECOMP_OK || state->total_out != plain.size()) return wrong();
  return plain;
}

result<block_index> one_block_index(byte_source& compressed) {
  constexpr std::uint64_t trailer_bytes = 8, end_bytes = 2;
  const auto no_file = [] { return fail(errc::archive_damaged, "not a compressed document"); };
  const auto size = compressed.size_bytes();
  if (size < block_gzip_header.size() + end_bytes + trailer_bytes) return no_file();
  if (auto moved = compressed.seek(size - trailer_bytes / 2); !moved) return tl::unexpected(moved.error());
  const auto length = read_head(compressed, trailer_bytes / 2);
  if (!length) return tl::unexpected(length.error());
  if (length->size() != trailer_bytes / 2) return no_file();
  std::uint64_t plain_bytes = 0;
  for (std::size_t i = length->size(); i-- > 0;)
    plain_bytes = plain_bytes << 8 | static_cast<std::uint8_t>((*length)[i]);
  return block_index{{{block_gzip_header.size(), 0, {}}}, size - end_bytes - trailer_bytes, plain_bytes};
}

}  // namespace laundromat
