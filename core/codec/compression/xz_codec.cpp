// Implements the xz codec with liblzma.
// SPDX-License-Identifier: Apache-2.0
#include <lzma.h>

#include "core/codec/archive/budget.hpp"
#include "core/codec/compression/stream_codec.hpp"

namespace laundromat {

namespace {

using namespace std::string_view_literals;

constexpr auto xz_magic =
    "\xFD"
    "7zXZ\0"sv;
/// What liblzma needs in addition to the dictionary.
constexpr std::uint64_t own_bytes = std::uint64_t{1} << 20;

class xz_codec final : public stream_codec {
 public:
  xz_codec() = default;
  xz_codec(const xz_codec&) = delete;
  xz_codec& operator=(const xz_codec&) = delete;
  ~xz_codec() override { lzma_end(&stream_); }

  std::string_view name() const override { return "xz"; }
  bool may_begin(std::string_view front) const override { return agrees_with_magic(front, xz_magic); }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    return front.size() < xz_magic.size() ? std::nullopt : std::optional<std::size_t>{0};
  }
  std::size_t padding_unit() const override { return 4; }  // xz format 2.2
  bool begin(std::string_view) override {
    return lzma_stream_decoder(&stream_, most_dictionary_bytes + own_bytes, 0) == LZMA_OK;
  }

  step decode(std::string_view& in, std::span<char> out, bool) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    stream_.avail_in = in.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    stream_.avail_out = out.size();
    const auto code = lzma_code(&stream_, LZMA_RUN);
    in.remove_prefix(in.size() - stream_.avail_in);
    const auto made = out.size() - stream_.avail_out;
    switch (code) {
      case LZMA_OK:
      case LZMA_BUF_ERROR:  // no progress without more bytes
        return {made, outcome::more};
      case LZMA_STREAM_END:
        return {made, outcome::ended};
      case LZMA_MEM_ERROR:
        return {made, outcome::no_memory, "the system has no more memory"};
      case LZMA_MEMLIMIT_ERROR:
        return {made, outcome::too_large, "the dictionary is larger than the limit"};
      case LZMA_OPTIONS_ERROR:
        return {made, outcome::broken, "the options are not supported"};
      default:
        return {made, outcome::broken, "invalid data, or a block with a wrong checksum"};
    }
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

}  // namespace

std::unique_ptr<stream_codec> make_xz_codec() {
  return std::make_unique<xz_codec>();
}

}  // namespace laundromat
