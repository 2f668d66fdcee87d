// Implements the stream decoder with a window over the compressed bytes, and a state between and within streams.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/stream_decoder.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace laundromat {

namespace {

/// How many bytes a codec may return that it took in the call before.
constexpr std::size_t kept_bytes = 8;

class stream_source final : public byte_source {
 public:
  stream_source(std::unique_ptr<stream_codec> codec, byte_source_ptr compressed, warning_log& warnings)
      : compressed_(std::move(compressed)), decoder_(std::move(codec), warnings) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (!buffer.empty()) {
      auto n = decoder_.make(buffer);
      if (!n || *n > 0 || decoder_.has_ended()) return n;
      auto came = compressed_->read(decoder_.room());
      if (!came) return came;
      decoder_.filled(*came);
    }
    return 0;
  }

 private:
  byte_source_ptr compressed_;
  stream_decoder decoder_;
};

}  // namespace

stream_decoder::stream_decoder(std::unique_ptr<stream_codec> codec, warning_log& warnings,
                               std::size_t input_bytes)
    : codec_(std::move(codec)), warnings_(warnings), input_(input_bytes) {}

std::span<char> stream_decoder::room() {
  if (front_ > kept_bytes) {
    const auto dropped = front_ - kept_bytes;
    std::memmove(input_.data(), input_.data() + dropped, back_ - dropped);
    back_ -= dropped;
    front_ = kept_bytes;
  }
  return {input_.data() + back_, input_.size() - back_};
}

void stream_decoder::filled(std::size_t bytes) {
  is_whole_ = bytes == 0;
  back_ += bytes;
  taken_ += bytes;
  wants_input_ = false;
}

result<std::size_t> stream_decoder::make(std::span<char> out) {
  while (!has_ended_ && !wants_input_) {
    if (in_stream_) {
      if (lacks_input()) return wants_input_ = true, std::size_t{0};
      auto n = decode(out);
      if (!n || *n > 0) return n;
    } else if (auto begun = begin_stream(); !begun) {
      return tl::unexpected(begun.error());
    }
  }
  return 0;
}

/// What a codec decodes from the last bytes before a cut can depend on their chunks: they are passed in one chunk.
bool stream_decoder::lacks_input() const {
  return !is_whole_ && waiting().size() < input_.size() / 8;
}

/// Skips padding; true when all available bytes were padding and more may come.
bool stream_decoder::skip_padding() {
  if (codec_->padding_unit() == 0 || streams_ == 0) return false;
  const auto zeros = std::min(waiting().find_first_not_of('\0'), waiting().size());
  front_ += zeros;
  padding_ += zeros;
  return waiting().empty() && !is_whole_;
}

result<void> stream_decoder::begin_stream() {
  if (skip_padding()) return wants_input_ = true, result<void>{};
  if (padding_ > 0 && padding_ % codec_->padding_unit() != 0)
    return meet(stream_damage::trailing_garbage, offset() - padding_, "zero bytes follow the last stream");
  const auto front = waiting();
  if (!codec_->may_begin(front))
    return streams_ > 0 ? meet(stream_damage::trailing_garbage, offset(),
                               "the bytes after the last stream are not a stream")
                        : meet(stream_damage::no_stream, offset(), "the stream has no valid header");
  const auto header = codec_->header_length(front);
  if (!header && !is_whole_) {
    if (room().empty()) return meet(stream_damage::broken, offset(), "the header does not end");
    return wants_input_ = true, result<void>{};
  }
  if (front.empty() && streams_ > 0) return has_ended_ = true, result<void>{};
  if (!header)
    return meet(stream_damage::cut, taken_,
                front.empty() ? "the stream is empty" : "the stream ends within a header");
  if (!codec_->begin(front)) return fail(errc::out_of_memory, std::string(codec_->name()));
  front_ += *header;
  padding_ = 0;
  in_stream_ = true;
  return {};
}

result<std::size_t> stream_decoder::decode(std::span<char> out) {
  auto in = waiting();
  const auto before = in.size();
  const auto done = codec_->decode(in, out, is_whole_);
  front_ = back_ - std::min(in.size(), back_);
  made_ += done.made;
  const bool is_stuck = done.made == 0 && in.size() == before;
  if (auto judged = judge(done, is_stuck); !judged) return tl::unexpected(judged.error());
  return done.made;
}

/// Continues after a step. `is_stuck`: the codec neither used nor produced a byte.
result<void> stream_decoder::judge(const stream_codec::step& done, bool is_stuck) {
  switch (done.what) {
    case stream_codec::outcome::more:
      if (done.made > 0 || (!is_stuck && !waiting().empty())) return {};
      if (is_whole_)
        return is_stuck ? meet(stream_damage::cut, taken_, "the bytes end within a stream") : result<void>{};
      if (room().empty()) return meet(stream_damage::broken, offset(), "a block is too long");
      return wants_input_ = true, result<void>{};
    case stream_codec::outcome::ended:
      in_stream_ = false;
      ++streams_;
      return {};
    case stream_codec::outcome::broken:
      return meet(stream_damage::broken, offset(), done.why);
    case stream_codec::outcome::wrong_checksum:
      in_stream_ = false;
      ++streams_;
      return meet(stream_damage::wrong_checksum, offset(), done.why);
    case stream_codec::outcome::too_large:
      return fail(errc::limit_exceeded, std::string(codec_->name()) + ": " + std::string(done.why));
    case stream_codec::outcome::no_memory:
      return fail(errc::out_of_memory, std::string(codec_->name()) + ": " + std::string(done.why));
  }
  return {};
}

result<void> stream_decoder::meet(stream_damage what, std::uint64_t at, std::string_view message) {
  const auto& rule = rule_of(what);
  const auto text = std::string(codec_->name()) + ": " + std::string(message);
  has_ended_ = !rule.reads_on;
  if (made_ == 0 && streams_ == 0) return fail(rule.defect, text);
  warnings_.add(rule.defect, at, text);
  return {};
}

byte_source_ptr make_stream_source(std::unique_ptr<stream_codec> codec, byte_source_ptr compressed,
                                   warning_log& warnings) {
  return std::make_unique<stream_source>(std::move(codec), std::move(compressed), warnings);
}

}  // namespace laundromat
