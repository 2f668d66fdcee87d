// Inflates with ISA-L; the member headers are read here, so that garbage is told from members.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/gzip.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/vector_state.hpp"

namespace laundromat {

namespace {

constexpr std::size_t input_bytes = 256 * 1024;
constexpr std::size_t member_header_bytes = 10;

/// The length of the member header at the front of `bytes` (RFC 1952 section 2.3); nothing when it is not
/// complete.
std::optional<std::size_t> header_length(std::string_view bytes) {
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

/// True when `bytes` can be the front of a member: magic, method deflate, no reserved flag.
bool may_begin_member(std::string_view bytes) {
  constexpr std::string_view magic = "\x1f\x8b\x08";
  const auto n = std::min(bytes.size(), magic.size());
  return bytes.substr(0, n) == magic.substr(0, n) && (bytes.size() < 4 || (bytes[3] & 0xE0) == 0);
}

constexpr std::size_t bit_buffer_bytes = 8;

class gzip_source final : public byte_source {
 public:
  gzip_source(byte_source_ptr compressed, warning_log& warnings)
      : compressed_(std::move(compressed)), warnings_(warnings), input_(input_bytes) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (!ended_ && !buffer.empty()) {
      if (!in_member_) {
        if (auto begun = begin_member(); !begun) return tl::unexpected(begun.error());
        continue;
      }
      auto n = inflate(buffer);
      if (!n || *n > 0) return n;
    }
    return 0;
  }

 private:
  [[nodiscard]] std::string_view waiting() const { return {input_.data() + front_, back_ - front_}; }
  [[nodiscard]] std::uint64_t offset() const { return read_bytes_ - waiting().size(); }

  /// Appends to the input; false at its end or when the buffer is full.
  result<bool> refill() {
    // ISA-L may give back bytes that it took into its bit buffer by the call before: they must still be there.
    if (front_ > bit_buffer_bytes) {
      const auto dropped = front_ - bit_buffer_bytes;
      std::memmove(input_.data(), input_.data() + dropped, back_ - dropped);
      back_ -= dropped;
      front_ = bit_buffer_bytes;
    }
    if (at_end_ || back_ == input_.size()) return false;
    auto n = compressed_->read({input_.data() + back_, input_.size() - back_});
    if (!n) return tl::unexpected(n.error());
    at_end_ = *n == 0;
    back_ += *n;
    read_bytes_ += *n;
    return !at_end_;
  }

  /// Ends the stream: with an error when it gave nothing at all.
  result<void> stop(errc code, std::string message) {
    ended_ = true;
    if (delivered_ == 0 && members_ == 0) return fail(code, "gzip: " + message);
    warnings_.add(code, offset(), "gzip: " + message);
    return {};
  }

  result<void> begin_member() {
    std::optional<std::size_t> length;
    while (!(length = header_length(waiting()))) {
      if (waiting().size() >= 4 && !may_begin_member(waiting())) break;
      auto more = refill();
      if (!more) return tl::unexpected(more.error());
      if (!*more) break;
    }
    if (waiting().empty())
      return members_ > 0 ? (ended_ = true, result<void>{}) : stop(errc::truncated_stream, "empty");
    if (!may_begin_member(waiting())) {
      if (members_ > 0)
        return stop(errc::trailing_garbage, "bytes that are no gzip member follow the last member");
      return stop(errc::archive_damaged, "no gzip header");
    }
    if (!length) return stop(errc::truncated_stream, "ends within a member header");
    front_ += *length;
    isal_inflate_init(&state_);
    state_.crc_flag = ISAL_GZIP_NO_HDR_VER;
    in_member_ = true;
    return {};
  }

  void end_member() {
    in_member_ = false;
    ++members_;
  }

  /// Decodes into `buffer`; 0 only when the member ended or the stream was stopped.
  result<std::size_t> inflate(std::span<char> buffer) {
    for (;;) {
      if (waiting().empty())
        if (auto more = refill(); !more) return tl::unexpected(more.error());
      state_.next_in = reinterpret_cast<std::uint8_t*>(input_.data() + front_);
      state_.avail_in = static_cast<std::uint32_t>(waiting().size());
      state_.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
      const auto room = static_cast<std::uint32_t>(
          std::min<std::size_t>(buffer.size(), std::numeric_limits<std::uint32_t>::max() / 2));
      state_.avail_out = room;
      const auto code = isal_inflate(&state_);
      clear_upper_vectors();
      const auto made = room - state_.avail_out;
      // In a torn trailer ISA-L counts past the end, below zero: then everything is consumed.
      front_ = state_.avail_in <= back_ ? back_ - state_.avail_in : back_;
      delivered_ += made;
      if (auto judged = judge(code, made); !judged) return tl::unexpected(judged.error());
      if (made > 0 || !in_member_ || ended_) return made;
    }
  }

  /// Draws the conclusion from one call of ISA-L.
  result<void> judge(int code, std::uint32_t made) {
    if (code == ISAL_INCORRECT_CHECKSUM) {
      warnings_.add(
          errc::archive_damaged, offset(),
          "gzip: the checksum of a member is wrong, so that text read from it may not be what was written");
      end_member();
    } else if (code != ISAL_DECOMP_OK) {
      return stop(errc::archive_damaged, "invalid deflate data");
    } else if (state_.block_state == ISAL_BLOCK_FINISH) {
      end_member();
    } else if (made == 0 && waiting().empty() && at_end_) {
      return stop(errc::truncated_stream, "ends within a member");
    }
    return {};
  }

  byte_source_ptr compressed_;
  warning_log& warnings_;
  std::vector<char> input_;
  std::size_t front_ = 0, back_ = 0;
  std::uint64_t read_bytes_ = 0, delivered_ = 0, members_ = 0;
  bool at_end_ = false, in_member_ = false, ended_ = false;
  inflate_state state_{};
};

}  // namespace

byte_source_ptr make_gzip_source(byte_source_ptr compressed, warning_log& warnings) {
  return std::make_unique<gzip_source>(std::move(compressed), warnings);
}

}  // namespace laundromat
