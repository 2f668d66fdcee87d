// Reads heads and decides which records are documents.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/stored_record.hpp"

#include <algorithm>
#include <array>

#include "core/codec/warc/revisit_table.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::size_t usual_head_bytes = std::size_t{4} * 1024;
constexpr std::size_t longest_path_bytes = 4096;
/// As of a transfer; each one that is undone needs the memory of its codec.
constexpr std::size_t most_encodings = 5;

/// Peeks few bytes, and only where they do not suffice, many.
template <class Enough>
result<std::string_view> peek_until(record_input& input, std::size_t most, Enough is_enough) {
  auto text = input.peek(std::min(usual_head_bytes, most));
  if (!text || is_enough(*text)) return text;
  return input.peek(most);
}

result<std::optional<stored_record>> read_arc_head(record_input& input, std::string_view text) {
  const auto end = text.substr(0, most_arc_line_bytes).find('\n');
  if (end == text.npos) return std::nullopt;
  auto head = parse_arc_line(text.substr(0, end));
  if (!head) return std::nullopt;
  input.skip(end + 1);
  return stored_record{std::move(*head)};
}

result<std::optional<stored_record>> read_head_of(record_input& input) {
  auto text =
      peek_until(input, most_record_head_bytes, [](std::string_view seen) { return head_length(seen) > 0; });
  if (!text) return tl::unexpected(text.error());
  if (text->size() < 8 || !begins_warc_record(*text)) return read_arc_head(input, *text);
  const auto length = head_length(text->substr(0, most_record_head_bytes));
  if (length == 0)
    return fail(errc::warc_head_broken, text->size() < most_record_head_bytes
                                            ? "the file ends within the head of a record"
                                            : "the head of a record has no end within 512 KiB");
  auto head = parse_record_head(text->substr(0, length));
  if (!head) return tl::unexpected(head.error());
  input.skip(length);
  return stored_record{std::move(*head)};
}

bool is_decoded(std::string_view encoding) {
  constexpr std::array<std::string_view, 8> others{"br",  "compress", "x-compress",   "exi",
                                                   "dcb", "dcz",      "pack200-gzip", "aes128gcm"};
  return std::ranges::find(others, encoding) == others.end();
}

/// White space does not occur in an IRI.
std::string as_iri(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (static_cast<unsigned char>(c) <= 0x20)
      append_percent_encoded(out, c);
    else
      out.push_back(c);
  return out;
}

bool is_robots_file(std::string_view uri) {
  const auto host = uri.find("://");
  if (host == uri.npos) return false;
  const auto path = uri.find('/', host + 3);
  return path != uri.npos && uri.substr(path) == "/robots.txt";
}

/// Whether the record should hold a response of HTTP. A crawler also stores answers of DNS as responses.
bool is_http(const stored_record& record) {
  const auto scheme = lower_case(record.head.target_uri.substr(0, record.head.target_uri.find(':')));
  return record.response || scheme == "http" || scheme == "https";
}

/// Why a record is no document; `ok` for one.
errc why_no_document(const stored_record& record) {
  const auto& head = record.head;
  if (head.type == warc_record_type::revisit && !repeats_payload(head)) return errc::not_modified;
  if (head.type == warc_record_type::resource) return errc::ok;
  if (head.type != warc_record_type::response && head.type != warc_record_type::revisit)
    return errc::member_skipped;
  if (!is_http(record) || is_robots_file(head.target_uri)) return errc::member_skipped;
  if (!record.response) return errc::ok;
  const auto status = record.response->status;
  return status < 200 || status > 299 || status == 206 ? errc::http_status : errc::ok;
}

/// Why a document cannot be read.
errc why_unreadable(const stored_record& record) {
  const auto& head = record.head;
  if (!head.content_length) return errc::warc_length_wrong;
  if (head.type == warc_record_type::revisit) return errc::warc_original_missing;
  if (head.target_uri.size() > longest_path_bytes) return errc::limit_exceeded;
  if (record.response && record.response->encodings.size() > most_encodings) return errc::content_encoding;
  if (record.response && !std::ranges::all_of(record.response->encodings, is_decoded))
    return errc::content_encoding;
  const bool lacks_response = head.type == warc_record_type::response && !record.response &&
                              (!head.is_arc() || record.begins_like_response);
  return lacks_response ? errc::warc_head_broken : errc::ok;
}

std::string name_of_record(const record_head& head, std::uint64_t offset) {
  if (!head.target_uri.empty()) return head.target_uri.substr(0, longest_path_bytes);
  if (!head.record_id.empty()) return head.record_id.substr(0, longest_path_bytes);
  return "record-" + std::to_string(offset);
}

}  // namespace

result<std::optional<stored_record>> read_record(record_input& input) {
  auto record = read_head_of(input);
  if (!record || !*record) return record;
  const auto& head = (*record)->head;
  const bool may_have_response =
      head.type == warc_record_type::response || head.type == warc_record_type::revisit;
  if (!may_have_response || !head.content_length) return record;
  const auto most =
      static_cast<std::size_t>(std::min<std::uint64_t>(*head.content_length, most_record_head_bytes));
  const auto front = peek_until(input, most, [](std::string_view seen) { return head_length(seen) > 0; });
  if (!front) return tl::unexpected(front.error());
  (*record)->begins_like_response = front->starts_with("HTTP/");
  (*record)->response = parse_stored_response(front->substr(0, most));
  return record;
}

result<void> skip_line_ends(record_input& input) {
  for (;;) {
    const auto text = input.peek(64);
    if (!text) return tl::unexpected(text.error());
    const auto ends = std::min(text->find_first_not_of("\r\n"), text->size());
    if (ends == 0) return {};
    input.skip(ends);
  }
}

archive_member describe_record(const stored_record& record, std::uint64_t offset) {
  const auto& head = record.head;
  archive_member member;
  member.ordinal = offset;
  member.path = name_of_record(head, offset);
  member.modified = head.date;
  const auto length = head.content_length.value_or(0);
  member.size_bytes = length - std::min(length, record.payload_offset());
  member.skipped = why_no_document(record);
  member.kind = member.skipped == errc::ok ? member_kind::file : member_kind::other;
  if (member.kind == member_kind::other) return member;
  member.skipped = why_unreadable(record);
  auto base = as_iri(head.target_uri);
  if (is_absolute(base)) member.base_iri = std::move(base);
  const auto stated = parse_content_type(head.content_type);
  member.media_type = record.response ? record.response->media_type : media_type_with_version(stated);
  member.charset = record.response ? record.response->charset : stated.charset;
  return member;
}

}  // namespace laundromat
