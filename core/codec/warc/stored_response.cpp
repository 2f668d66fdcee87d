// Reads a status line and the few fields that decide how a body is decoded.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/stored_response.hpp"

#include <algorithm>
#include <charconv>

#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

int status_from(std::string_view line) {
  const auto space = line.find(' ');
  if (space == line.npos) return 0;
  const auto code = trim(line.substr(space)).substr(0, 3);
  int value = 0;
  const auto [at, error] = std::from_chars(code.data(), code.data() + code.size(), value);
  return error == std::errc{} && at == code.data() + code.size() && code.size() == 3 ? value : 0;
}

void take_field(stored_response& head, std::string_view name, std::string_view value) {
  if (equals_ignoring_case(name, "Content-Type")) {
    const auto type = parse_content_type(value);
    head.media_type = media_type_with_version(type);
    head.charset = type.charset;
  } else if (equals_ignoring_case(name, "Transfer-Encoding")) {
    head.is_chunked = head.is_chunked || lower_case(value).find("chunked") != std::string::npos;
  } else if (equals_ignoring_case(name, "Content-Encoding")) {
    while (!value.empty()) {
      const auto comma = value.find(',');
      auto coding = lower_case(trim(value.substr(0, comma)));
      value.remove_prefix(comma == value.npos ? value.size() : comma + 1);
      if (!coding.empty() && coding != "identity") head.encodings.push_back(std::move(coding));
    }
  }
}

}  // namespace

std::size_t encodings_undone(const stored_response& response) {
  const auto& all = response.encodings;
  return static_cast<std::size_t>(all.end() - std::ranges::find(all, "deflate"));
}

std::optional<stored_response> parse_stored_response(std::string_view block) {
  if (!block.starts_with("HTTP/")) return std::nullopt;
  stored_response head;
  for (std::size_t at = 0; at < block.size();) {
    const auto end = block.find('\n', at);
    if (end == block.npos) break;
    auto line = block.substr(at, end - at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (at == 0) head.status = status_from(line);
    at = end + 1;
    head.head_bytes = at;
    if (line.empty()) return head;
    const auto colon = line.find(':');
    if (colon != line.npos && !is_space(line.front()))
      take_field(head, trim(line.substr(0, colon)), trim(line.substr(colon + 1)));
  }
  return std::nullopt;
}

}  // namespace laundromat
