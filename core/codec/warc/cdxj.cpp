// Sort keys and JSON of CDXJ lines.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/cdxj.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

namespace laundromat {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// `www.` or `www1.`: removed from a host.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const auto end = host.find_first_not_of("0123456789", 3);
  return end != std::string_view::npos && host[end] == '.' ? host.substr(end + 1) : host;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (auto end = text.find(separator); end != std::string_view::npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

std::string join(const std::vector<std::string_view>& parts, char separator) {
  std::string out{parts.front()};
  for (std::size_t i = 1; i < parts.size(); ++i) out.append(1, separator).append(parts[i]);
  return out;
}

void put_member(std::string& to, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  if (to.back() != '{') to += ',';
  to.append("\"").append(key).append("\":\"");
  constexpr char digits[] = "0123456789abcdef";
  for (const char c : value) {
    if (c == '"' || c == '\\') to += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      to.append("\\u00").append(1, digits[c >> 4]).append(1, digits[c & 15]);
    else
      to += c;
  }
  to += '"';
}

}  // namespace

std::string surt(std::string_view url) {
  std::string text{url};
  std::transform(text.begin(), text.end(), text.begin(), lower);
  std::string_view rest{text};
  const bool is_https = rest.starts_with("https://");
  if (!is_https && !rest.starts_with("http://")) return std::string{url};
  rest.remove_prefix(is_https ? 8 : 7);
  rest = rest.substr(0, rest.find('#'));
  const auto end = std::min(rest.find_first_of("/?"), rest.size());
  auto host = rest.substr(0, end);
  rest.remove_prefix(end);
  if (const auto at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
  std::string_view port;
  if (const auto colon = host.rfind(':');
      colon != std::string_view::npos && host.find(']', colon) == std::string_view::npos) {
    port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  auto labels = split(without_www(host), '.');
  std::reverse(labels.begin(), labels.end());
  auto out = join(labels, ',');
  if (!port.empty() && port != (is_https ? "443" : "80")) out.append(":").append(port);
  out += ')';
  const auto query = rest.find('?');
  const auto path = rest.substr(0, query);
  out.append(path.empty() ? "/" : path);
  if (query == std::string_view::npos || query + 1 == rest.size()) return out;
  auto parameters = split(rest.substr(query + 1), '&');
  std::sort(parameters.begin(), parameters.end());
  return out.append("?").append(join(parameters, '&'));
}

std::string cdxj_line(const cdxj_entry& entry) {
  // 2023-11-14T22:13:20.123Z
  const auto date = to_iso8601(entry.date);
  std::string digits;
  std::copy_if(date.begin(), date.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  auto line = surt(entry.url) + ' ' + digits.substr(0, 14) + " {";
  put_member(line, "url", entry.url);
  put_member(line, "mime", entry.mime);
  if (entry.status != 0) put_member(line, "status", std::to_string(entry.status));
  put_member(line, "digest", entry.digest);
  put_member(line, "length", std::to_string(entry.length_bytes));
  put_member(line, "offset", std::to_string(entry.offset));
  put_member(line, "filename", entry.filename);
  return line + "}\n";
}

}  // namespace laundromat
