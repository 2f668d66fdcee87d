// Decodes members one after the other, and drops what is not kept.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/member_scan.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::size_t input_bytes = std::size_t{256} << 10, output_bytes = std::size_t{64} << 10;
/// A decoder may return so many bytes before those that it was given.
constexpr std::size_t returned_bytes = 8;

tl::unexpected<failure> damaged(std::uint64_t offset, std::string_view why) {
  return fail(errc::archive_damaged, "byte " + std::to_string(offset) + ": " + std::string(why));
}

}  // namespace

member_scan::member_scan(byte_source_ptr file)
    : file_(std::move(file)),
      codec_(make_gzip_codec()),
      input_(input_bytes, '\0'),
      output_(output_bytes, '\0') {}

result<void> member_scan::refill() {
  const auto kept = std::min(front_, returned_bytes);
  const auto dropped = front_ - kept;
  std::copy(input_.begin() + static_cast<std::ptrdiff_t>(dropped),
            input_.begin() + static_cast<std::ptrdiff_t>(back_), input_.begin());
  offset_ += dropped;
  front_ -= dropped;
  back_ -= dropped;
  const auto n = file_->read({input_.data() + back_, input_.size() - back_});
  if (!n) return tl::unexpected(n.error());
  back_ += *n;
  is_whole_ = *n == 0;
  return {};
}

result<void> member_scan::begin_member() {
  std::optional<std::size_t> header;
  for (;;) {
    if (!codec_->may_begin(waiting())) return damaged(offset_ + front_, "no gzip member begins here");
    header = codec_->header_length(waiting());
    if (header || is_whole_ || back_ == input_.size()) break;
    if (auto more = refill(); !more) return more;
  }
  if (!header) return fail(errc::truncated_stream, "the last gzip member is cut");
  if (!codec_->begin(waiting())) return fail(errc::out_of_memory, "gzip");
  front_ += *header;
  return {};
}

result<std::optional<scanned_member>> member_scan::next() {
  while (waiting().empty() && !is_whole_)
    if (auto more = refill(); !more) return tl::unexpected(more.error());
  if (waiting().empty()) return std::nullopt;
  scanned_member found;
  found.offset = offset_ + front_;
  if (auto begun = begin_member(); !begun) return tl::unexpected(begun.error());
  for (;;) {
    // The last bytes before a refill are not decoded alone: a trailer could be split.
    while (!is_whole_ && waiting().size() < input_.size() / 8)
      if (auto more = refill(); !more) return tl::unexpected(more.error());
    auto in = waiting();
    const auto before = in.size();
    const auto done = codec_->decode(in, output_, is_whole_);
    front_ = static_cast<std::size_t>(in.data() - input_.data());
    found.front.append(output_, 0, std::min(done.made, front_bytes - found.front.size()));
    if (done.what == stream_codec::outcome::ended) break;
    if (done.what != stream_codec::outcome::more) return damaged(offset_ + front_, done.why);
    if (done.made == 0 && in.size() == before && is_whole_)
      return fail(errc::truncated_stream, "the last gzip member is cut");
  }
  found.length_bytes = offset_ + front_ - found.offset;
  return found;
}

}  // namespace laundromat
