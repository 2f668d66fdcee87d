// Reads the declaration, then searches for the first byte that confirms or disproves it.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding_watch.hpp"

#include <algorithm>
#include <string>

#include "core/base/text_position.hpp"
#include "core/codec/text/encoding.hpp"
#include "core/codec/text/encoding_name.hpp"

namespace laundromat {

namespace {

constexpr std::size_t head_bytes = 4096;

/// Whether text in one encoding is also text in the other; a name without byte order means both orders.
bool is_same_encoding(std::string_view one, std::string_view other) {
  const auto longer = std::max(one.size(), other.size()), shorter = std::min(one.size(), other.size());
  const bool has_order = longer == shorter + 2 && code_unit_bytes(one) > 1;
  return (is_utf8_compatible(one) && is_utf8_compatible(other)) || one == other ||
         (has_order && one.substr(0, shorter) == other.substr(0, shorter));
}

class watching_source final : public byte_source {
 public:
  watching_source(byte_source_ptr bytes, std::string encoding, std::string_view http_charset,
                  warning_log& warnings)
      : bytes_(std::move(bytes)),
        encoding_(std::move(encoding)),
        http_charset_(http_charset),
        warnings_(warnings) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (!is_begun_) {
      is_begun_ = true;
      auto head = read_head(*bytes_, head_bytes);
      if (!head) return tl::unexpected(head.error());
      head_ = std::move(*head);
      begin();
    }
    auto n = result<std::size_t>(std::min(buffer.size(), head_.size() - at_));
    if (*n > 0) {
      std::copy_n(head_.data() + at_, *n, buffer.data());
      at_ += *n;
    } else if (!buffer.empty()) {
      n = bytes_->read(buffer);
    }
    if (n && rule_ != errc::ok) watch({buffer.data(), *n});
    return n;
  }
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_->size_bytes(); }

 private:
  void begin() {
    bool is_declared = false;
    for (const auto& declared : {std::string(find_declared_encoding(head_)), http_charset_}) {
      const auto canonical = canonical_encoding_name(declared);
      is_declared = is_declared || !declared.empty();
      if (declared.empty() || rule_ != errc::ok || is_same_encoding(canonical, encoding_)) continue;
      rule_ = errc::overruled_encoding;
      message_ = "declared as " + declared.substr(0, 100) + ", decoded as " + encoding_;
    }
    if (!is_declared && !is_utf8_compatible(encoding_) && find_bom(head_).length == 0) {
      rule_ = errc::guessed_encoding;
      message_ = "decoded as " + encoding_ + "; no encoding is declared";
    }
    if (rule_ != errc::ok && code_unit_bytes(encoding_) > 1) warn();
  }

  void watch(std::string_view chunk) {
    const auto other = std::ranges::find_if(chunk, [](char c) { return (c & 0x80) != 0; });
    place_.advance(chunk.substr(0, static_cast<std::size_t>(other - chunk.begin())));
    if (other != chunk.end()) warn();
  }
  void warn() {
    warnings_.add(rule_, place_, std::move(message_));
    rule_ = errc::ok;
  }

  byte_source_ptr bytes_;
  std::string encoding_, http_charset_, head_, message_;
  warning_log& warnings_;
  text_position place_;
  std::size_t at_ = 0;
  errc rule_ = errc::ok;
  bool is_begun_ = false;
};

}  // namespace

byte_source_ptr watch_encoding(byte_source_ptr bytes, std::string_view encoding,
                               std::string_view http_charset, warning_log& warnings) {
  return std::make_unique<watching_source>(std::move(bytes), canonical_encoding_name(encoding), http_charset,
                                           warnings);
}

}  // namespace laundromat
