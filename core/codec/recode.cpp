// Streams through iconv; characters that a buffer cuts in two wait for the next one.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/recode.hpp"

#include <iconv.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "core/codec/encoding.hpp"
#include "core/codec/encoding_name.hpp"

namespace laundromat {

namespace {

constexpr std::size_t input_bytes = 256 * 1024;
constexpr std::size_t output_bytes = 768 * 1024;
constexpr std::size_t longest_bom = 4;
constexpr std::string_view replacement = "\xEF\xBF\xBD";

class iconv_handle {
 public:
  iconv_handle() = default;
  ~iconv_handle() { close(); }
  iconv_handle(const iconv_handle&) = delete;
  iconv_handle& operator=(const iconv_handle&) = delete;

  bool open(const std::string& encoding) {
    close();
    handle_ = iconv_open("UTF-8", encoding.c_str());
    return handle_ != none;
  }
  [[nodiscard]] iconv_t get() const { return handle_; }

 private:
  void close() {
    if (handle_ != none) iconv_close(handle_);
    handle_ = none;
  }

  static inline const iconv_t none = reinterpret_cast<iconv_t>(-1);
  iconv_t handle_ = none;
};

class recoding_source final : public byte_source {
 public:
  recoding_source(byte_source_ptr bytes, std::string encoding, warning_log& warnings)
      : bytes_(std::move(bytes)),
        encoding_(std::move(encoding)),
        warnings_(warnings),
        unit_(code_unit_bytes(encoding_)),
        input_(input_bytes),
        output_(output_bytes) {}

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
  /// Reads the byte order mark, which also settles the byte order.
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
    read_bytes_ += *n;
    return {};
  }

  /// Fills `ready_` with what one buffer gives.
  result<void> convert() {
    if (!at_end_ && !is_full_)
      if (auto more = refill(); !more) return more;
    char* in = input_.data() + front_;
    std::size_t in_left = back_ - front_;
    char* out = output_.data();
    std::size_t out_left = output_.size();
    is_full_ = false;
    while (in_left > 0 && !is_full_) {
      if (iconv(handle_.get(), &in, &in_left, &out, &out_left) != static_cast<std::size_t>(-1)) continue;
      if (errno == E2BIG) {
        is_full_ = true;
      } else if (errno == EINVAL && !at_end_) {
        break;
      } else if (out_left < replacement.size()) {
        is_full_ = true;
      } else {
        skip(in, in_left, out, out_left);
      }
    }
    front_ = back_ - in_left;
    if (at_end_ && in_left == 0 && !is_full_) flush(out, out_left);
    ready_ = {output_.data(), static_cast<std::size_t>(out - output_.data())};
    return {};
  }

  /// Puts U+FFFD in the place of one code unit.
  void skip(char*& in, std::size_t& in_left, char*& out, std::size_t& out_left) {
    const auto n = std::min(unit_, in_left);
    warnings_.add(errc::undecodable_bytes, read_bytes_ - in_left,
                  "bytes that " + encoding_ + " does not have");
    in += n;
    in_left -= n;
    std::memcpy(out, replacement.data(), replacement.size());
    out += replacement.size();
    out_left -= replacement.size();
  }

  /// Takes what a stateful decoder still holds back.
  void flush(char*& out, std::size_t& out_left) {
    flushed_ = iconv(handle_.get(), nullptr, nullptr, &out, &out_left) != static_cast<std::size_t>(-1) ||
               errno != E2BIG;
  }

  byte_source_ptr bytes_;
  std::string encoding_;
  warning_log& warnings_;
  std::size_t unit_;
  std::vector<char> input_, output_;
  std::string_view ready_;
  std::size_t front_ = 0, back_ = 0;
  std::uint64_t read_bytes_ = 0;
  bool started_ = false, at_end_ = false, is_full_ = false, flushed_ = false;
  iconv_handle handle_;
};

}  // namespace

result<byte_source_ptr> make_utf8_source(byte_source_ptr bytes, std::string_view encoding,
                                         warning_log& warnings) {
  auto canonical = canonical_encoding_name(encoding);
  if (canonical.empty())
    return fail(errc::no_encoding, "iconv does not know '" + std::string(encoding) + "'");
  if (is_utf8_compatible(canonical)) return bytes;
  return std::make_unique<recoding_source>(std::move(bytes), std::move(canonical), warnings);
}

}  // namespace laundromat
