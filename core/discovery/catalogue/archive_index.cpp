// Reads the fields of index lines by their legend, or the members of their JSON.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/archive_index.hpp"

#include <charconv>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/codec/warc/record_head.hpp"
#include "core/discovery/links/json_units.hpp"
#include "core/web/body_part.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view legend_of_11 = "NbamskrMSVg", legend_of_9 = "NbamskrVg";

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

std::vector<std::string_view> split_fields(std::string_view line, char separator) {
  std::vector<std::string_view> out;
  for (;;) {
    const auto end = line.find(separator);
    out.push_back(line.substr(0, end));
    if (end == line.npos) return out;
    line.remove_prefix(end + 1);
  }
}

std::string value_or_none(std::string_view field) {
  return field == "-" ? std::string{} : std::string(field);
}

result<std::optional<archived_record>> checked(archived_record record, std::string_view line,
                                               bool has_offset) {
  if (record.file.empty() || !has_offset || !is_absolute(record.uri))
    return fail(errc::announcement_syntax, "no record of a web archive: " + quoted_head(line));
  return std::optional(std::move(record));
}

result<std::optional<archived_record>> read_fields(std::string_view line, std::string_view legend,
                                                   char separator) {
  const auto fields = split_fields(line, separator);
  if (legend.empty()) legend = fields.size() == legend_of_11.size() ? legend_of_11 : legend_of_9;
  archived_record out;
  bool has_offset = false;
  if (fields.size() != legend.size())
    return fail(errc::announcement_syntax,
                "a line with another number of fields than its legend: " + quoted_head(line));
  for (std::size_t i = 0; i < fields.size(); ++i) {
    switch (legend[i]) {
      case 'a':
        out.uri = fields[i];
        break;
      case 'b':
        out.date = parse_capture_date(fields[i]);
        break;
      case 'm':
        out.media_type = lower_case(value_or_none(fields[i]));
        break;
      case 's':
        out.status = static_cast<int>(whole_number(fields[i]).value_or(0) % 1000);
        break;
      case 'k':
        out.digest = value_or_none(fields[i]);
        break;
      case 'g':
        out.file = value_or_none(fields[i]);
        break;
      case 'S':
        out.length_bytes = whole_number(fields[i]).value_or(0);
        break;
      case 'V':
        has_offset = whole_number(fields[i]).has_value();
        out.offset = whole_number(fields[i]).value_or(0);
        break;
      default:
        break;
    }
  }
  return checked(std::move(out), line, has_offset);
}

std::string text_or_number(const nlohmann::json& object, std::initializer_list<const char*> keys) {
  for (const auto* key : keys) {
    const auto found = object.find(key);
    if (found == object.end()) continue;
    if (found->is_string()) return found->get<std::string>();
    if (found->is_number_unsigned()) return found->dump();
  }
  return {};
}

result<std::optional<archived_record>> read_members(std::string_view line, std::string_view date,
                                                    std::string_view text) {
  const auto object = nlohmann::json::parse(text, nullptr, false);
  if (!object.is_object())
    return fail(errc::announcement_syntax, "the JSON of a line is broken: " + quoted_head(line));
  archived_record out;
  out.uri = text_or_number(object, {"url", "uri"});
  out.date = parse_capture_date(date.empty() ? text_or_number(object, {"timestamp"}) : std::string(date));
  out.media_type = lower_case(text_or_number(object, {"mime-detected", "mime"}));
  // `mime` alone says that a record is a revisit.
  if (text_or_number(object, {"mime"}) == "warc/revisit") out.media_type = "warc/revisit";
  if (out.media_type == "unk") out.media_type.clear();
  out.status = static_cast<int>(whole_number(text_or_number(object, {"status"})).value_or(0) % 1000);
  out.digest = text_or_number(object, {"digest"});
  if (const auto colon = out.digest.find(':'); colon != out.digest.npos) out.digest.erase(0, colon + 1);
  out.file = text_or_number(object, {"filename"});
  out.length_bytes = whole_number(text_or_number(object, {"length"})).value_or(0);
  const auto offset = whole_number(text_or_number(object, {"offset"}));
  out.offset = offset.value_or(0);
  return checked(std::move(out), line, offset.has_value());
}

/// The text as a value of a member of the fragment.
std::string encode_member(std::string_view text) {
  constexpr std::string_view plain = ":/?@!$'()*,;";
  std::string out;
  for (const char octet : text)
    if (is_unreserved(octet) || plain.find(octet) != plain.npos)
      out += octet;
    else
      append_percent_encoded(out, octet);
  return out;
}

void read_member(byte_part& out, std::string_view member) {
  const auto equals = member.find('=');
  if (equals == member.npos) return;
  const auto name = member.substr(0, equals);
  auto value = percent_decode(member.substr(equals + 1));
  if (name == "uri") out.record_uri = std::move(value);
  if (name == "digest") out.digest = std::move(value);
}

}  // namespace

result<std::optional<archived_record>> cdx_reader::read(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  if (trim(line).empty() || line.starts_with('!')) return std::optional<archived_record>{};
  constexpr std::size_t longest_line = std::size_t{64} << 10;
  if (line.size() > longest_line) return fail(errc::announcement_syntax, "a line that is longer than 64 KiB");
  if (line.substr(1).starts_with("CDX") && line.size() > 4 && line[4] == line[0]) {
    separator_ = line[0];
    legend_.clear();
    for (const auto field : split_fields(line.substr(5), separator_))
      legend_ += field.size() == 1 ? field[0] : '?';
    return std::optional<archived_record>{};
  }
  const auto front = trim(line);
  if (front.starts_with('{')) return read_members(line, {}, front);
  const auto words = split_fields(line.substr(0, line.find('{')), ' ');
  if (words.size() == 3 && line.find('{') != line.npos)
    return read_members(line, words[1], line.substr(line.find('{')));
  return read_fields(line, legend_, separator_);
}

std::string uri_of(const archived_record& record, std::string_view base) {
  auto out = resolve(base, encode_illegal(record.file));
  out = out.substr(0, out.find('#')) + "#bytes=" + std::to_string(record.offset) + "-";
  if (record.length_bytes > 0 && record.offset <= UINT64_MAX - record.length_bytes)
    out += std::to_string(record.offset + record.length_bytes - 1);
  out += "&uri=" + encode_member(record.uri);
  if (!record.digest.empty()) out += "&digest=" + encode_member(record.digest);
  return out;
}

std::optional<byte_part> part_of(std::string_view uri) {
  constexpr std::string_view mark = "#bytes=";
  const auto begin = uri.find(mark);
  if (begin == uri.npos) return std::nullopt;
  auto members = uri.substr(begin + mark.size());
  const auto range = members.substr(0, members.find('&'));
  members.remove_prefix(range.size());
  const auto hyphen = range.find('-');
  if (hyphen == range.npos) return std::nullopt;
  const auto first = whole_number(range.substr(0, hyphen));
  if (!first) return std::nullopt;
  byte_part out{std::string(uri.substr(0, begin)), *first, 0};
  if (const auto end = range.substr(hyphen + 1); !end.empty()) {
    const auto last = whole_number(end);
    if (!last || *last < *first || *last == UINT64_MAX) return std::nullopt;
    out.length_bytes = *last - *first + 1;
  }
  while (!members.empty()) {
    members.remove_prefix(1);  // the `&`
    const auto member = members.substr(0, members.find('&'));
    read_member(out, member);
    members.remove_prefix(member.size());
  }
  return out;
}

std::string range_of(const byte_part& part, std::uint64_t most_bytes) {
  const auto length = part.length_bytes == 0 ? most_bytes : part.length_bytes;
  const auto last = part.offset > UINT64_MAX - length ? UINT64_MAX : part.offset + length - 1;
  return "bytes=" + std::to_string(part.offset) + "-" + std::to_string(last);
}

result<void> check_part(int status, std::string_view content_range, const byte_part& part) {
  constexpr int partial_content = 206;
  if (status != partial_content)
    return fail(
        errc::part_mismatch,
        "the server does not answer with the part of the file, but with status " + std::to_string(status));
  const auto range = parse_content_range(content_range);
  const bool is_longer = range && part.length_bytes != 0 && range->last - range->first >= part.length_bytes;
  if (!range || range->first != part.offset || is_longer)
    return fail(errc::part_mismatch, "another part than the requested one: " + quoted_head(content_range));
  return {};
}

}  // namespace laundromat
