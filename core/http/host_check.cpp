// Compares authorities.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/host_check.hpp"

#include <charconv>
#include <optional>

#include "core/http/address_site.hpp"
#include "core/web/ip_address.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct host_and_port {
  std::string name;                   ///< lower case, without final dot
  std::optional<ip_address> address;  ///< if the name is one
  std::uint16_t port = 80;
};

std::optional<ip_address> parse_host_address(std::string_view name) {
  if (name.starts_with('[') && name.ends_with(']')) name = name.substr(1, name.size() - 2);
  const auto address = name.find(':') == std::string_view::npos ? parse_ipv4(name) : parse_ipv6(name);
  return address ? std::optional{without_mapping(*address)} : std::nullopt;
}

// `host` or `host:port` (RFC 9110 section 7.2); nothing for a text with a user, an empty name or a port that is none.
std::optional<host_and_port> parse_host(std::string_view text) {
  const auto parts = split_authority(text);
  if (parts.userinfo || parts.host.empty() || text.find_first_of("/?#\\ ") != std::string_view::npos)
    return std::nullopt;
  host_and_port out{lower_case(parts.host), parse_host_address(parts.host), 80};
  if (out.name.ends_with('.')) out.name.pop_back();
  if (out.name.find(':') != std::string::npos && !is_ip_literal(parts.host)) return std::nullopt;
  if (!parts.port || parts.port->empty()) return out;
  const auto [end, error] =
      std::from_chars(parts.port->data(), parts.port->data() + parts.port->size(), out.port);
  if (error != std::errc{} || end != parts.port->data() + parts.port->size()) return std::nullopt;
  return out;
}

bool is_loopback(const ip_address& address) {
  if (!address.is_v6) return address.bytes[0] == 127;
  return to_string(address) == "::1";
}

bool is_any(const ip_address& address) {
  return address == ip_address{{}, address.is_v6};
}

// The origin of a URI, `scheme://host:port`; empty when it has none.
std::string origin_of(std::string_view uri) {
  const auto scheme = split_uri(uri).scheme;
  const auto key = authority_key(uri);
  return scheme && key ? lower_case(*scheme) + "://" + *key : std::string{};
}

}  // namespace

bool names_this_server(std::string_view host, const server_names& names) {
  const auto asked = parse_host(trim(host));
  if (!asked) return false;
  if (!names.public_base.empty()) {
    const auto scheme = split_uri(names.public_base).scheme.value_or("http");
    const auto own = authority_key(names.public_base),
               other = authority_key(std::string{scheme} + "://" + std::string{trim(host)});
    if (own && other && *own == *other) return true;
  }
  const auto listening = parse_host_address(names.address);
  if (asked->port != names.port || !listening) return false;
  const bool has_loopback = is_any(*listening) || is_loopback(*listening);
  if (asked->name == "localhost") return has_loopback;
  if (!asked->address) return false;
  return is_any(*listening) || *asked->address == *listening ||
         (is_loopback(*listening) && is_loopback(*asked->address));
}

bool is_cross_site(const origin_fields& fields, const server_names& names) {
  const auto site = trim(fields.sec_fetch_site), origin = trim(fields.origin);
  if (!site.empty() && !equals_ignoring_case(site, "same-origin") && !equals_ignoring_case(site, "none"))
    return true;
  if (origin.empty()) return false;
  const auto own = origin_of(origin);
  if (own.empty()) return true;  // `null`: a page in a sandbox, or a file
  if (!names.public_base.empty() && own == origin_of(names.public_base)) return false;
  return own != origin_of("http://" + std::string{trim(fields.host)});
}

}  // namespace laundromat
