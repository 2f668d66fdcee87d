// Decodes a stream with iconv; a character at the end of a buffer waits for its other bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/recode.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/text_position.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/encoding_name.hpp"
#include "core/codec/text/iconv_handle.hpp"
#include "core/codec/text/text_census.hpp"

namespace laundromat {

namespace {

constexpr std::size_t input_bytes = std::size_t{256} * 1024;
constexpr std::size_t output_bytes = std::size_t{768} * 1024;
constexpr std::size_t longest_bom = 4;
constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// Where the bytes of a character of UTF-8 are in a text; `length` is 0 where the end may cut them off, or where there are none.
struct utf8_place {
  std::size_t at = 0, length = 0;
};

/// Whether signs follow the byte in UTF-8 that do not follow it in words: in windows-1252 it is one of ÂÃÄÅ, or â before €.
bool begins_mixture(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes[0]);
  if (lead >= 0xC2 && lead <= 0xC5) return true;
  return lead == 0xE2 && (bytes.size() == 1 || bytes[1] == '\x80');
}

utf8_place find_mixture(std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if ((bytes[at] & 0x80) == 0 || !begins_mixture(bytes.substr(at))) continue;
    std::size_t broken = 0;
    bool is_cut = false;
    const auto length = utf8_sequence(bytes.substr(at), broken, is_cut);
    if (length > 0 || is_cut) return {at, length};
  }
  return {bytes.size(), 0};
}

/// Whether the encoding is one that texts have which were written as UTF-8 in some places.
bool is_western(std::string_view canonical) {
  return canonical == "windows-1252" || canonical == "ISO-8859-1" || canonical == "ISO-8859-15";
}

class recoding_source final : public byte_source {
 public:
  /// `place` is the position of `bytes` in the text.
  recoding_source(byte_source_ptr bytes, std::string encoding, warning_log& warnings,
                  text_position place = {})
      : bytes_(std::move(bytes)),
        encoding_(std::move(encoding)),
        warnings_(warnings),
        unit_(code_unit_bytes(encoding_)),
        may_be_mixed_(is_western(encoding_)),
        input_(input_bytes),
        output_(output_bytes),
        place_(place) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (!started_)
      if (auto begun = start(); !begun) return tl::unexpected(begun.error());
    while (ready_.empty() && !flushed_ && !buffer.empty())
      if (auto more = convert(); !more) return tl::unexpected(more.error());
    const auto n = std::min(buffer.size(), ready_.size());
    std::copy_n(ready_.data(), n, buffer.data());
    ready_.remove_prefix(n);
    return n;
  }

 private:
  /// Reads the byte order mark, which also sets the byte order.
  result<void> start() {
    started_ = true;
    while (back_ < longest_bom && !at_end_)
      if (auto more = refill(); !more) return more;
    const auto bom = find_bom({input_.data(), back_});
    if (bom.length > 0 &&
        (bom.encoding == encoding_ || bom.encoding == encoding_ + "LE" || bom.encoding == encoding_ + "BE")) {
      encoding_ = bom.encoding;
      front_ = bom.length;
    } else if (encoding_ == "UTF-16" || encoding_ == "UTF-32") {
      encoding_ += "LE";
    }
    return handle_.open(encoding_) ? result<void>{} : fail(errc::no_encoding, encoding_);
  }

  result<void> refill() {
    std::memmove(input_.data(), input_.data() + front_, back_ - front_);
    back_ -= front_;
    front_ = 0;
    if (back_ == input_.size()) return {};
    auto n = bytes_->read({input_.data() + back_, input_.size() - back_});
    if (!n) return tl::unexpected(n.error());
    at_end_ = *n == 0;
    back_ += *n;
    return {};
  }

  /// Converts one buffer into `ready_`.
  result<void> convert() {
    if (!at_end_ && !is_full_)
      if (auto more = refill(); !more) return more;
    char* in = input_.data() + front_;
    std::size_t in_left = back_ - front_;
    char* out = output_.data();
    std::size_t out_left = output_.size();
    placed_ = out;
    is_full_ = false;
    mixture next_mixture;
    while (in_left > 0 && !is_full_) {
      if (may_be_mixed_ && in >= next_mixture.begin) next_mixture = find_next({in, in_left});
      const auto part = may_be_mixed_ ? next_part(next_mixture, {in, in_left}, out) : in_left;
      if (part == 0) break;
      auto part_left = part;
      const auto done = iconv(handle_.get(), &in, &part_left, &out, &out_left);
      in_left -= part - part_left;
      if (done != static_cast<std::size_t>(-1)) continue;
      if (errno == EINVAL && !at_end_) break;
      is_full_ = errno == E2BIG || out_left < replacement.size();
      if (!is_full_) skip(in, in_left, out, out_left);
    }
    front_ = back_ - in_left;
    if (at_end_ && in_left == 0 && !is_full_) flush(out, out_left);
    move_place(out);
    ready_ = {output_.data(), static_cast<std::size_t>(out - output_.data())};
    return {};
  }

  /// Where the next character of UTF-8 is in the input, seen once, so that the time is linear.
  struct mixture {
    const char* begin = nullptr;
    std::size_t length = 0;
  };
  static mixture find_next(std::string_view in) {
    const auto found = find_mixture(in);
    return {in.data() + found.at, found.length};
  }
  /// How many of the bytes to convert, so that a warning has its place; 0 when more have to be read.
  std::size_t next_part(const mixture& next, std::string_view in, const char* out) {
    if (in.data() < next.begin) return static_cast<std::size_t>(next.begin - in.data());
    if (next.length == 0) return at_end_ ? in.size() : 0;
    move_place(out);
    if (std::exchange(mixed_line_, place_.line) != place_.line)
      warnings_.add(errc::mixed_encodings, place_,
                    "bytes that are `" + std::string(in.substr(0, next.length)) + "` in UTF-8, decoded as " +
                        encoding_);
    return next.length;
  }

  /// Replaces one code unit by U+FFFD.
  void skip(char*& in, std::size_t& in_left, char*& out, std::size_t& out_left) {
    const auto n = std::min(unit_, in_left);
    move_place(out);
    warnings_.add(errc::undecodable_bytes, place_,
                  "bytes that are not valid in " + encoding_ + ": hexadecimal " + to_hex({in, n}));
    in += n;
    in_left -= n;
    std::memcpy(out, replacement.data(), replacement.size());
    out += replacement.size();
    out_left -= replacement.size();
  }

  /// Moves `place_` forward to `out`.
  void move_place(const char* out) {
    place_.advance({placed_, static_cast<std::size_t>(out - placed_)});
    placed_ = out;
  }

  /// Writes what a stateful decoder has not written yet.
  void flush(char*& out, std::size_t& out_left) {
    flushed_ = iconv(handle_.get(), nullptr, nullptr, &out, &out_left) != static_cast<std::size_t>(-1) ||
               errno != E2BIG;
  }

  byte_source_ptr bytes_;
  std::string encoding_;
  warning_log& warnings_;
  std::size_t unit_;
  bool may_be_mixed_;
  std::uint64_t mixed_line_ = 0;  ///< the last one with a warning
  std::vector<char> input_, output_;
  std::string_view ready_;
  std::size_t front_ = 0, back_ = 0;
  text_position place_;  ///< position of `placed_` in the text
  const char* placed_ = nullptr;
  bool started_ = false, at_end_ = false, is_full_ = false, flushed_ = false;
  iconv_handle handle_;
};

/// Some bytes, and then those of another source.
class resumed_source final : public byte_source {
 public:
  resumed_source(std::string front, byte_source_ptr rest)
      : front_(std::move(front)), rest_(std::move(rest)) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (at_ == front_.size()) return rest_->read(buffer);
    const auto n = std::min(buffer.size(), front_.size() - at_);
    std::copy_n(front_.data() + at_, n, buffer.data());
    at_ += n;
    return n;
  }

 private:
  std::string front_;
  std::size_t at_ = 0;
  byte_source_ptr rest_;
};

/// ASCII up to the first other byte, and from there the declared encoding; or UTF-8, when that byte is after the sample that decided,
/// and the bytes from there on are UTF-8.
class late_deciding_source final : public byte_source {
 public:
  late_deciding_source(byte_source_ptr bytes, std::string encoding, warning_log& warnings)
      : bytes_(std::move(bytes)), encoding_(std::move(encoding)), warnings_(warnings) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (decided_) return decided_->read(buffer);
    auto n = bytes_->read(buffer);
    if (!n) return n;
    const auto chunk = buffer.first(*n);
    const auto ascii = static_cast<std::size_t>(
        std::ranges::find_if(chunk, [](char c) { return (c & 0x80) != 0; }) - chunk.begin());
    place_.advance({chunk.data(), ascii});
    if (ascii == *n) return n;
    if (auto done = decide(std::string(chunk.data() + ascii, *n - ascii)); !done)
      return tl::unexpected(done.error());
    return ascii > 0 ? ascii : decided_->read(buffer);
  }

 private:
  static constexpr std::size_t window_bytes = std::size_t{64} * 1024;

  result<void> decide(std::string window) {
    bool is_whole = false;
    while (window.size() < window_bytes && !is_whole) {
      const auto size = window.size();
      window.resize(window_bytes);
      auto n = bytes_->read({window.data() + size, window_bytes - size});
      if (!n) return tl::unexpected(n.error());
      window.resize(size + *n);
      is_whole = *n == 0;
    }
    const auto census = take_census(std::string_view(window).substr(0, window_bytes), is_whole);
    const bool is_utf8 = census.multi_byte > 0 && (census.is_utf8() || census.is_damaged_utf8());
    auto rest = std::make_unique<resumed_source>(std::move(window), std::move(bytes_));
    if (is_utf8 && place_.offset_bytes >= most_sampled_bytes) {
      warnings_.add(errc::overruled_encoding, place_, "the text is UTF-8 from here on, not " + encoding_);
      decided_ = std::move(rest);
    } else {
      decided_ = std::make_unique<recoding_source>(std::move(rest), encoding_, warnings_, place_);
    }
    return {};
  }

  byte_source_ptr bytes_, decided_;
  std::string encoding_;
  warning_log& warnings_;
  text_position place_;  ///< after the ASCII
};

/// Whether each byte of the encoding is a character by itself, with ASCII bytes as ASCII. Not so for Vietnamese, with combining tones.
bool is_one_byte_beyond_ascii(std::string_view canonical) {
  return (canonical.starts_with("ISO-8859-") || canonical.starts_with("windows-125") ||
          canonical.starts_with("KOI8-")) &&
         canonical != "windows-1258";
}

}  // namespace

result<byte_source_ptr> make_utf8_source(byte_source_ptr bytes, std::string_view encoding,
                                         warning_log& warnings) {
  auto canonical = canonical_encoding_name(encoding);
  if (canonical.empty())
    return fail(errc::no_encoding, "iconv does not support the encoding '" + std::string(encoding) + "'");
  if (is_utf8_compatible(canonical)) return bytes;
  if (is_one_byte_beyond_ascii(canonical))
    return std::make_unique<late_deciding_source>(std::move(bytes), std::move(canonical), warnings);
  return std::make_unique<recoding_source>(std::move(bytes), std::move(canonical), warnings);
}

}  // namespace laundromat
