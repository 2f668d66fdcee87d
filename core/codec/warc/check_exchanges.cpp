// Decodes each member once, and compares what it says with what it has.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/check_exchanges.hpp"

#include <algorithm>
#include <array>

#include "core/codec/warc/member_parts.hpp"
#include "core/codec/warc/member_scan.hpp"
#include "core/codec/warc/stream_record.hpp"

namespace laundromat {

namespace {

constexpr std::size_t checked_step_bytes = std::size_t{32} << 10;

tl::unexpected<failure> refuse_record(std::uint64_t offset, std::string_view why) {
  return fail(errc::archive_damaged, "the record at byte " + std::to_string(offset) + ' ' + std::string(why));
}

/// What a member says and has.
struct checked_record {
  std::uint64_t offset = 0, bytes = 0;
  own_front parts;
  std::string http_head;
  content_digest block = {}, payload = {};
};

std::string value_in(const record_head& head, std::string_view name) {
  const auto found = std::ranges::find(head.fields, name, &record_field::name);
  return found == head.fields.end() ? std::string{} : found->value;
}

bool has_known_fields_once(const record_head& head) {
  using namespace warc_field;
  constexpr std::array known{type,
                             record_id,
                             date,
                             target_uri,
                             ip_address,
                             concurrent_to,
                             profile,
                             truncated,
                             block_digest,
                             payload_digest,
                             warc_field::content_type,
                             content_length};
  return std::ranges::all_of(head.fields, [&](const record_field& field) {
    return std::ranges::find(known, field.name) != known.end() &&
           std::ranges::count(head.fields, field.name, &record_field::name) == 1;
  });
}

std::string text_of(const content_digest& digest) {
  return "sha256:" + digest.hex();
}

/// Passes the bytes of a member on, which decode to at most twice their number beyond a small record.
template <class Take>
result<void> decode_member(record_input& input, std::uint64_t offset, Take take) {
  for (;;) {
    const auto text = input.peek(checked_step_bytes);
    if (!text) return tl::unexpected(text.error());
    if (text->empty()) break;
    take(*text);
    input.skip(text->size());
    const auto packed = input.next_offset() - offset;
    if (input.taken_bytes() > most_record_bytes + 2 * packed)
      return refuse_record(offset, "decodes to too many bytes");
  }
  return input.damage() ? refuse_record(offset, "is cut or damaged") : result<void>{};
}

/// Hashes the block and the payload of a record while its text passes.
class passing_record {
 public:
  void take(std::string_view text) {
    if (!front_is_over_) {
      const auto added = text.substr(0, member_scan::front_bytes - front_.size());
      front_.append(added);
      if (front_.size() < member_scan::front_bytes) return;
      begin_block();
      text.remove_prefix(added.size());
    }
    hash(text);
  }
  /// Errors: those of `read_own_front`; `archive_damaged` for a wrong length.
  [[nodiscard]] result<void> end(checked_record& to) {
    begin_block();
    if (!parts_) return tl::unexpected(parts_.error());
    if (position_ != parts_->end + record_end.size() || end_ != record_end)
      return fail(errc::archive_damaged, "has another length than it says");
    to.block = block_.finish();
    to.payload = payload_.finish();
    to.http_head = front_.substr(parts_->block, parts_->body - parts_->block);
    to.parts = *std::move(parts_);
    return {};
  }

 private:
  void begin_block() {
    if (std::exchange(front_is_over_, true)) return;
    parts_ = read_own_front(front_);
    if (!parts_) return;
    position_ = parts_->block;
    hash(std::string_view(front_).substr(parts_->block));
  }
  void hash(std::string_view text) {
    if (!parts_) return;
    const auto in_block =
        text.substr(0, std::min<std::uint64_t>(text.size(), parts_->end - std::min(parts_->end, position_)));
    block_.update(in_block);
    const auto head = parts_->body - std::min<std::uint64_t>(parts_->body, position_);
    payload_.update(in_block.substr(std::min<std::uint64_t>(in_block.size(), head)));
    position_ += text.size();
    end_.append(text.substr(in_block.size()).substr(0, record_end.size() + 1 - end_.size()));
  }

  std::string front_;
  bool front_is_over_ = false;
  result<own_front> parts_ = fail(errc::archive_damaged, "is empty");
  std::uint64_t position_ = 0;  ///< in the text
  content_hasher block_, payload_;
  std::string end_;  ///< behind the block
};

result<checked_record> read_checked(record_input& input) {
  checked_record out;
  out.offset = input.next_offset();
  if (auto started = input.start(out.offset); !started) return tl::unexpected(started.error());
  if (!input.is_packed()) return refuse_record(out.offset, "is no gzip member");
  passing_record passing;
  if (auto decoded = decode_member(input, out.offset, [&](std::string_view text) { passing.take(text); });
      !decoded)
    return tl::unexpected(decoded.error());
  out.bytes = input.next_offset() - out.offset;
  if (const auto ended = passing.end(out); !ended) return refuse_record(out.offset, ended.error().detail);
  const auto text_bytes = out.parts.end + record_end.size();
  if (out.bytes <= most_record_bytes && text_bytes > most_record_bytes)
    return refuse_record(out.offset, "decodes to too many bytes");
  return out;
}

/// Whether the fields of a record are those that our own record of this type has.
result<void> check_fields(const checked_record& record) {
  const auto& head = record.parts.head;
  const auto refuse = [&](std::string_view why) { return refuse_record(record.offset, why); };
  if (head.version != "WARC/1.1" || !has_known_fields_once(head)) return refuse("has unknown fields");
  if (head.record_id.empty() || head.target_uri.empty() || head.date == timestamp{})
    return refuse("lacks a field");
  if (head.block_digest != text_of(record.block)) return refuse("has a wrong block digest");
  const bool has_payload = head.type == warc_record_type::response || head.type == warc_record_type::resource;
  if (has_payload ? head.payload_digest != text_of(record.payload) : !head.payload_digest.empty())
    return refuse("has a wrong payload digest");
  const bool has_body = record.parts.end > record.parts.body;
  switch (head.type) {
    case warc_record_type::response:
      return record.http_head.empty() ? refuse("has no HTTP head") : result<void>{};
    case warc_record_type::revisit:
      return head.profile == warc_not_modified && !has_body ? result<void>{}
                                                            : refuse("refers to what is not there");
    case warc_record_type::metadata:
    case warc_record_type::resource:
      return record.http_head.empty() ? result<void>{} : refuse("has an HTTP head");
    case warc_record_type::request:
      return has_body || record.http_head.empty() ? refuse("is no request") : result<void>{};
    default:
      return refuse("is of no type that an exchange has");
  }
}

/// A large record is read from its place, which takes stored blocks.
result<void> check_large(const reopen_source& open, const checked_record& record) {
  auto file = open();
  if (!file) return tl::unexpected(file.error());
  auto body = open_stored_record(std::move(*file), record.offset);
  content_hasher hasher;
  std::string buffer(checked_step_bytes, '\0');
  for (bool goes_on = true; body && goes_on;) {
    const auto n = (*body)->read(buffer);
    if (!n) return refuse_record(record.offset, "is not in stored blocks");
    hasher.update(std::string_view(buffer).substr(0, *n));
    goes_on = *n > 0;
  }
  return body && hasher.finish() == record.payload ? result<void>{}
                                                   : refuse_record(record.offset, "is not in stored blocks");
}

/// Adds a request to the answer before it, or begins an exchange.
result<void> add_record_to(std::vector<checked_exchange>& all, checked_record record) {
  auto& head = record.parts.head;
  if (head.type == warc_record_type::request) {
    const bool is_expected =
        !all.empty() && all.back().request_head.empty() &&
        value_in(head, warc_field::concurrent_to) == '<' + all.back().head.record_id + '>' &&
        head.target_uri == all.back().head.target_uri;
    if (!is_expected) return refuse_record(record.offset, "is the request of no answer before it");
    all.back().request_head = std::move(record.http_head);
    all.back().all_bytes += record.bytes;
    return {};
  }
  if (all.size() >= most_checked_exchanges) return refuse_record(record.offset, "is one too many");
  if (!value_in(head, warc_field::concurrent_to).empty())
    return refuse_record(record.offset, "refers to what is not there");
  all.push_back({record.offset,
                 record.bytes,
                 record.bytes,
                 std::move(head),
                 {},
                 std::move(record.http_head),
                 record.parts.end - record.parts.body,
                 record.payload});
  return {};
}

}  // namespace

result<std::vector<checked_exchange>> check_exchanges(const reopen_source& open) {
  const auto file = open();
  if (!file) return tl::unexpected(file.error());
  record_input input{**file};
  std::vector<checked_exchange> all;
  while (input.next_offset() < input.file_bytes()) {
    auto record = read_checked(input);
    if (!record) return tl::unexpected(record.error());
    if (auto right = check_fields(*record); !right) return tl::unexpected(right.error());
    if (record->bytes > most_record_bytes)
      if (auto right = check_large(open, *record); !right) return tl::unexpected(right.error());
    if (auto added = add_record_to(all, *std::move(record)); !added) return tl::unexpected(added.error());
  }
  return all;
}

}  // namespace laundromat
