// Which network addresses and ports a crawler may connect to, checked on the address of each connection.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.hpp"
#include "core/web/ip_address.hpp"

namespace laundromat {

/// The class of an address.
struct address_class {
  bool is_public = true;
  /// Why it is not public: `loopback`, `private`, … Empty for a public address. Static storage.
  std::string_view reason;

  friend bool operator==(const address_class&, const address_class&) = default;
};

/// The IPv4 address in an IPv6 address: IPv4-mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) or 6to4
/// (2002::/16); else nothing.
[[nodiscard]] std::optional<ip_address> embedded_ipv4(const ip_address& address);
/// Distinguishes public addresses from special-purpose ones; an IPv6 address with an embedded IPv4 address has the class of the latter.
/// Source: the IANA special-purpose address registries (RFC 6890), multicast and reserved space.
[[nodiscard]] address_class classify(const ip_address& address);

/// An entry of the allow-list: a network, and the one port that is allowed there, or every port.
struct allowed_network {
  cidr network;
  std::optional<std::uint16_t> port;

  friend bool operator==(const allowed_network&, const allowed_network&) = default;
};

/// Reads `127.0.0.0/8`, `127.0.0.1:8080`, `10.0.0.0/8:80`, `[::1]:80`, `[fc00::/7]:80`, `::1`. Errors:
/// `invalid_argument`.
[[nodiscard]] result<allowed_network> parse_allowed_network(std::string_view text);

/// First and last port of a range.
using port_range = std::pair<std::uint16_t, std::uint16_t>;

/// What may be connected to. The default is public addresses and the usual ports.
struct address_policy {
  /// Allows what is otherwise refused, on the entry's port or on any port.
  std::vector<allowed_network> allowed_networks;
  /// The allowed ports of public addresses.
  std::vector<port_range> allowed_ports{{80, 80}, {443, 443}, {8000, 8999}};
};

/// Checks a connection. Codes: `ok`, `address_refused`, `port_refused`. The address is checked first.
[[nodiscard]] errc judge(const ip_address& address, std::uint16_t port, const address_policy& policy = {});
/// The same for the bytes of a socket address, 4 or 16 in network order; any other number of bytes is
/// `address_refused`.
[[nodiscard]] errc judge(std::span<const std::uint8_t> address_bytes, std::uint16_t port,
                         const address_policy& policy = {});

}  // namespace laundromat
