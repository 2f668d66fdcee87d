// Streaming gzip and zlib with ISA-L.
// SPDX-License-Identifier: Apache-2.0
#include "net/content_decoder.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <utility>

namespace laundromat {
namespace {

enum class wrapper : std::uint8_t { gzip, zlib };

constexpr std::size_t magic_bytes = 3;

/// True when `head` begins as the format does. Source: RFC 1952 section 2.3.1, RFC 1950 section 2.2.
bool begins_like(wrapper format, std::string_view head) {
  if (head.size() < 2) return false;
  const auto first = static_cast<unsigned char>(head[0]);
  const auto second = static_cast<unsigned char>(head[1]);
  if (format == wrapper::zlib) return (first & 0x0f) == 8 && (first * 256 + second) % 31 == 0;
  return head.size() >= magic_bytes && first == 0x1f && second == 0x8b && head[2] == 8;
}

bool is_registered_but_not_decoded(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"br",  "compress", "x-compress",   "exi",
                                                  "dcb", "dcz",      "pack200-gzip", "aes128gcm"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

/// One encoding: sniff the first bytes, then inflate member after member, or pass everything through.
class content_decoder::layer {
 public:
  explicit layer(wrapper format) : format_(format) {}

  template <class Out>
  result<void> write(std::string_view bytes, const Out& out) {
    while (!bytes.empty()) {
      if (phase_ == phase::plain) return out(bytes);
      if (phase_ == phase::ignoring) return {};
      if (phase_ == phase::inflating) {
        if (auto done = inflate(bytes, out); !done) return done;
        continue;
      }
      const auto take = std::min(bytes.size(), magic_bytes - head_.size());
      head_.append(bytes.substr(0, take));
      bytes.remove_prefix(take);
      if (head_.size() < magic_bytes) return {};
      if (auto done = decide(out); !done) return done;
    }
    return {};
  }

  template <class Out>
  result<void> finish(const Out& out) {
    if (phase_ == phase::inflating) return fail(errc::truncated_stream, "the content encoding ends early");
    if (head_.empty()) return {};
    if (phase_ == phase::sniffing && begins_like(format_, head_)) {
      return fail(errc::truncated_stream, "the content encoding ends early");
    }
    return decide(out);
  }

  [[nodiscard]] std::string note() const {
    const std::string name = format_ == wrapper::gzip ? "gzip" : "deflate";
    if (phase_ == phase::plain)
      return "the body is not " + name + " as Content-Encoding says; kept as it came";
    if (trailing_) return "bytes after the end of the " + name + " content encoding are left out";
    return {};
  }

 private:
  enum class phase : std::uint8_t { sniffing, inflating, between_members, plain, ignoring };

  /// Decides by `head_` what the bytes are, and hands `head_` on.
  template <class Out>
  result<void> decide(const Out& out) {
    const auto head = std::exchange(head_, {});
    if (begins_like(format_, head)) {
      if (!state_) state_ = std::make_unique_for_overwrite<inflate_state>();
      isal_inflate_init(state_.get());
      state_->crc_flag = format_ == wrapper::gzip ? ISAL_GZIP : ISAL_ZLIB;
      phase_ = phase::inflating;
      auto rest = std::string_view(head);
      return inflate(rest, out);
    }
    if (phase_ == phase::sniffing) {
      phase_ = phase::plain;
      return out(std::string_view(head));
    }
    phase_ = phase::ignoring;
    trailing_ = true;
    return {};
  }

  /// Inflates from the front of `bytes` and removes what it used.
  template <class Out>
  result<void> inflate(std::string_view& bytes, const Out& out) {
    auto& state = *state_;
    state.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
    state.avail_in = static_cast<std::uint32_t>(bytes.size());
    for (;;) {
      state.next_out = buffer_.data();
      state.avail_out = static_cast<std::uint32_t>(buffer_.size());
      const int code = isal_inflate(&state);
      const auto made = buffer_.size() - state.avail_out;
      if (made > 0) {
        if (auto done = out({reinterpret_cast<const char*>(buffer_.data()), made}); !done) return done;
      }
      if (code < 0 || code == ISAL_NEED_DICT) {
        return fail(errc::content_encoding,
                    "the content encoding is damaged (ISA-L " + std::to_string(code) + ")");
      }
      if (state.block_state == ISAL_BLOCK_FINISH) break;
      if (state.avail_in == 0 && state.avail_out > 0) break;
    }
    bytes.remove_prefix(bytes.size() - state.avail_in);
    if (state.block_state == ISAL_BLOCK_FINISH) phase_ = phase::between_members;
    return {};
  }

  wrapper format_;
  phase phase_ = phase::sniffing;
  bool trailing_ = false;
  std::string head_;
  std::unique_ptr<inflate_state> state_;
  std::array<std::uint8_t, 64 * 1024> buffer_;
};

content_decoder::content_decoder(decode_limits limits) : limits_(limits) {}
content_decoder::content_decoder(content_decoder&&) noexcept = default;
content_decoder& content_decoder::operator=(content_decoder&&) noexcept = default;
content_decoder::~content_decoder() = default;

result<content_decoder> content_decoder::make(const std::vector<std::string>& encodings,
                                              decode_limits limits) {
  content_decoder made(limits);
  std::uint32_t count = 0;
  for (auto name = encodings.rbegin(); name != encodings.rend(); ++name) {
    if (*name == "identity") continue;
    if (++count > limits.encodings) {
      return fail(errc::content_encoding,
                  "more than " + std::to_string(limits.encodings) + " content encodings");
    }
    if (is_registered_but_not_decoded(*name)) {
      return fail(errc::content_encoding,
                  "the content encoding " + *name + " was not asked for and is not decoded");
    }
    if (*name == "gzip" || *name == "x-gzip") {
      made.layers_.push_back(std::make_unique<layer>(wrapper::gzip));
    } else if (*name == "deflate") {
      made.layers_.push_back(std::make_unique<layer>(wrapper::zlib));
    } else {
      made.notes_.push_back("the content encoding " + *name + " is not undone; the body is kept as it came");
    }
  }
  return made;
}

result<void> content_decoder::write(std::string_view wire, const output& out) {
  wire_bytes_ += wire.size();
  return push(0, wire, out);
}

result<void> content_decoder::push(std::size_t depth, std::string_view bytes, const output& out) {
  if (depth == layers_.size()) return emit(bytes, out);
  return layers_[depth]->write(bytes, [&](std::string_view inner) { return push(depth + 1, inner, out); });
}

result<void> content_decoder::finish(const output& out) {
  for (std::size_t depth = 0; depth < layers_.size(); ++depth) {
    auto done = layers_[depth]->finish([&](std::string_view inner) { return push(depth + 1, inner, out); });
    if (!done) return done;
  }
  return {};
}

result<void> content_decoder::emit(std::string_view decoded, const output& out) {
  if (decoded.empty()) return {};
  const auto total = decoded_bytes_ + decoded.size();
  if (total > limits_.decoded_bytes) {
    return fail(errc::body_too_large,
                "more than " + std::to_string(limits_.decoded_bytes) + " decoded bytes");
  }
  if (total > limits_.ratio_free_bytes && total / std::max<std::uint64_t>(1, limits_.ratio) > wire_bytes_) {
    return fail(errc::ratio_exceeded,
                "the content encoding expands more than " + std::to_string(limits_.ratio) + ":1");
  }
  decoded_bytes_ = total;
  return out(decoded);
}

std::vector<std::string> content_decoder::notes() const {
  auto all = notes_;
  for (const auto& l : layers_) {
    if (auto note = l->note(); !note.empty()) all.push_back(std::move(note));
  }
  return all;
}

}  // namespace laundromat
