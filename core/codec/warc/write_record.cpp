// Writes the fields of a record, and deflates it or stores its body.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/write_record.hpp"

#include <isa-l/igzip_lib.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/base/vector_state.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "core/codec/warc/member_parts.hpp"

namespace laundromat {

namespace {

/// So much of a body is deflated to learn whether it compresses; it does when an eighth is saved.
constexpr std::size_t probe_bytes = 4096;
constexpr std::size_t most_block_bytes = std::size_t{1} << 30;

bool has_payload_digest(warc_record_type type) {
  return type == warc_record_type::response || type == warc_record_type::resource ||
         type == warc_record_type::revisit;
}

bool has_whole_fields(const warc_record& r) {
  const std::array fields{r.target_uri,    r.content_type, r.ip_address, r.truncated, r.filename,
                          r.concurrent_to, r.warcinfo_id,  r.refers_to,  r.profile,   r.refers_to_target_uri};
  return std::all_of(fields.begin(), fields.end(), is_one_line);
}

void put_digest(std::string& to, std::string_view name, const content_digest& digest) {
  to.append(name).append(": sha256:").append(digest.hex()).append("\r\n");
}

/// RFC 9562 section 5.8: version 8, whose bits are ours.
std::string uuid_urn(const content_digest& digest) {
  auto bytes = digest.bytes;
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0f) | 0x80);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3f) | 0x80);
  auto hex = to_hex({reinterpret_cast<const char*>(bytes.data()), 16});
  for (const std::size_t place : {20U, 16U, 12U, 8U}) hex.insert(place, 1, '-');
  return "<urn:uuid:" + hex + ">";
}

}  // namespace

std::string warc_record_id(const warc_record& record, const content_digest& block) {
  std::string text{name_of(record.type)};
  for (const auto number : {static_cast<std::uint64_t>(to_ms(record.date)), record.serial})
    for (const int shift : {0, 32}) put_little_endian(text, static_cast<std::uint32_t>(number >> shift), 4);
  text.append(block.view()).append(record.target_uri);
  return uuid_urn(sha256(text));
}

struct warc_record_writer::state {
  isal_zstream stream;
  std::array<std::uint8_t, ISAL_DEF_LVL1_DEFAULT> level;
  std::string fields, plain;
  std::vector<std::uint8_t> packed;
  content_hasher hasher;

  /// Deflates `text` up to a byte boundary; the result is in `packed` until the next call. Empty when ISA-L fails.
  std::string_view deflate(std::string_view text);
  void digest_block(const warc_record& record, warc_written& written);
  void write_fields(const warc_record& record, const warc_written& written);
  void write_member(const warc_record& record, std::string& out);
};

std::string_view warc_record_writer::state::deflate(std::string_view text) {
  const auto room = text.size() + text.size() / 8 + 4096;
  if (packed.size() < room) packed.resize(room);
  isal_deflate_stateless_init(&stream);
  stream.level = 1;
  stream.level_buf = level.data();
  stream.level_buf_size = static_cast<std::uint32_t>(level.size());
  stream.flush = FULL_FLUSH;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<std::uint32_t>(text.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<std::uint32_t>(packed.size());
  const bool is_good = isal_deflate_stateless(&stream) == COMP_OK && stream.avail_in == 0;
  clear_upper_vectors();
  if (!is_good) return {};
  return {reinterpret_cast<const char*>(packed.data()), stream.total_out};
}

void warc_record_writer::state::digest_block(const warc_record& record, warc_written& written) {
  hasher.update(record.body);
  written.payload_digest = hasher.finish();
  written.block_digest = written.payload_digest;
  if (!record.head.empty()) {
    hasher.update(record.head);
    hasher.update(record.body);
    written.block_digest = hasher.finish();
  }
  if (record.payload_digest) written.payload_digest = *record.payload_digest;
}

void warc_record_writer::state::write_fields(const warc_record& record, const warc_written& written) {
  fields = "WARC/1.1\r\n";
  put_field(fields, warc_field::type, name_of(record.type));
  put_field(fields, warc_field::record_id, written.id);
  put_field(fields, warc_field::date, to_iso8601(record.date));
  put_field(fields, warc_field::filename, record.filename);
  put_field(fields, warc_field::target_uri, record.target_uri);
  put_field(fields, warc_field::ip_address, record.ip_address);
  put_field(fields, warc_field::concurrent_to, record.concurrent_to);
  put_field(fields, warc_field::warcinfo_id, record.warcinfo_id);
  put_field(fields, warc_field::profile, record.profile);
  put_field(fields, warc_field::refers_to, record.refers_to);
  put_field(fields, warc_field::refers_to_target_uri, record.refers_to_target_uri);
  if (record.refers_to_date)
    put_field(fields, warc_field::refers_to_date, to_iso8601(*record.refers_to_date));
  put_field(fields, warc_field::truncated, record.truncated);
  put_digest(fields, warc_field::block_digest, written.block_digest);
  if (has_payload_digest(record.type) && (record.type != warc_record_type::revisit || record.payload_digest))
    put_digest(fields, warc_field::payload_digest, written.payload_digest);
  put_field(fields, warc_field::content_type, record.content_type);
  put_field(fields, warc_field::content_length, std::to_string(record.head.size() + record.body.size()));
  fields += "\r\n";
  fields += record.head;
}

void warc_record_writer::state::write_member(const warc_record& record, std::string& out) {
  const auto probe = record.body.substr(0, probe_bytes);
  // A text that fits in the probe is deflated once, with its fields.
  const bool is_stored = record.is_compressed ||
                         (record.body.size() > probe_bytes && deflate(probe).size() > probe.size() / 8 * 7);
  plain = fields;
  if (!is_stored) plain.append(record.body).append(record_end);
  auto crc = add_crc(0, plain);
  auto length = plain.size();
  out += block_gzip_header;
  const auto deflated = deflate(plain);
  if (deflated.empty() || deflated.size() > plain.size() + 5)
    put_stored(plain, out);
  else
    out += deflated;
  if (is_stored) {
    for (const auto part : {record.body, record_end}) {
      put_stored(part, out);
      crc = add_crc(crc, part);
      length += part.size();
    }
  }
  out += last_block;
  put_little_endian(out, crc, 4);
  put_little_endian(out, static_cast<std::uint32_t>(length), 4);
}

warc_record_writer::warc_record_writer() : state_(std::make_unique<state>()) {}
warc_record_writer::~warc_record_writer() = default;
warc_record_writer::warc_record_writer(warc_record_writer&&) noexcept = default;
warc_record_writer& warc_record_writer::operator=(warc_record_writer&&) noexcept = default;

result<warc_written> warc_record_writer::append(const warc_record& record, std::string& out) {
  if (!has_whole_fields(record))
    return fail(errc::invalid_argument, "a field of a WARC record has a control character");
  if (record.head.size() + record.body.size() > most_block_bytes)
    return fail(errc::invalid_argument, "a WARC record of more than 1 GiB is not formed in memory");
  warc_written written;
  state_->digest_block(record, written);
  written.id = warc_record_id(record, written.block_digest);
  state_->write_fields(record, written);
  const auto begin = out.size();
  state_->write_member(record, out);
  written.length_bytes = out.size() - begin;
  return written;
}

}  // namespace laundromat
