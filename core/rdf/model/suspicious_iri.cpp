// Recognises common typing errors at the front of an IRI.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/model/iri_check.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

constexpr std::string_view mistyped_schemes[] = {
    "htp",    "htt",    "htto",   "hhtp",   "htpp",  "hptt",   "hptts", "htttp",
    "httpp",  "hhttp",  "ttp",    "ttps",   "htps",  "hhtps",  "httsp", "htpps",
    "htttps", "httpps", "hhttps", "httpss", "http.", "https.", "tp",
};

// Hosts that result from a typing error: `http://http//x`, `http://www/x`.
constexpr std::string_view mistaken_hosts[] = {"http", "https", "ftp", "www"};

bool is_any_of(std::string_view text, const auto& list) {
  return std::ranges::any_of(list, [&](std::string_view known) { return equals_ignoring_case(known, text); });
}

bool is_web_scheme(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || default_port(scheme);
}

/// `www.example.org:…`, `example.org:80`, `localhost:80`.
bool is_host_as_scheme(std::string_view scheme, std::string_view path) {
  if (scheme.size() > 4 && equals_ignoring_case(scheme.substr(0, 4), "www.")) return true;
  if (scheme.find('.') == scheme.npos && !equals_ignoring_case(scheme, "localhost")) return false;
  const auto digits = path.substr(0, path.find('/'));
  return !digits.empty() && digits.size() <= 5 && std::ranges::all_of(digits, is_digit);
}

std::string_view suspicion_about_host(const uri_view& parts, const authority_view& authority) {
  if (authority.host.empty()) return "no host";
  if (is_any_of(authority.host, mistaken_hosts)) return "no host";
  if (authority.userinfo && authority.userinfo->find(':') == std::string_view::npos &&
      (parts.path.empty() || parts.path == "/") && !parts.query && !parts.fragment)
    return "mail address";
  if (authority.host.find_first_of("!$&'()*+,;=") != std::string_view::npos) return "odd host";
  return {};
}

}  // namespace

std::string_view suspicion_about(const uri_view& parts) {
  if (!parts.scheme) return {};
  const auto scheme = *parts.scheme;
  if (!is_web_scheme(scheme)) {
    if (is_any_of(scheme, mistyped_schemes)) return "mistyped scheme";
    if (!parts.authority && is_host_as_scheme(scheme, parts.path)) return "no scheme";
    return {};
  }
  if (!parts.authority) return "no host";
  return suspicion_about_host(parts, split_authority(*parts.authority));
}

}  // namespace laundromat
