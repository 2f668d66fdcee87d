// Reverses the labels of a host and sorts the parameters of a query.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/surt.hpp"

#include <algorithm>
#include <vector>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// Without `www.` or `www1.` before it.
std::string_view without_www(std::string_view host) {
  if (!host.starts_with("www")) return host;
  const auto end = host.find_first_not_of("0123456789", 3);
  return end != host.npos && host[end] == '.' ? host.substr(end + 1) : host;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (auto end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

void append_joined(std::string& out, const std::vector<std::string_view>& parts, char separator) {
  for (std::size_t i = 0; i < parts.size(); ++i) out.append(i == 0 ? 0 : 1, separator).append(parts[i]);
}

/// `www.a.example:8080` as `example,a:8080)`.
void append_host(std::string& out, std::string_view host, std::string_view default_port) {
  if (const auto at = host.rfind('@'); at != host.npos) host.remove_prefix(at + 1);
  std::string_view port;
  if (const auto colon = host.rfind(':'); colon != host.npos && host.find(']', colon) == host.npos) {
    port = host.substr(colon + 1);
    host = host.substr(0, colon);
  }
  auto labels = split(without_www(host), '.');
  std::ranges::reverse(labels);
  append_joined(out, labels, ',');
  if (!port.empty() && port != default_port) out.append(":").append(port);
  out.push_back(')');
}

}  // namespace

std::string surt(std::string_view url) {
  const auto text = lower_case(url);
  std::string_view rest{text};
  const bool is_https = rest.starts_with("https://");
  if (!is_https && !rest.starts_with("http://")) return std::string{url};
  rest.remove_prefix(is_https ? 8 : 7);
  rest = rest.substr(0, rest.find('#'));
  const auto end = std::min(rest.find_first_of("/?"), rest.size());
  std::string out;
  append_host(out, rest.substr(0, end), is_https ? "443" : "80");
  rest.remove_prefix(end);
  const auto query = rest.find('?');
  const auto path = rest.substr(0, query);
  out.append(path.empty() ? "/" : path);
  if (query == rest.npos || query + 1 == rest.size()) return out;
  auto parameters = split(rest.substr(query + 1), '&');
  std::ranges::sort(parameters);
  out.push_back('?');
  append_joined(out, parameters, '&');
  return out;
}

}  // namespace laundromat
