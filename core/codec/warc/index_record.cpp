// Reads what an index needs of a record's fields and its HTTP head.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/index_record.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include "core/codec/warc/cdxj.hpp"
#include "core/codec/warc/write_exchange.hpp"

namespace laundromat {

namespace {

char in_lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool equals_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return in_lower_case(x) == in_lower_case(y); });
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blank = " \t\r\n";
  const auto first = text.find_first_not_of(blank);
  return first == text.npos ? std::string_view{}
                            : text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// The value of the first field with this name.
std::string_view field_value(std::string_view head, std::string_view name) {
  while (!head.empty()) {
    const auto line = head.substr(0, head.find('\n'));
    const auto colon = line.find(':');
    if (colon != line.npos && equals_without_case(line.substr(0, colon), name))
      return without_blanks(line.substr(colon + 1));
    head.remove_prefix(std::min(head.size(), line.size() + 1));
  }
  return {};
}

int number(std::string_view text) {
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

/// `2023-11-14T22:13:20…Z`, to the second.
std::optional<timestamp> date_from(std::string_view text) {
  if (text.size() < 19 || text[4] != '-' || text[7] != '-' || text[13] != ':' || text[16] != ':')
    return std::nullopt;
  const std::chrono::year_month_day day{std::chrono::year{number(text.substr(0, 4))},
                                        std::chrono::month{static_cast<unsigned>(number(text.substr(5, 2)))},
                                        std::chrono::day{static_cast<unsigned>(number(text.substr(8, 2)))}};
  if (!day.ok()) return std::nullopt;
  const auto seconds_of_day =
      3'600 * number(text.substr(11, 2)) + 60 * number(text.substr(14, 2)) + number(text.substr(17, 2));
  return timestamp{std::chrono::sys_days{day}} + seconds{seconds_of_day};
}

std::string_view without_parameters(std::string_view media_type) {
  return without_blanks(media_type.substr(0, media_type.find(';')));
}

}  // namespace

std::optional<std::string> index_line(const scanned_member& record, std::string_view file_name) {
  const std::string_view text{record.front};
  const auto end = text.find("\r\n\r\n");
  if (!text.starts_with("WARC/") || end == text.npos) return std::nullopt;
  const auto fields = text.substr(0, end + 2);
  const auto type = field_value(fields, "WARC-Type"), content_type = field_value(fields, "Content-Type");
  const auto date = date_from(field_value(fields, "WARC-Date"));
  const bool is_of_fields =
      (type == "metadata" || type == "resource") && content_type == "application/warc-fields";
  cdxj_entry entry;
  entry.url = field_value(fields, "WARC-Target-URI");
  if (!date || entry.url.empty() || type == "request" || type == "warcinfo" || is_of_fields)
    return std::nullopt;
  entry.date = *date;
  const auto block = text.substr(end + 4);
  const auto http = block.substr(0, end_of_http_head(block));
  if (type == "response" || type == "revisit") {
    entry.mime = type == "revisit" ? "warc/revisit" : without_parameters(field_value(http, "Content-Type"));
    const auto space = http.find(' ');
    if (http.starts_with("HTTP/") && space != http.npos)
      entry.status = number(without_blanks(http.substr(space)));
  } else {
    entry.mime = content_type;
  }
  const auto digest = field_value(fields, "WARC-Payload-Digest");
  if (const auto colon = digest.find(':'); colon != digest.npos) entry.digest = digest.substr(colon + 1);
  entry.offset = record.offset;
  entry.length_bytes = record.length_bytes;
  entry.filename = file_name;
  return cdxj_line(entry);
}

}  // namespace laundromat
