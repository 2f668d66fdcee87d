// Feeds the decoders of core/codec as bytes arrive.
// SPDX-License-Identifier: Apache-2.0
#include "net/content_decoder.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/codec/compression/stream_decoder.hpp"

namespace laundromat {
namespace {

bool is_registered_but_not_decoded(std::string_view name) {
  constexpr std::array<std::string_view, 8> names{"br",  "compress", "x-compress",   "exi",
                                                  "dcb", "dcz",      "pack200-gzip", "aes128gcm"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

/// One encoding. Its first bytes decide whether the body has that format; if not, the bytes are passed on unchanged.
class content_decoder::layer {
 public:
  explicit layer(layer_kind kind) : kind_(kind), codec_(make_codec(kind)), name_(codec_->name()) {}

  template <class Out>
  result<void> write(std::string_view bytes, const Out& out) {
    if (phase_ == phase::sniffing) {
      const auto take = std::min(bytes.size(), magic_bytes - head_.size());
      head_.append(bytes.substr(0, take));
      bytes.remove_prefix(take);
      if (head_.size() < magic_bytes) return {};
      if (auto done = decide(out); !done) return done;
    }
    if (phase_ == phase::decoding) return decode(bytes, out);
    return bytes.empty() ? result<void>{} : out(bytes);
  }

  template <class Out>
  result<void> finish(const Out& out) {
    if (phase_ == phase::sniffing && !head_.empty())
      if (auto done = decide(out); !done) return done;
    if (phase_ != phase::decoding || decoder_->has_ended()) return {};
    decoder_->filled(0);
    return drain(out);
  }

  [[nodiscard]] std::string note() const {
    if (phase_ == phase::plain)
      return "the body is not " + name_ + " as Content-Encoding says; kept as it came";
    if (warnings_.rows().empty()) return {};
    const auto& first = warnings_.rows().front();
    return "the content encoding is damaged at byte " + std::to_string(first.offset_bytes) + ", " +
           first.message + "; what could be decoded is kept";
  }
  [[nodiscard]] const warning_log& warnings() const { return warnings_; }
  [[nodiscard]] layer_kind kind() const { return kind_; }
  [[nodiscard]] bool was_found() const { return phase_ == phase::decoding; }

 private:
  enum class phase : std::uint8_t { sniffing, decoding, plain };
  static constexpr std::size_t magic_bytes = 3;

  /// Decides the format by `head_`, and passes `head_` on.
  template <class Out>
  result<void> decide(const Out& out) {
    const auto head = std::exchange(head_, {});
    const bool may_be_text =
        name_ == "deflate" && head.size() < 2;  // zlib begins with a letter, gzip does not
    if (may_be_text || !codec_->may_begin(head)) {
      phase_ = phase::plain;
      return out(std::string_view(head));
    }
    phase_ = phase::decoding;
    decoder_.emplace(std::move(codec_), warnings_, input_bytes);
    return decode(head, out);
  }

  template <class Out>
  result<void> decode(std::string_view bytes, const Out& out) {
    while (!bytes.empty() && !decoder_->has_ended()) {
      const auto room = decoder_->room();
      const auto n = std::min(room.size(), bytes.size());
      std::copy_n(bytes.data(), n, room.data());
      bytes.remove_prefix(n);
      decoder_->filled(n);
      if (auto done = drain(out); !done) return done;
    }
    return {};
  }

  template <class Out>
  result<void> drain(const Out& out) {
    for (;;) {
      const auto n = decoder_->make(buffer_);
      if (!n) return tl::unexpected(n.error());
      if (*n == 0) return {};
      if (auto done = out(std::string_view(buffer_.data(), *n)); !done) return done;
    }
  }

  static constexpr std::size_t input_bytes = std::size_t{64} * 1024;

  layer_kind kind_;
  std::unique_ptr<stream_codec> codec_;
  std::string name_;
  phase phase_ = phase::sniffing;
  std::string head_;
  warning_log warnings_;
  std::optional<stream_decoder> decoder_;
  std::array<char, std::size_t{64} * 1024> buffer_;
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
      return fail(errc::content_encoding, "more than " + number_of(limits.encodings, "content encoding"));
    }
    if (is_registered_but_not_decoded(*name)) {
      return fail(errc::content_encoding,
                  "the content encoding " + *name + " was not asked for and is not decoded");
    }
    if (*name == "gzip" || *name == "x-gzip") {
      made.layers_.push_back(std::make_unique<layer>(layer_kind::gzip));
    } else if (*name == "deflate") {
      made.layers_.push_back(std::make_unique<layer>(layer_kind::deflate));
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
    return fail(errc::body_too_large, "more than " + number_of(limits_.decoded_bytes, "decoded byte"));
  }
  if (total > limits_.ratio_free_bytes && total / std::max<std::uint64_t>(1, limits_.ratio) > wire_bytes_) {
    return fail(errc::ratio_exceeded,
                "the content encoding expands more than " + std::to_string(limits_.ratio) + ":1");
  }
  decoded_bytes_ = total;
  return out(decoded);
}

std::vector<layer_kind> content_decoder::found() const {
  std::vector<layer_kind> all;
  for (const auto& l : layers_)
    if (l->was_found()) all.push_back(l->kind());
  return all;
}

std::vector<stream_warning> content_decoder::damage() const {
  std::vector<stream_warning> all;
  for (const auto& l : layers_)
    for (const auto& row : l->warnings().rows())
      all.push_back({row.code, row.offset_bytes, "Content-Encoding: " + row.message});
  return all;
}

std::vector<std::string> content_decoder::notes() const {
  auto all = notes_;
  for (const auto& l : layers_) {
    if (auto note = l->note(); !note.empty()) all.push_back(std::move(note));
  }
  return all;
}

}  // namespace laundromat
