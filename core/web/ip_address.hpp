// IP addresses and networks as values: parsed from text or socket bytes, printed, contained in one another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// An IPv4 or IPv6 address. `bytes` is in network order; an IPv4 address uses the first four and leaves the
/// rest 0.
struct ip_address {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v6 = false;

  [[nodiscard]] unsigned bit_count() const { return is_v6 ? 128 : 32; }

  /// From the bytes of a socket address: 4 or 16, in network order; nothing for any other number.
  [[nodiscard]] static std::optional<ip_address> from_bytes(std::span<const std::uint8_t> raw);
  [[nodiscard]] static ip_address v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d);

  friend bool operator==(const ip_address&, const ip_address&) = default;
};

/// Four decimal octets without leading zeros (RFC 3986 section 3.2.2, IPv4address); nothing for the
/// shorthands of inet_aton.
[[nodiscard]] std::optional<ip_address> parse_ipv4(std::string_view text);
/// RFC 4291 section 2.2 without brackets and zone, with `::` and a dotted tail.
[[nodiscard]] std::optional<ip_address> parse_ipv6(std::string_view text);
/// Dotted decimal, or lower-case hexadecimal groups with the longest run of zeros left out (RFC 5952).
[[nodiscard]] std::string to_string(const ip_address& address);

/// A network: the addresses whose first `prefix` bits equal those of `network`.
struct cidr {
  ip_address network;
  unsigned prefix = 0;

  /// False for an address of the other family.
  [[nodiscard]] bool contains(const ip_address& address) const;

  friend bool operator==(const cidr&, const cidr&) = default;
};

/// Reads `10.0.0.0/8`, `fc00::/7`, or a single address, which is a network of one. Bits after the prefix are
/// cleared. Errors: `invalid_argument`. Source: RFC 4632 section 3.1, RFC 4291 section 2.3.
[[nodiscard]] result<cidr> parse_cidr(std::string_view text);

}  // namespace laundromat
