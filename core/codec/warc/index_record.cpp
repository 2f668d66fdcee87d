// Decides which records an index has, and what it says of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/index_record.hpp"

#include "core/codec/warc/cdxj.hpp"
#include "core/codec/warc/record_head.hpp"
#include "core/codec/warc/stored_response.hpp"

namespace laundromat {

namespace {

bool is_indexed(const record_head& head) {
  using enum warc_record_type;
  if (head.target_uri.empty() || head.date == timestamp{}) return false;
  if (head.type == request || head.type == warcinfo) return false;
  const bool may_be_fields = head.type == metadata || head.type == resource;
  return !may_be_fields || head.content_type != "application/warc-fields";
}

}  // namespace

std::optional<std::string> index_line(const scanned_member& record, std::string_view file_name) {
  const std::string_view text{record.front};
  const auto head_bytes = head_length(text.substr(0, most_record_head_bytes));
  const auto head = parse_record_head(text.substr(0, head_bytes));
  if (head_bytes == 0 || !head || !is_indexed(*head)) return std::nullopt;
  cdxj_entry entry;
  entry.url = head->target_uri;
  entry.date = head->date;
  entry.mime = head->content_type;
  std::optional<stored_response> response;
  if (head->type == warc_record_type::response || head->type == warc_record_type::revisit) {
    response = parse_stored_response(text.substr(head_bytes)).value_or(stored_response{});
    entry.mime = head->type == warc_record_type::revisit
                     ? "warc/revisit"
                     : std::string_view{response->media_type}.substr(0, response->media_type.find(';'));
    entry.status = response->status;
  }
  const std::string_view digest{head->payload_digest};
  if (const auto colon = digest.find(':'); colon != digest.npos) entry.digest = digest.substr(colon + 1);
  entry.offset = record.offset;
  entry.length_bytes = record.length_bytes;
  entry.filename = file_name;
  return cdxj_line(entry);
}

bool has_more_records(const scanned_member& record) {
  constexpr std::uint64_t shortest_head_bytes = 64;  // of the fields that a record must have
  const std::string_view text{record.front};
  const auto head_bytes = head_length(text.substr(0, most_record_head_bytes));
  const auto head = parse_record_head(text.substr(0, head_bytes));
  if (head_bytes == 0 || !head || !head->content_length) return false;
  if (*head->content_length > record.text_bytes - head_bytes) return false;
  const auto end = head_bytes + *head->content_length;
  if (end > text.size()) return record.text_bytes - end > shortest_head_bytes;
  const auto next = text.find_first_not_of("\r\n", end);
  return next != text.npos && text.substr(next).starts_with("WARC/");
}

}  // namespace laundromat
