// Implements the zstd codec with libzstd.
// SPDX-License-Identifier: Apache-2.0
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <utility>

#include "core/codec/compression/stream_codec.hpp"

namespace laundromat {

namespace {

constexpr std::string_view zstd_magic = "\x28\xB5\x2F\xFD";
constexpr std::string_view zstd_skippable_tail = "\x2A\x4D\x18";

class zstd_codec final : public stream_codec {
 public:
  zstd_codec() : context_(ZSTD_createDCtx()) {}
  zstd_codec(const zstd_codec&) = delete;
  zstd_codec& operator=(const zstd_codec&) = delete;
  ~zstd_codec() override { ZSTD_freeDCtx(context_); }

  std::string_view name() const override { return "zstd"; }
  /// Also a skippable frame (RFC 8878 section 3.1.2).
  bool may_begin(std::string_view front) const override {
    if (agrees_with_magic(front, zstd_magic)) return true;
    return (static_cast<unsigned char>(front[0]) & 0xF0) == 0x50 &&
           agrees_with_magic(front.substr(1), zstd_skippable_tail);
  }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    return front.size() < zstd_magic.size() ? std::nullopt : std::optional<std::size_t>{0};
  }
  bool begin(std::string_view) override {
    if (context_ == nullptr) return false;
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    wanted_ = zstd_magic.size();
    is_full_ = false;
    return true;
  }

  /// In steps of the sizes that libzstd suggests, without the header of the next block that it asks for in advance: a failed call does not
  /// report its output, so that no step may contain two things that can fail, and none may begin while output waits.
  step decode(std::string_view& in, std::span<char> out, bool) override {
    for (;;) {
      const auto step_bytes = wanted_ > block_header_bytes ? wanted_ - block_header_bytes : wanted_;
      ZSTD_inBuffer from{in.data(), is_full_ ? 0 : std::min(in.size(), step_bytes), 0};
      ZSTD_outBuffer to{out.data(), out.size(), 0};
      const auto code = ZSTD_decompressStream(context_, &to, &from);
      if (ZSTD_isError(code)) return judge(code, in, from.size);
      in.remove_prefix(from.pos);
      wanted_ = std::max<std::size_t>(code, 1);
      const bool was_full = std::exchange(is_full_, to.pos == to.size);
      if (code == 0) return {to.pos, outcome::ended};
      if (to.pos > 0 || !was_full) return {to.pos, outcome::more};
    }
  }

 private:
  static step judge(std::size_t code, std::string_view& in, std::size_t given) {
    switch (ZSTD_getErrorCode(code)) {
      case ZSTD_error_checksum_wrong:
        in.remove_prefix(given);  // the checksum is the last field of a frame
        return {0, outcome::wrong_checksum,
                "a checksum is wrong, so that text read from this frame may not be what was written"};
      case ZSTD_error_frameParameter_windowTooLarge:
        return {0, outcome::too_large, "the window is larger than the limit"};
      case ZSTD_error_memory_allocation:
        return {0, outcome::no_memory, "the system has no more memory"};
      default:
        return {0, outcome::broken, ZSTD_getErrorName(code)};
    }
  }

  static constexpr std::size_t block_header_bytes = 3;

  ZSTD_DCtx* context_;
  std::size_t wanted_ = 0;
  bool is_full_ = false;
};

}  // namespace

std::unique_ptr<stream_codec> make_zstd_codec() {
  return std::make_unique<zstd_codec>();
}

}  // namespace laundromat
