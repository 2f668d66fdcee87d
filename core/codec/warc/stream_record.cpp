// Stores a body in blocks of fixed length behind a front of fixed length.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/stream_record.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>

#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/compression/combine_crc.hpp"
#include "core/codec/warc/member_parts.hpp"
#include "core/codec/warc/own_record.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_truncated_chars = 11, length_digits = 20;

}  // namespace

result<warc_stream_record> warc_stream_record::begin(const warc_record& record) {
  for (const auto text : {record.target_uri, record.content_type, record.ip_address, record.warcinfo_id})
    if (!is_one_line(text))
      return fail(errc::invalid_argument, "a field of a WARC record has a control character");
  warc_stream_record out;
  out.type_ = record.type;
  out.date_ = record.date;
  out.uri_ = record.target_uri;
  out.serial_ = record.serial;
  out.content_type_ = record.content_type;
  out.head_ = record.head;
  auto& fields = out.known_fields_;
  fields = "WARC/1.1\r\n";
  put_field(fields, warc_field::type, name_of(record.type));
  put_field(fields, warc_field::date, to_iso8601(record.date));
  put_field(fields, warc_field::target_uri, record.target_uri);
  put_field(fields, warc_field::ip_address, record.ip_address);
  put_field(fields, warc_field::warcinfo_id, record.warcinfo_id);
  out.block_.update(record.head);
  warc_written unknown;
  unknown.id = warc_record_id(record, {});
  const auto text_bytes = out.fields(unknown, {}).size();
  const auto blocks = (text_bytes + most_stored_bytes - 1) / most_stored_bytes;
  out.front_bytes_ = block_gzip_header.size() + text_bytes + blocks * stored_head_bytes;
  return out;
}

/// The fields and the HTTP head. Their length depends neither on the values of `written` nor on `truncated`.
std::string warc_stream_record::fields(const warc_written& written, std::string_view truncated) const {
  auto out = known_fields_;
  put_field(out, warc_field::record_id, written.id);
  put_field(out, warc_field::block_digest, "sha256:" + written.block_digest.hex());
  put_field(out, warc_field::payload_digest, "sha256:" + written.payload_digest.hex());
  auto digits = std::to_string(head_.size() + body_bytes_);
  digits.insert(0, length_digits - digits.size(), '0');
  put_field(out, warc_field::content_length, digits);
  truncated = truncated.substr(0, most_truncated_chars);
  const auto without = out.size();
  put_field(out, warc_field::truncated, truncated);
  const auto room = warc_field::truncated.size() + std::string_view(": \r\n").size() + most_truncated_chars;
  // Blanks at the end of a value mean nothing.
  put_field(out, warc_field::content_type, content_type_ + std::string(room - (out.size() - without), ' '));
  return out.append("\r\n").append(head_);
}

void warc_stream_record::add(std::string_view body, std::string& out) {
  payload_.update(body);
  block_.update(body);
  body_bytes_ += body.size();
  add_end(body, out);
}

void warc_stream_record::add_end(std::string_view text, std::string& out) {
  after_front_crc_ = add_crc(after_front_crc_, text);
  after_front_bytes_ += text.size();
  const auto before = out.size();
  while (waiting_.size() + text.size() >= most_stored_bytes) {
    const auto part = text.substr(0, most_stored_bytes - waiting_.size());
    waiting_.append(part);
    put_stored(waiting_, out);
    waiting_.clear();
    text.remove_prefix(part.size());
  }
  waiting_.append(text);
  member_bytes_ += out.size() - before;
}

warc_stream_record::ending warc_stream_record::finish(std::string_view truncated) {
  ending done;
  done.written.payload_digest = payload_.finish();
  done.written.block_digest = head_.empty() ? done.written.payload_digest : block_.finish();
  warc_record record;
  record.type = type_;
  record.date = date_;
  record.target_uri = uri_;
  record.serial = serial_;
  done.written.id = warc_record_id(record, done.written.block_digest);
  const auto text = fields(done.written, truncated);
  done.front = block_gzip_header;
  put_stored(text, done.front);
  put_stored(std::exchange(waiting_, {}), done.rest);
  put_stored(record_end, done.rest);
  const auto crc = add_crc(after_front_crc_, record_end);
  const auto after_front = after_front_bytes_ + record_end.size();
  done.rest += last_block;
  put_little_endian(done.rest, combine_crc(add_crc(0, text), crc, after_front), 4);
  put_little_endian(done.rest, static_cast<std::uint32_t>(text.size() + after_front), 4);
  done.written.length_bytes = done.front.size() + member_bytes_ + done.rest.size();
  return done;
}

namespace {

tl::unexpected<failure> damaged() {
  return fail(errc::archive_damaged, "a WARC record of the raw store is damaged: its front cannot be read");
}

result<void> read_exactly(byte_source& from, std::size_t bytes, std::string& to) {
  const auto more = read_head(from, bytes);
  if (!more) return tl::unexpected(more.error());
  if (more->size() != bytes) return damaged();
  to.append(*more);
  return {};
}

/// The body between the heads of its blocks.
class stored_body final : public byte_source {
 public:
  stored_body(byte_source_ptr member, std::uint64_t begin, std::uint64_t bytes)
      : member_(std::move(member)), begin_(begin), bytes_(bytes) {}

  result<std::size_t> read(std::span<char> buffer) override {
    const auto in_block = most_stored_bytes - at_ % most_stored_bytes;
    const auto n = std::min({std::uint64_t{buffer.size()}, in_block, bytes_ - at_});
    if (n == 0) return std::size_t{0};
    if (!is_placed_ || in_block == most_stored_bytes) {
      const auto offset = begin_ + at_ + (at_ / most_stored_bytes + 1) * stored_head_bytes;
      if (auto moved = member_->seek(offset); !moved) return tl::unexpected(moved.error());
      is_placed_ = true;
    }
    const auto got = member_->read(buffer.first(n));
    if (got) at_ += *got;
    if (got && *got == 0) return damaged();
    return got;
  }
  result<void> seek(std::uint64_t offset) override {
    at_ = std::min(offset, bytes_);
    is_placed_ = false;
    return {};
  }
  [[nodiscard]] bool is_seekable() const override { return true; }
  [[nodiscard]] std::uint64_t size_bytes() const override { return bytes_; }

 private:
  byte_source_ptr member_;
  std::uint64_t begin_, bytes_, at_ = 0;
  bool is_placed_ = false;  ///< `member_` is at `at_`
};

}  // namespace

result<byte_source_ptr> open_stored_record(byte_source_ptr member, std::uint64_t offset) {
  std::string head, text;
  if (auto moved = member->seek(offset); !moved) return tl::unexpected(moved.error());
  if (auto read = read_exactly(*member, block_gzip_header.size(), head); !read)
    return tl::unexpected(read.error());
  offset += head.size();
  if (head != block_gzip_header) return damaged();
  constexpr std::size_t most_front_blocks = 16;
  for (std::size_t blocks = 0; blocks < most_front_blocks; ++blocks) {
    head.clear();
    if (auto read = read_exactly(*member, stored_head_bytes, head); !read)
      return tl::unexpected(read.error());
    const auto byte = [&](std::size_t i) { return std::size_t{static_cast<unsigned char>(head[i])}; };
    const auto length = byte(1) | byte(2) << 8;
    if (byte(0) != 0 || (length ^ (byte(3) | byte(4) << 8)) != 0xffff) return damaged();
    if (auto read = read_exactly(*member, length, text); !read) return tl::unexpected(read.error());
    offset += stored_head_bytes + length;
    const auto front = read_own_front(text);
    if (front && front->body == text.size())
      return std::make_unique<stored_body>(std::move(member), offset, front->end - front->body);
    if (length != most_stored_bytes) return damaged();
  }
  return damaged();
}

}  // namespace laundromat
