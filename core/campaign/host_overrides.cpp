// Finds the conditions of a host, and the requests that get its secrets.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "core/campaign/host_overrides.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// The parts of `https://*.example.org:8080`. What is not stated is empty.
struct host_pattern {
  std::string_view scheme, port;
  std::string name;    ///< in small letters, without final dot
  bool below = false;  ///< all hosts below it as well
};

host_pattern pattern_of(std::string_view text) {
  host_pattern out;
  for (const std::string_view scheme : {"http", "https"})
    if (text.starts_with(scheme) && text.substr(scheme.size()).starts_with("://")) out.scheme = scheme;
  if (!out.scheme.empty()) text.remove_prefix(out.scheme.size() + 3);
  out.below = text.starts_with("*.");
  const auto parts = split_authority(text.substr(out.below ? 2 : 0));
  out.name = lower_case(parts.host);
  if (out.name.ends_with('.')) out.name.pop_back();
  out.port = parts.port.value_or("");
  if (out.port.empty() && out.scheme == "http") out.port = "80";
  if (out.port.empty() && out.scheme == "https") out.port = "443";
  return out;
}

/// The port of `host:port`.
std::string_view port_of(std::string_view authority) {
  return authority.substr(authority.rfind(':') + 1);
}

}  // namespace

const campaign::host_override* override_for(const campaign& c, std::string_view authority) {
  const auto name = authority.substr(0, authority.rfind(':'));
  for (const auto& one : c.hosts) {
    const auto wanted = pattern_of(one.host);
    const bool is_below = wanted.below && name.ends_with("." + wanted.name);
    const bool is_port = wanted.port.empty() || wanted.port == port_of(authority);
    if (is_port && (is_below || name == wanted.name)) return &one;
  }
  return nullptr;
}

bool receives_secrets(const campaign::host_override& host, std::string_view uri) {
  const auto wanted = pattern_of(host.host);
  const auto scheme = lower_case(split_uri(uri).scheme.value_or(""));
  const auto authority = authority_key(uri);
  return authority && scheme == (wanted.scheme.empty() ? "https" : wanted.scheme) &&
         port_of(*authority) == (wanted.port.empty() ? "443" : wanted.port);
}

bool is_override_host(std::string_view text) {
  const auto read = pattern_of(text);
  if (!read.scheme.empty()) text.remove_prefix(read.scheme.size() + 3);
  return !read.name.empty() && text.find_first_of("/@ ") == text.npos && read.name.find('*') == text.npos &&
         std::ranges::all_of(read.port, is_digit);
}

}  // namespace laundromat
