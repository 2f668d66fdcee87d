// Implements the gzip and zlib codecs with ISA-L. The headers are read here, so that trailing garbage is distinguished from streams.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/gzip.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <limits>

#include "core/base/vector_state.hpp"
#include "core/codec/compression/stream_decoder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t member_header_bytes = 10;
constexpr std::size_t bit_buffer_bytes = 8;  // ISA-L may return them in a later call

/// The length of the member header at the front of `bytes` (RFC 1952 section 2.3); nothing when it is not
/// complete.
std::optional<std::size_t> member_header_length(std::string_view bytes) {
  if (bytes.size() < member_header_bytes) return std::nullopt;
  const auto flags = static_cast<unsigned char>(bytes[3]);
  std::size_t at = member_header_bytes;
  if (flags & 4) {  // FEXTRA
    if (bytes.size() < at + 2) return std::nullopt;
    at += 2 + static_cast<unsigned char>(bytes[at]) + 256u * static_cast<unsigned char>(bytes[at + 1]);
  }
  for (const unsigned text : {8u, 16u}) {  // FNAME, FCOMMENT
    if (!(flags & text)) continue;
    const auto end = bytes.find('\0', at);
    if (end == bytes.npos) return std::nullopt;
    at = end + 1;
  }
  if (flags & 2) at += 2;  // FHCRC
  return at <= bytes.size() ? std::optional{at} : std::nullopt;
}

class isal_codec : public stream_codec {
 public:
  explicit isal_codec(std::uint32_t wrapper) : wrapper_(wrapper) {}

  bool begin(std::string_view) override {
    isal_inflate_init(&state_);
    state_.crc_flag = wrapper_;
    is_broken_ = false;
    return true;
  }

  step decode(std::string_view& in, std::span<char> out, bool) override {
    if (is_broken_) return deliver_rest(out);
    const auto given = static_cast<std::uint32_t>(
        std::min<std::size_t>(in.size(), std::numeric_limits<std::uint32_t>::max() / 2));
    const auto* const end = in.data() + in.size();
    state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data()));
    state_.avail_in = given;
    state_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    const auto room = static_cast<std::uint32_t>(
        std::min<std::size_t>(out.size(), std::numeric_limits<std::uint32_t>::max() / 2));
    state_.avail_out = room;
    const auto code = isal_inflate(&state_);
    clear_upper_vectors();
    // With a truncated trailer ISA-L counts past the end, below zero: then everything is consumed.
    const std::size_t left = state_.avail_in <= given + bit_buffer_bytes ? state_.avail_in : 0;
    const auto rest = in.size() - given + left;
    in = {end - rest, rest};
    const std::size_t made = room - state_.avail_out;
    if (code == ISAL_INCORRECT_CHECKSUM)
      return {made, outcome::wrong_checksum,
              "a checksum is wrong, so that text read from this member may not be what was written"};
    is_broken_ = code != ISAL_DECOMP_OK;
    if (is_broken_ && made == 0) return deliver_rest(out);
    if (is_broken_) return {made, outcome::more};
    return {made, state_.block_state == ISAL_BLOCK_FINISH ? outcome::ended : outcome::more};
  }

 private:
  /// Delivers what ISA-L decoded before the damage and had no room for.
  step deliver_rest(std::span<char> out) {
    const auto left = state_.tmp_out_valid - state_.tmp_out_processed;
    const auto n = std::min<std::size_t>(out.size(), left > 0 ? static_cast<std::size_t>(left) : 0);
    std::copy_n(state_.tmp_out_buffer + state_.tmp_out_processed, n, out.data());
    state_.tmp_out_processed += static_cast<std::int32_t>(n);
    return {n, n > 0 ? outcome::more : outcome::broken, "invalid deflate data"};
  }

  std::uint32_t wrapper_;
  bool is_broken_ = false;
  inflate_state state_{};  // cleared: of damaged bytes ISA-L reads entries of its tables that it never set
};

class gzip_codec final : public isal_codec {
 public:
  gzip_codec() : isal_codec(ISAL_GZIP_NO_HDR_VER) {}
  std::string_view name() const override { return "gzip"; }
  /// Magic, method deflate, no reserved flag.
  bool may_begin(std::string_view front) const override {
    return agrees_with_magic(front, "\x1f\x8b\x08") && (front.size() < 4 || (front[3] & 0xE0) == 0);
  }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    return member_header_length(front);
  }
};

class zlib_codec final : public isal_codec {
 public:
  zlib_codec() : isal_codec(ISAL_ZLIB_NO_HDR_VER) {}
  std::string_view name() const override { return "deflate"; }
  /// Method deflate, a header that is a multiple of 31, no dictionary (RFC 1950 section 2.2).
  bool may_begin(std::string_view front) const override {
    if (front.empty()) return true;
    const auto first = static_cast<unsigned char>(front[0]);
    if ((first & 0x0F) != 8 || first >> 4 > 7) return false;
    if (front.size() < header_bytes) return true;
    const auto second = static_cast<unsigned char>(front[1]);
    return (first * 256u + second) % 31 == 0 && (second & 0x20) == 0;
  }
  std::optional<std::size_t> header_length(std::string_view front) const override {
    return front.size() < header_bytes ? std::nullopt : std::optional{header_bytes};
  }

 private:
  static constexpr std::size_t header_bytes = 2;
};

}  // namespace

std::unique_ptr<stream_codec> make_gzip_codec() {
  return std::make_unique<gzip_codec>();
}

std::unique_ptr<stream_codec> make_zlib_codec() {
  return std::make_unique<zlib_codec>();
}

byte_source_ptr make_gzip_source(byte_source_ptr compressed, warning_log& warnings) {
  return make_stream_source(make_gzip_codec(), std::move(compressed), warnings);
}

}  // namespace laundromat
