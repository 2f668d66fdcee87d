// Decodes members one after the other, and drops what is not kept.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/member_scan.hpp"

#include <algorithm>

namespace laundromat {

namespace {

constexpr std::size_t step_bytes = std::size_t{32} << 10;

tl::unexpected<failure> damaged(std::uint64_t offset, std::string_view why) {
  return fail(errc::archive_damaged, "byte " + std::to_string(offset) + ": " + std::string(why));
}

}  // namespace

member_scan::member_scan(byte_source_ptr file) : file_(std::move(file)), input_(*file_), finder_(input_) {}

result<std::optional<scanned_member>> member_scan::next() {
  scanned_member found;
  found.offset = begin_ = next_;
  if (found.offset >= input_.file_bytes()) return std::nullopt;
  if (auto started = input_.start(found.offset); !started) return tl::unexpected(started.error());
  if (!input_.is_packed()) return damaged(found.offset, "no gzip member begins here");
  for (;;) {
    const auto text = input_.peek(step_bytes);
    if (!text) return tl::unexpected(text.error());
    if (text->empty()) break;
    found.front.append(text->substr(0, front_bytes - found.front.size()));
    found.text_bytes += text->size();
    input_.skip(text->size());
  }
  if (input_.damage() == stream_damage::cut)
    return fail(errc::truncated_stream, "the last gzip member is cut");
  if (input_.damage()) return damaged(input_.next_offset(), "the gzip member is damaged");
  next_ = input_.next_offset();
  found.length_bytes = next_ - found.offset;
  return found;
}

result<std::uint64_t> member_scan::read_on() {
  const auto found = finder_.find(record_search::gzip_members, begin_ + 1, input_.file_bytes());
  if (!found) return tl::unexpected(found.error());
  next_ = found->value_or(input_.file_bytes());
  return next_ - begin_;
}

}  // namespace laundromat
