// Puts the layers of a stored payload over its block.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/open_record.hpp"

#include <algorithm>

#include "core/codec/archive/filters.hpp"
#include "core/codec/compression/stream_decoder.hpp"
#include "core/codec/warc/chunk_decoder.hpp"
#include "core/codec/warc/next_segment.hpp"
#include "core/codec/warc/stored_record.hpp"

namespace laundromat {

namespace {

/// The payload as it is stored, with the segments that follow.
class block_source final : public byte_source {
 public:
  /// `segments`: of a record that is the first of several.
  block_source(byte_source_ptr file, std::unique_ptr<record_input> input, std::uint64_t left,
               std::optional<segment_chain> segments, const unpack_budget& budget)
      : file_(std::move(file)),
        input_(std::move(input)),
        begin_(input_->start_offset()),
        left_(left),
        segments_(std::move(segments)),
        budget_(budget) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (left_ == 0 && segments_ && !buffer.empty())
      if (auto moved = continue_record(); !moved) return tl::unexpected(moved.error());
    if (left_ == 0 || buffer.empty()) return 0;
    const auto bytes = input_->peek(1);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto n =
        static_cast<std::size_t>(std::min<std::uint64_t>(left_, std::min(bytes->size(), buffer.size())));
    std::copy_n(bytes->data(), n, buffer.data());
    input_->skip(n);
    left_ = n == 0 ? 0 : left_ - n;
    if (n == 0) segments_.reset();  // the segment is cut
    if (auto judged = judge_expansion(made_ += n, input_->next_offset() - begin_, budget_); !judged)
      return tl::unexpected(judged.error());
    return n;
  }

 private:
  /// Moves to the next segment; the document ends where that is missing, which the listing reports.
  result<void> continue_record() {
    auto found = segments_->is_complete() ? result<std::optional<std::uint64_t>>{std::nullopt}
                                          : next_segment(*input_, *segments_, budget_);
    if (!found) return tl::unexpected(found.error());
    if (*found)
      left_ = **found;
    else
      segments_.reset();
    return {};
  }

  byte_source_ptr file_;
  std::unique_ptr<record_input> input_;
  std::uint64_t begin_;  ///< of the first segment, in the file
  std::uint64_t left_;   ///< of the block
  std::uint64_t made_ = 0;
  std::optional<segment_chain> segments_;
  unpack_budget budget_;
};

/// A source that decodes from a buffer.
class chunked_source final : public byte_source {
 public:
  chunked_source(byte_source_ptr below, warning_log& warnings)
      : below_(std::move(below)), warnings_(warnings), buffer_(std::size_t{64} * 1024) {}

  result<std::size_t> read(std::span<char> buffer) override {
    while (data_.empty() && !has_ended_ && !buffer.empty())
      if (auto more = decode_more(); !more) return tl::unexpected(more.error());
    const auto n = std::min(buffer.size(), data_.size());
    std::copy_n(data_.data(), n, buffer.data());
    data_.remove_prefix(n);
    return n;
  }

 private:
  result<void> decode_more() {
    if (wire_.empty()) {
      const auto n = below_->read(buffer_);
      if (!n) return tl::unexpected(n.error());
      taken_ += *n;
      wire_ = {buffer_.data(), *n};
      if (*n == 0) return finish(), result<void>{};
    }
    data_ = chunks_.next(wire_);
    return {};
  }

  void finish() {
    has_ended_ = true;
    data_ = chunks_.finish();
    if (chunks_.is_broken())
      warnings_.add(errc::warc_chunks_wrong, taken_, "the chunked framing of the response is broken");
  }

  byte_source_ptr below_;
  warning_log& warnings_;
  std::vector<char> buffer_;
  chunk_decoder chunks_;
  std::string_view wire_, data_;
  std::uint64_t taken_ = 0;
  bool has_ended_ = false;
};

/// Counts what a decoder makes.
class bounded_source final : public byte_source {
 public:
  bounded_source(byte_source_ptr below, std::shared_ptr<std::uint64_t> taken, const unpack_budget& budget)
      : below_(std::move(below)), taken_(std::move(taken)), budget_(budget) {}

  result<std::size_t> read(std::span<char> buffer) override {
    auto n = below_->read(buffer);
    if (!n) return n;
    made_ += *n;
    if (auto judged = judge_expansion(made_, *taken_, budget_); !judged)
      return tl::unexpected(judged.error());
    return n;
  }

 private:
  byte_source_ptr below_;
  std::shared_ptr<std::uint64_t> taken_;
  unpack_budget budget_;
  std::uint64_t made_ = 0;
};

/// The codec of a Content-Encoding in lower case; null for one that is not read.
std::unique_ptr<stream_codec> codec_of(std::string_view encoding) {
  if (encoding == "deflate") return make_zlib_codec();
  if (encoding == "zstd") return make_zstd_codec();
  return encoding == "gzip" || encoding == "x-gzip" ? make_gzip_codec() : nullptr;
}

/// Undoes an encoding where the bytes begin like it. A body with another beginning was stored decoded.
result<byte_source_ptr> undo(std::string_view encoding, byte_source_ptr below, const unpack_budget& budget,
                             warning_log& warnings) {
  auto codec = codec_of(encoding);
  if (!codec) return below;
  auto head = read_head(*below, 4);
  if (!head) return tl::unexpected(head.error());
  const bool is_encoded = head->size() >= 2 && codec->may_begin(*head);
  auto whole = make_rejoined_source(std::move(*head), std::move(below));
  if (!is_encoded) return whole;
  auto taken = std::make_shared<std::uint64_t>(0);
  auto counted = make_counting_source(std::move(whole), *taken);
  auto decoded = make_stream_source(std::move(codec), std::move(counted), warnings);
  return std::make_unique<bounded_source>(std::move(decoded), std::move(taken), budget);
}

}  // namespace

result<byte_source_ptr> open_record(byte_source_ptr file, std::uint64_t offset, const unpack_budget& budget,
                                    warning_log& warnings) {
  auto input = std::make_unique<record_input>(*file);
  if (auto started = input->start(offset); !started) return tl::unexpected(started.error());
  if (auto skipped = skip_line_ends(*input); !skipped) return tl::unexpected(skipped.error());
  const auto record = read_record(*input);
  if (!record) return tl::unexpected(record.error());
  if (!*record) return fail(errc::not_found, "no record begins at byte " + std::to_string(offset));
  const auto member = describe_record(**record, offset);
  if (member.skipped != errc::ok)
    return fail(member.skipped, "cannot read the record at byte " + std::to_string(offset));
  input->skip(static_cast<std::size_t>((*record)->payload_offset()));
  const auto& head = (*record)->head;
  byte_source_ptr payload = std::make_unique<block_source>(
      std::move(file), std::move(input), member.size_bytes,
      head.segment == 1 ? std::optional{segment_chain(head)} : std::nullopt, budget);
  const auto& response = (*record)->response;
  if (!response) return payload;
  if (response->is_chunked) payload = std::make_unique<chunked_source>(std::move(payload), warnings);
  result<byte_source_ptr> out = std::move(payload);
  auto left = encodings_undone(*response);
  for (auto encoding = response->encodings.rbegin(); out && left > 0; ++encoding, --left)
    out = undo(*encoding, *std::move(out), budget, warnings);
  return out;
}

}  // namespace laundromat
