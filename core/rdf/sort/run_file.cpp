// Front coding, and ISA-L's fastest deflate.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/sort/run_file.hpp"

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "core/base/short_numbers.hpp"
#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

using block_head = std::array<std::uint32_t, 3>;  ///< bytes of lines, bytes that follow, CRC-32 of lines
constexpr std::size_t head_bytes = sizeof(block_head);

std::uint32_t checksum_of(std::string_view text) {
  const auto crc = crc32_gzip_refl(0, reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  clear_upper_vectors();
  return crc;
}

tl::unexpected<failure> fail_damaged() {
  return fail(errc::io_failed, "a sorted run on scratch is damaged");
}

result<void> write_head(byte_sink& out, const block_head& head) {
  static_assert(std::endian::native == std::endian::little);
  const auto bytes = std::bit_cast<std::array<char, head_bytes>>(head);
  return out.write({bytes.data(), bytes.size()});
}

class run_cursor final : public line_cursor {
 public:
  explicit run_cursor(byte_source_ptr source) : source_(std::move(source)) {}

  bool advance() override {
    const auto more = next_line();
    if (!more) outcome_ = tl::unexpected(more.error());
    return more && *more;
  }

 private:
  result<bool> next_line() {
    if (left_.empty()) {
      auto more = next_block();
      if (!more || !*more) return more;
    }
    std::uint64_t shared = 0, rest = 0;
    if (!take_number(left_, shared) || !take_number(left_, rest) || shared > text_.size() ||
        rest > left_.size() || rest == 0)
      return fail_damaged();
    text_.resize(static_cast<std::size_t>(shared));
    text_.append(left_.substr(0, static_cast<std::size_t>(rest)));
    left_.remove_prefix(static_cast<std::size_t>(rest));
    shared_ = static_cast<std::size_t>(shared);
    if (shared_ < key_bytes_ || key_bytes_ == 0) key_bytes_ = split_line(text_).key.size();
    const std::string_view text = text_;
    line_ = {text.substr(0, key_bytes_), text.substr(key_bytes_)};
    return true;
  }

  result<void> fill(std::span<char> buffer) {
    while (!buffer.empty()) {
      const auto n = source_->read(buffer);
      if (!n) return tl::unexpected(n.error());
      if (*n == 0) return fail_damaged();
      buffer = buffer.subspan(*n);
    }
    return {};
  }

  result<bool> next_block() {
    if (has_ended_) return false;
    std::array<char, head_bytes> bytes;
    if (auto filled = fill(bytes); !filled) return tl::unexpected(filled.error());
    const auto [plain, packed, checksum] = std::bit_cast<block_head>(bytes);
    has_ended_ = plain == 0 && packed == 0 && checksum == 0;
    if (has_ended_) return false;
    if (plain == 0 || packed > plain) return fail_damaged();
    block_.resize(plain);
    auto& target = plain == packed ? block_ : packed_;
    target.resize(packed);
    if (auto filled = fill(target); !filled) return tl::unexpected(filled.error());
    if ((plain != packed && !inflate()) || checksum_of(block_) != checksum) return fail_damaged();
    left_ = block_;
    return true;
  }

  bool inflate() {
    inflate_state state;
    isal_inflate_init(&state);
    state.next_in = reinterpret_cast<std::uint8_t*>(packed_.data());
    state.avail_in = static_cast<std::uint32_t>(packed_.size());
    state.next_out = reinterpret_cast<std::uint8_t*>(block_.data());
    state.avail_out = static_cast<std::uint32_t>(block_.size());
    const auto code = isal_inflate_stateless(&state);
    clear_upper_vectors();
    return code == ISAL_DECOMP_OK && state.total_out == block_.size();
  }

  byte_source_ptr source_;
  std::string packed_, block_, text_;
  std::string_view left_;
  std::size_t key_bytes_ = 0;
  bool has_ended_ = false;
};

}  // namespace

struct run_writer::deflater {
  /// Empty when it is not shorter.
  std::string_view deflate(std::string& plain) {
    packed.resize(plain.size());
    isal_deflate_stateless_init(&stream);
    stream.level = 0;
    stream.end_of_stream = 1;
    stream.flush = NO_FLUSH;
    stream.next_in = reinterpret_cast<std::uint8_t*>(plain.data());
    stream.avail_in = static_cast<std::uint32_t>(plain.size());
    stream.next_out = packed.data();
    stream.avail_out = static_cast<std::uint32_t>(plain.size());
    const auto code = isal_deflate_stateless(&stream);
    clear_upper_vectors();
    if (code != COMP_OK || stream.total_out >= plain.size()) return {};
    return {reinterpret_cast<const char*>(packed.data()), stream.total_out};
  }

  std::vector<std::uint8_t> packed;
  isal_zstream stream{};
};

run_writer::run_writer(byte_sink& out, std::size_t block_bytes)
    : out_(out), block_bytes_(block_bytes), deflater_(std::make_unique<deflater>()) {}
run_writer::~run_writer() = default;

result<void> run_writer::add(const line_parts& line, std::size_t shared) {
  append_number(block_, shared);
  append_number(block_, line.size() - shared);
  if (shared < line.key.size()) block_.append(line.key.substr(shared));
  block_.append(shared <= line.key.size() ? line.rest : line.rest.substr(shared - line.key.size()));
  return block_.size() < block_bytes_ ? result<void>{} : write_block();
}

result<void> run_writer::write_block() {
  const auto deflated = deflater_->deflate(block_);
  const auto bytes = deflated.empty() ? std::string_view{block_} : deflated;
  auto written = write_head(out_, {static_cast<std::uint32_t>(block_.size()),
                                   static_cast<std::uint32_t>(bytes.size()), checksum_of(block_)});
  if (written) written = out_.write(bytes);
  block_.clear();
  return written;
}

result<void> run_writer::finish() {
  if (!block_.empty())
    if (auto written = write_block(); !written) return written;
  return write_head(out_, {});
}

std::unique_ptr<line_cursor> open_run(byte_source_ptr source) {
  return std::make_unique<run_cursor>(std::move(source));
}

}  // namespace laundromat
