// One libarchive handle per stream: format raw, exactly one filter.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/filters.hpp"

#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cstring>

#include "core/codec/gzip.hpp"
#include "core/codec/libarchive_input.hpp"

namespace laundromat {

namespace {

int support_filter(archive* handle, layer_kind kind) {
  switch (kind) {
    case layer_kind::bzip2:
      return archive_read_support_filter_bzip2(handle);
    case layer_kind::xz:
      return archive_read_support_filter_xz(handle);
    case layer_kind::zstd:
      return archive_read_support_filter_zstd(handle);
    case layer_kind::lz4:
      return archive_read_support_filter_lz4(handle);
    default:
      return ARCHIVE_FATAL;
  }
}

class filter_source final : public byte_source {
 public:
  filter_source(layer_kind kind, byte_source_ptr compressed, warning_log& warnings)
      : kind_(kind), input_(std::move(compressed)), warnings_(warnings), handle_(archive_read_new()) {}

  result<std::size_t> read(std::span<char> buffer) override {
    if (!opened_)
      if (auto begun = open(); !begun) return tl::unexpected(begun.error());
    while (block_.empty() && !ended_ && !buffer.empty())
      if (auto more = next_block(); !more) return tl::unexpected(more.error());
    const auto n = std::min(buffer.size(), block_.size());
    std::copy_n(block_.data(), n, buffer.data());
    block_.remove_prefix(n);
    return n;
  }

 private:
  result<void> open() {
    opened_ = true;
    auto* a = handle_.get();
    if (!a || support_filter(a, kind_) != ARCHIVE_OK || archive_read_support_format_raw(a) != ARCHIVE_OK ||
        archive_read_support_format_empty(a) != ARCHIVE_OK)
      return fail(errc::internal, "this libarchive does not decode " + std::string(to_string(kind_)));
    auto code = input_.open(a);
    if (!code) return tl::unexpected(code.error());
    if (*code < ARCHIVE_WARN) return stop();
    if (archive_filter_count(a) < 2)
      return fail(errc::archive_damaged, std::string(to_string(kind_)) + ": no header");
    archive_entry* entry = nullptr;
    const auto header = archive_read_next_header(a, &entry);
    if (header == ARCHIVE_EOF) return end();
    return header < ARCHIVE_WARN ? stop() : result<void>{};
  }

  result<void> next_block() {
    const void* bytes = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const auto code = archive_read_data_block(handle_.get(), &bytes, &size, &offset);
    if (code == ARCHIVE_EOF) return end();
    if (code < ARCHIVE_WARN) return stop();
    block_ = {static_cast<const char*>(bytes), size};
    delivered_ += size;
    return {};
  }

  [[nodiscard]] std::uint64_t offset() const {
    return static_cast<std::uint64_t>(std::max<la_int64_t>(archive_filter_bytes(handle_.get(), -1), 0));
  }

  /// The good end. Some decoders are silent about what follows their last stream.
  result<void> end() {
    ended_ = true;
    auto more = input_.has_more();
    if (!more) return tl::unexpected(more.error());
    if (*more || offset() < input_.position())
      warnings_.add(errc::trailing_garbage, offset(),
                    std::string(to_string(kind_)) + ": bytes that are no stream follow the last one");
    return {};
  }

  /// The bad end: an error when nothing came before it.
  result<void> stop() {
    ended_ = true;
    if (input_.error()) return tl::unexpected(*input_.error());
    const auto code = input_.has_ended() ? errc::truncated_stream : errc::archive_damaged;
    auto message = std::string(to_string(kind_)) + ": " + archive_message(handle_.get());
    if (delivered_ == 0) return fail(code, std::move(message));
    warnings_.add(code, offset(), std::move(message));
    return {};
  }

  layer_kind kind_;
  archive_input input_;
  warning_log& warnings_;
  archive_handle handle_;
  std::string_view block_;
  std::uint64_t delivered_ = 0;
  bool opened_ = false, ended_ = false;
};

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

/// A decoder with the count of what went in below it and came out of it.
class guarded_decoder final : public byte_source {
 public:
  guarded_decoder(layer_kind kind, byte_source_ptr compressed, const codec_budget& budget,
                  warning_log& warnings)
      : budget_(budget) {
    auto counted = make_counting_source(std::move(compressed), taken_);
    decoder_ = kind == layer_kind::gzip ? make_gzip_source(std::move(counted), warnings)
                                        : make_filter_source(kind, std::move(counted), warnings);
  }

  result<std::size_t> read(std::span<char> buffer) override {
    auto n = decoder_->read(buffer);
    if (!n) return n;
    made_ += *n;
    if (auto judged = judge_expansion(made_, taken_, budget_); !judged) return tl::unexpected(judged.error());
    return n;
  }

 private:
  codec_budget budget_;
  std::uint64_t taken_ = 0, made_ = 0;
  byte_source_ptr decoder_;
};

}  // namespace

byte_source_ptr make_filter_source(layer_kind kind, byte_source_ptr compressed, warning_log& warnings) {
  return std::make_unique<filter_source>(kind, std::move(compressed), warnings);
}

byte_source_ptr make_counting_source(byte_source_ptr source, std::uint64_t& total) {
  return std::make_unique<counting_source>(std::move(source), total);
}

byte_source_ptr make_decoder(layer_kind kind, byte_source_ptr compressed, const codec_budget& budget,
                             warning_log& warnings) {
  return std::make_unique<guarded_decoder>(kind, std::move(compressed), budget, warnings);
}

result<void> judge_expansion(std::uint64_t made, std::uint64_t taken, const codec_budget& budget) {
  if (made > budget.bytes)
    return fail(errc::too_large_unpacked, "more than " + std::to_string(budget.bytes) + " bytes");
  if (made > ratio_free_bytes && made / budget.ratio > taken)
    return fail(errc::ratio_exceeded, std::to_string(made) + " bytes out of " + std::to_string(taken));
  return {};
}

}  // namespace laundromat
