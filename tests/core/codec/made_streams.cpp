// One call of each library.
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/codec/made_streams.hpp"

#include <bzlib.h>
#include <lz4.h>
#include <lz4frame.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <stdexcept>

namespace laundromat::testing {

namespace {

void require(bool is_true, const char* what) {
  if (!is_true) throw std::runtime_error(what);
}

std::string gzip_of(std::string_view text) {
  constexpr int gzip_window = 15 + 16;
  z_stream z{};
  require(deflateInit2(&z, 6, Z_DEFLATED, gzip_window, 8, Z_DEFAULT_STRATEGY) == Z_OK, "deflateInit2");
  std::string out(deflateBound(&z, text.size()) + 64, '\0');
  z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  z.avail_in = static_cast<uInt>(text.size());
  z.next_out = reinterpret_cast<Bytef*>(out.data());
  z.avail_out = static_cast<uInt>(out.size());
  require(deflate(&z, Z_FINISH) == Z_STREAM_END, "deflate");
  out.resize(z.total_out);
  deflateEnd(&z);
  return out;
}

std::string bzip2_of(std::string_view text) {
  std::string out(text.size() + text.size() / 50 + 1'000, '\0');
  auto length = static_cast<unsigned>(out.size());
  require(BZ2_bzBuffToBuffCompress(out.data(), &length, const_cast<char*>(text.data()),
                                   static_cast<unsigned>(text.size()), 1, 0, 0) == BZ_OK,
          "bzip2");
  out.resize(length);
  return out;
}

std::string xz_of(std::string_view text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  std::size_t at = 0;
  require(lzma_easy_buffer_encode(3, LZMA_CHECK_CRC64, nullptr,
                                  reinterpret_cast<const std::uint8_t*>(text.data()), text.size(),
                                  reinterpret_cast<std::uint8_t*>(out.data()), &at, out.size()) == LZMA_OK,
          "xz");
  out.resize(at);
  return out;
}

std::string zstd_of(std::string_view text) {
  auto* context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const auto n = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  require(!ZSTD_isError(n), "zstd");
  out.resize(n);
  return out;
}

std::string lz4_of(std::string_view text) {
  LZ4F_preferences_t how{};
  how.frameInfo.blockSizeID = LZ4F_max64KB;
  how.frameInfo.contentChecksumFlag = LZ4F_contentChecksumEnabled;
  std::string out(LZ4F_compressFrameBound(text.size(), &how), '\0');
  const auto n = LZ4F_compressFrame(out.data(), out.size(), text.data(), text.size(), &how);
  require(!LZ4F_isError(n), "lz4");
  out.resize(n);
  return out;
}

/// The offset where one flipped bit makes the checksum wrong, and nothing else.
std::size_t checksum_at(layer_kind kind, std::string_view stream) {
  constexpr std::size_t xz_footer_bytes = 12, xz_check_bytes = 8;
  switch (kind) {
    case layer_kind::gzip:
      return stream.size() - 6;
    case layer_kind::bzip2:
      return stream.size() - 3;  // of the stream: the last bits are padding
    case layer_kind::xz: {
      std::size_t index = 1;
      for (int i = 3; i >= 0; --i)
        index +=
            std::size_t{static_cast<unsigned char>(stream[stream.size() - 8 + static_cast<std::size_t>(i)])}
            << (8 * i);
      return stream.size() - xz_footer_bytes - 4 * index - xz_check_bytes;
    }
    default:
      return stream.size() - 1;
  }
}

}  // namespace

std::string made_stream(layer_kind kind, std::string_view text) {
  switch (kind) {
    case layer_kind::bzip2:
      return bzip2_of(text);
    case layer_kind::xz:
      return xz_of(text);
    case layer_kind::zstd:
      return zstd_of(text);
    case layer_kind::lz4:
      return lz4_of(text);
    default:
      return gzip_of(text);
  }
}

std::string with_wrong_checksum(layer_kind kind, std::string_view text) {
  auto stream = made_stream(kind, text);
  stream[checksum_at(kind, stream)] ^= 1;
  return stream;
}

std::size_t unit_bytes(layer_kind kind) {
  switch (kind) {
    case layer_kind::bzip2:
      return 100'000;
    case layer_kind::zstd:
      return 128 * 1024;
    case layer_kind::lz4:
      return 64 * 1024;
    default:
      return 1'024;
  }
}

std::string made_legacy_lz4(std::string_view text) {
  constexpr std::size_t block_bytes = std::size_t{8} << 20;
  std::string out = "\x02\x21\x4C\x18";
  while (!text.empty()) {
    const auto block = text.substr(0, block_bytes);
    text.remove_prefix(block.size());
    std::string packed(static_cast<std::size_t>(LZ4_compressBound(static_cast<int>(block.size()))), '\0');
    const auto n = LZ4_compress_default(block.data(), packed.data(), static_cast<int>(block.size()),
                                        static_cast<int>(packed.size()));
    require(n > 0, "lz4");
    for (int i = 0; i < 4; ++i) out += static_cast<char>(n >> (8 * i));
    out += packed.substr(0, static_cast<std::size_t>(n));
  }
  return out;
}

}  // namespace laundromat::testing
