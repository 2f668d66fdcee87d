// Implements the lz4 codec with liblz4: frames, and the legacy frames that its frame decoder does not support.
// SPDX-License-Identifier: Apache-2.0
#include <lz4.h>
#include <lz4frame.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/codec/compression/stream_codec.hpp"

namespace laundromat {

namespace {

constexpr std::string_view lz4_magic = "\x04\x22\x4D\x18", legacy_magic = "\x02\x21\x4C\x18";
constexpr std::string_view lz4_skippable_tail = "\x2A\x4D\x18";
constexpr std::size_t legacy_block_bytes = std::size_t{8} << 20;

std::uint32_t little_endian(std::string_view bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  return value;
}

/// A magic number, then blocks of at most 8 MiB, each after its length, up to the end of the file or another magic number.
class legacy_blocks {
 public:
  void begin() {
    block_.clear();
    text_.clear();
    at_ = 0;
  }

  stream_codec::step decode(std::string_view& in, std::span<char> out, bool is_last) {
    using outcome = stream_codec::outcome;
    if (at_ == text_.size()) {
      if (!take(in, length_bytes)) return {0, is_last && block_.empty() ? outcome::ended : outcome::more};
      const auto length = little_endian(block_);
      if (length > static_cast<std::size_t>(LZ4_compressBound(legacy_block_bytes))) return end(in);
      if (!take(in, length_bytes + length)) return {};
      if (!inflate()) return {0, outcome::broken, "an invalid block"};
    }
    const auto n = std::min(out.size(), text_.size() - at_);
    std::copy_n(text_.data() + at_, n, out.data());
    at_ += n;
    return {n};
  }

 private:
  static constexpr std::size_t length_bytes = 4;

  /// Whether the block in progress now has `wanted` bytes.
  bool take(std::string_view& in, std::size_t wanted) {
    const auto n = std::min(in.size(), wanted - std::min(wanted, block_.size()));
    block_.append(in.substr(0, n));
    in.remove_prefix(n);
    return block_.size() >= wanted;
  }

  bool inflate() {
    text_.resize(legacy_block_bytes);
    const auto made =
        LZ4_decompress_safe(block_.data() + length_bytes, text_.data(),
                            static_cast<int>(block_.size() - length_bytes), static_cast<int>(text_.size()));
    text_.resize(static_cast<std::size_t>(std::max(made, 0)));
    block_.clear();
    at_ = 0;
    return made >= 0;
  }

  /// Four bytes that are not a length begin what follows. They may have come in two chunks: those before `in` are still in the buffer.
  stream_codec::step end(std::string_view& in) {
    in = {in.data() - length_bytes, in.size() + length_bytes};
    block_.clear();
    return {0, stream_codec::outcome::ended};
  }

  std::string block_;  ///< length and bytes, as far as they arrived
  std::string text_;
  std::size_t at_ = 0;
};

class lz4_codec final : public stream_codec {
 public:
  lz4_codec() {
    if (LZ4F_isError(LZ4F_createDecompressionContext(&context_, LZ4F_VERSION))) context_ = nullptr;
  }
  lz4_codec(const lz4_codec&) = delete;
  lz4_codec& operator=(const lz4_codec&) = delete;
  ~lz4_codec() override { LZ4F_freeDecompressionContext(context_); }

  std::string_view name() const override { return "lz4"; }
  bool may_begin(std::string_view front) const override {
    if (agrees_with_magic(front, lz4_magic) || agrees_with_magic(front, legacy_magic)) return true;
    return (static_cast<unsigned char>(front[0]) & 0xF0) == 0x50 &&
           agrees_with_magic(front.substr(1), lz4_skippable_tail);
  }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    if (front.size() < lz4_magic.size()) return std::nullopt;
    return is_legacy(front) ? lz4_magic.size() : 0;
  }
  bool begin(std::string_view front) override {
    if (context_ == nullptr) return false;
    in_legacy_ = is_legacy(front);
    legacy_.begin();
    LZ4F_resetDecompressionContext(context_);
    wanted_ = lz4_magic.size();
    is_full_ = false;
    return true;
  }

  /// In steps of the sizes that liblz4 suggests, for the same reasons as with libzstd.
  step decode(std::string_view& in, std::span<char> out, bool is_last) override {
    if (in_legacy_) return legacy_.decode(in, out, is_last);
    for (;;) {
      const auto step_bytes = wanted_ > block_header_bytes ? wanted_ - block_header_bytes : wanted_;
      const auto given = is_full_ ? 0 : std::min(in.size(), step_bytes);
      auto taken = given, made = out.size();
      const auto code = LZ4F_decompress(context_, out.data(), &made, in.data(), &taken, nullptr);
      if (LZ4F_isError(code)) return judge(code, in, given);
      in.remove_prefix(taken);
      wanted_ = std::max<std::size_t>(code, 1);
      const bool was_full = std::exchange(is_full_, made == out.size());
      if (code == 0) return {made, outcome::ended};
      if (made > 0 || !was_full) return {made, outcome::more};
    }
  }

 private:
  static bool is_legacy(std::string_view front) { return front.starts_with(legacy_magic); }

  static step judge(std::size_t code, std::string_view& in, std::size_t given) {
    const std::string_view why = LZ4F_getErrorName(code);
    if (why != "ERROR_contentChecksum_invalid") return {0, outcome::broken, why};
    in.remove_prefix(given);  // the checksum is the last of a frame
    return {0, outcome::wrong_checksum,
            "a checksum is wrong, so that text read from this frame may not be what was written"};
  }

  static constexpr std::size_t block_header_bytes = 4;

  LZ4F_dctx* context_ = nullptr;
  legacy_blocks legacy_;
  std::size_t wanted_ = 0;
  bool in_legacy_ = false, is_full_ = false;
};

}  // namespace

std::unique_ptr<stream_codec> make_lz4_codec() {
  return std::make_unique<lz4_codec>();
}

}  // namespace laundromat
