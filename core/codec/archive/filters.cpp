// Combines each decoder with a guard that counts bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/archive/filters.hpp"

#include <utility>

#include "core/base/count_words.hpp"
#include "core/codec/compression/stream_decoder.hpp"

namespace laundromat {

namespace {

class counting_source final : public byte_source {
 public:
  counting_source(byte_source_ptr source, std::uint64_t& total) : source_(std::move(source)), total_(total) {}

  result<std::size_t> read(std::span<char> buffer) override {
    auto n = source_->read(buffer);
    if (n) total_ += *n;
    return n;
  }
  result<void> seek(std::uint64_t offset) override { return source_->seek(offset); }
  bool is_seekable() const override { return source_->is_seekable(); }
  std::uint64_t size_bytes() const override { return source_->size_bytes(); }

 private:
  byte_source_ptr source_;
  std::uint64_t& total_;
};

/// A decoder that counts the bytes read from the layer below and the bytes it produced.
class guarded_decoder final : public byte_source {
 public:
  guarded_decoder(layer_kind kind, byte_source_ptr compressed, const unpack_budget& budget,
                  warning_log& warnings)
      : budget_(budget) {
    auto counted = make_counting_source(std::move(compressed), taken_);
    decoder_ = make_stream_source(make_codec(kind), std::move(counted), warnings);
  }

  result<std::size_t> read(std::span<char> buffer) override {
    auto n = decoder_->read(buffer);
    if (!n) return n;
    made_ += *n;
    if (auto judged = judge_expansion(made_, taken_, budget_); !judged) return tl::unexpected(judged.error());
    return n;
  }

 private:
  unpack_budget budget_;
  std::uint64_t taken_ = 0, made_ = 0;
  byte_source_ptr decoder_;
};

}  // namespace

byte_source_ptr make_counting_source(byte_source_ptr source, std::uint64_t& total) {
  return std::make_unique<counting_source>(std::move(source), total);
}

byte_source_ptr make_decoder(layer_kind kind, byte_source_ptr compressed, const unpack_budget& budget,
                             warning_log& warnings) {
  return std::make_unique<guarded_decoder>(kind, std::move(compressed), budget, warnings);
}

result<void> judge_expansion(std::uint64_t made, std::uint64_t taken, const unpack_budget& budget) {
  if (made > budget.bytes)
    return fail(errc::too_large_unpacked, "decoded more than " + number_of(budget.bytes, "byte"));
  if (made > ratio_free_bytes && made / budget.ratio > taken)
    return fail(errc::ratio_exceeded, number_of(made, "byte") + " decoded from " + human_count(taken));
  return {};
}

}  // namespace laundromat
