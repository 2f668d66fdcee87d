// Moves a window over the file, and decodes one gzip member from it.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/record_input.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/codec/sniff.hpp"

namespace laundromat {

namespace {

/// How many bytes a codec may return that it took in the call before.
constexpr std::size_t kept_bytes = 8;
constexpr std::size_t window_bytes = std::size_t{128} * 1024;
/// What a codec gets at a time: less only at the end of the file, so that the bytes before a cut do not depend on the window.
constexpr std::size_t slice_bytes = std::size_t{32} * 1024;
constexpr std::size_t decode_bytes = std::size_t{32} * 1024;

}  // namespace

bool begins_gzip_member(std::string_view bytes) {
  return bytes.size() >= 4 && bytes.starts_with("\x1f\x8b\x08") && (bytes[3] & 0xE0) == 0;
}

bool begins_packed_record(std::string_view bytes) {
  if (!begins_gzip_member(bytes)) return false;
  const auto codec = make_gzip_codec();
  const auto length = codec->header_length(bytes);
  if (!length || !codec->begin(bytes)) return false;
  bytes.remove_prefix(*length);
  std::array<char, sniff_bytes> text;
  const auto done = codec->decode(bytes, text, false);
  return sniff({text.data(), done.made}).kind == layer_kind::warc_member;
}

record_input::record_input(byte_source& file)
    : file_(file),
      file_bytes_(file.size_bytes()),
      window_(std::make_unique_for_overwrite<char[]>(window_bytes)),
      file_position_(~std::uint64_t{0}) {}

result<std::string_view> record_input::file_at(std::uint64_t offset, std::size_t at_least) {
  const auto wanted = std::min<std::uint64_t>(at_least, file_bytes_ - std::min(offset, file_bytes_));
  const bool is_inside = offset >= window_begin_ && offset <= window_begin_ + window_size_;
  if (!is_inside) {
    window_begin_ = offset;
    window_size_ = 0;
  }
  auto at = static_cast<std::size_t>(offset - window_begin_);
  if (window_size_ - at < wanted && at > kept_bytes && at + wanted > window_bytes / 2) {
    const auto dropped = at - kept_bytes;
    std::memmove(window_.get(), window_.get() + dropped, window_size_ - dropped);
    window_begin_ += dropped;
    window_size_ -= dropped;
    at = kept_bytes;
  }
  while (window_size_ - at < wanted) {
    if (file_position_ != window_begin_ + window_size_) {
      file_position_ = window_begin_ + window_size_;
      if (auto moved = file_.seek(file_position_); !moved) return tl::unexpected(moved.error());
    }
    // The first read is short, because many inputs are made for one small record.
    const auto room = window_bytes - window_size_;
    const auto n = file_.read(
        {window_.get() + window_size_,
         std::min(room, std::max(static_cast<std::size_t>(wanted) - (window_size_ - at), ahead_bytes_))});
    if (!n) return tl::unexpected(n.error());
    if (*n == 0) break;
    window_size_ += *n;
    file_position_ += *n;
    ahead_bytes_ = std::min(2 * ahead_bytes_, window_bytes);
  }
  return std::string_view{window_.get() + at, window_size_ - at};
}

result<void> record_input::start(std::uint64_t offset) {
  start_ = packed_at_ = offset;
  taken_ = 0;
  front_ = back_ = 0;
  member_ended_ = false;
  damage_.reset();
  const auto head = file_at(offset, 4);
  if (!head) return tl::unexpected(head.error());
  is_packed_ = begins_gzip_member(*head);
  return is_packed_ ? begin_member() : result<void>{};
}

result<void> record_input::begin_member() {
  if (!codec_) codec_ = make_gzip_codec();
  const auto front = file_at(packed_at_, slice_bytes);
  if (!front) return tl::unexpected(front.error());
  const auto length = codec_->header_length(*front);
  if (!length) {
    damage_ = stream_damage::cut;
    member_ended_ = true;
    packed_at_ = file_bytes_;
    return {};
  }
  if (!codec_->begin(*front)) return fail(errc::out_of_memory, "gzip");
  packed_at_ += *length;
  return {};
}

/// For `decode_bytes` more. The memory is not cleared, because a record is often shorter.
void record_input::make_room() {
  const auto held = back_ - front_;
  if (held + decode_bytes > plain_size_) {
    auto larger = std::make_unique_for_overwrite<char[]>(held + 2 * decode_bytes);
    std::copy_n(plain_.get() + front_, held, larger.get());
    plain_ = std::move(larger);
    plain_size_ = held + 2 * decode_bytes;
  } else {
    std::memmove(plain_.get(), plain_.get() + front_, held);
  }
  front_ = 0;
  back_ = held;
}

/// Decodes once. Damage ends the member: `packed_at_` is then where it was noticed.
result<void> record_input::decode_more() {
  auto in = file_at(packed_at_, slice_bytes);
  if (!in) return tl::unexpected(in.error());
  if (back_ + decode_bytes > plain_size_) make_room();
  const auto* const before = in->data();
  const bool is_last = packed_at_ + in->size() >= file_bytes_;
  const auto done = codec_->decode(*in, {plain_.get() + back_, plain_size_ - back_}, is_last);
  const auto used = in->data() - before;
  packed_at_ = static_cast<std::uint64_t>(static_cast<std::int64_t>(packed_at_) + used);
  back_ += done.made;
  made_ += done.made;
  using outcome = stream_codec::outcome;
  member_ended_ = done.what != outcome::more;
  if (done.what == outcome::no_memory) return fail(errc::out_of_memory, "gzip");
  if (done.what == outcome::wrong_checksum) damage_ = stream_damage::wrong_checksum;
  if (done.what == outcome::broken || done.what == outcome::too_large) damage_ = stream_damage::broken;
  if (done.what == outcome::more && done.made == 0 && used <= 0 && is_last) {
    damage_ = stream_damage::cut;
    member_ended_ = true;
    packed_at_ = file_bytes_;
  }
  return {};
}

result<std::string_view> record_input::peek(std::size_t at_least) {
  at_least = std::min(at_least, most_peek_bytes);
  if (!is_packed_) return file_at(start_ + taken_, at_least);
  while (back_ - front_ < at_least && !member_ended_)
    if (auto more = decode_more(); !more) return tl::unexpected(more.error());
  return std::string_view{plain_.get() + front_, back_ - front_};
}

void record_input::skip(std::size_t bytes) {
  taken_ += bytes;
  if (is_packed_)
    front_ += bytes;
  else
    made_ += bytes;
}

}  // namespace laundromat
