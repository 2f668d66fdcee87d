// Implements the address guard with a table of special-purpose networks.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/address_guard.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

struct special_network {
  std::array<std::uint8_t, 16> network;
  unsigned prefix;
  std::string_view reason;
};

constexpr special_network special_v4[] = {
    {{0}, 8, "this network"},
    {{10}, 8, "private"},
    {{100, 64}, 10, "shared address space of a carrier"},
    {{127}, 8, "loopback"},
    {{169, 254}, 16, "link-local"},
    {{172, 16}, 12, "private"},
    {{192, 0, 0}, 24, "protocol assignments"},
    {{192, 0, 2}, 24, "documentation"},
    {{192, 168}, 16, "private"},
    {{198, 18}, 15, "benchmarks"},
    {{198, 51, 100}, 24, "documentation"},
    {{203, 0, 113}, 24, "documentation"},
    {{224}, 4, "multicast"},
    {{240}, 4, "reserved"},
};

// ::/96 contains the unspecified address, loopback, and the obsolete IPv4-compatible addresses.
constexpr special_network special_v6[] = {
    {{}, 96, "unspecified, loopback or IPv4-compatible"},
    {{0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}, 48, "local translation"},
    {{0x01, 0x00}, 64, "discard"},
    {{0x20, 0x01, 0x00}, 23, "protocol assignments"},
    {{0x20, 0x01, 0x0d, 0xb8}, 32, "documentation"},
    {{0xfc}, 7, "unique local"},
    {{0xfe, 0x80}, 10, "link-local"},
    {{0xfe, 0xc0}, 10, "site-local"},
    {{0xff}, 8, "multicast"},
};

bool contains(const special_network& special, const ip_address& address) {
  return cidr{ip_address{special.network, address.is_v6}, special.prefix}.contains(address);
}

bool allows(const allowed_network& entry, const ip_address& address, std::uint16_t port) {
  return entry.network.contains(address) && entry.port.value_or(port) == port;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), is_digit))
    return std::nullopt;
  unsigned value = 0;
  for (char c : text) value = value * 10 + static_cast<unsigned>(c - '0');
  return value > 0 && value <= 65'535 ? std::optional{static_cast<std::uint16_t>(value)} : std::nullopt;
}

}  // namespace

std::optional<ip_address> embedded_ipv4(const ip_address& address) {
  if (!address.is_v6) return std::nullopt;
  const auto& b = address.bytes;
  static constexpr cidr mapped{{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, true}, 96};
  static constexpr cidr translated{{{0x00, 0x64, 0xff, 0x9b}, true}, 96};
  if (mapped.contains(address) || translated.contains(address))
    return ip_address::v4(b[12], b[13], b[14], b[15]);
  if (b[0] == 0x20 && b[1] == 0x02) return ip_address::v4(b[2], b[3], b[4], b[5]);
  return std::nullopt;
}

address_class classify(const ip_address& address) {
  const auto inner = embedded_ipv4(address);
  const auto& effective = inner ? *inner : address;
  const std::span<const special_network> table =
      effective.is_v6 ? std::span<const special_network>{special_v6} : special_v4;
  for (const auto& special : table)
    if (contains(special, effective)) return {false, special.reason};
  return {};
}

result<allowed_network> parse_allowed_network(std::string_view text) {
  const auto refuse = [&] {
    return fail(errc::invalid_argument,
                "not a network or address, with or without a port: " + std::string{text});
  };
  auto network = text;
  std::optional<std::string_view> port;
  if (text.starts_with('[')) {
    const auto end = text.find(']');
    if (end == std::string_view::npos) return refuse();
    network = text.substr(1, end - 1);
    const auto rest = text.substr(end + 1);
    if (!rest.empty() && rest.front() != ':') return refuse();
    if (!rest.empty()) port = rest.substr(1);
    if (network.find(':') == std::string_view::npos) return refuse();
  } else if (std::count(text.begin(), text.end(), ':') == 1) {
    network = text.substr(0, text.find(':'));
    port = text.substr(text.find(':') + 1);
  }
  const auto parsed = parse_cidr(network);
  if (!parsed) return tl::unexpected(parsed.error());
  allowed_network out{*parsed, std::nullopt};
  if (port && !(out.port = parse_port(*port))) return refuse();
  return out;
}

errc judge(const ip_address& address, std::uint16_t port, const address_policy& policy) {
  const auto inner = embedded_ipv4(address);
  for (const auto& entry : policy.allowed_networks)
    if (allows(entry, address, port) || (inner && allows(entry, *inner, port))) return errc::ok;
  if (!classify(address).is_public) return errc::address_refused;
  const auto has_port = [port](const port_range& range) {
    return range.first <= port && port <= range.second;
  };
  return std::any_of(policy.allowed_ports.begin(), policy.allowed_ports.end(), has_port) ? errc::ok
                                                                                         : errc::port_refused;
}

errc judge(std::span<const std::uint8_t> address_bytes, std::uint16_t port, const address_policy& policy) {
  const auto address = ip_address::from_bytes(address_bytes);
  return address ? judge(*address, port, policy) : errc::address_refused;
}

}  // namespace laundromat
