// Parses and prints IP addresses and networks.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/ip_address.hpp"

#include <arpa/inet.h>

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

std::optional<unsigned> parse_decimal(std::string_view text, unsigned most) {
  if (text.empty() || text.size() > 3 || (text.size() > 1 && text.front() == '0')) return std::nullopt;
  unsigned value = 0;
  for (char c : text) {
    if (!is_digit(c)) return std::nullopt;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  return value <= most ? std::optional{value} : std::nullopt;
}

std::optional<ip_address> parse(int family, std::string_view text) {
  constexpr std::size_t longest = INET6_ADDRSTRLEN - 1;
  if (text.size() > longest || text.find('\0') != text.npos) return std::nullopt;
  ip_address out;
  out.is_v6 = family == AF_INET6;
  if (::inet_pton(family, std::string{text}.c_str(), out.bytes.data()) != 1) return std::nullopt;
  return out;
}

// A run of zero groups.
struct zero_run {
  std::size_t at = 0;
  std::size_t length = 0;
};

// The first of the longest runs of two or more; length 0 for none.
zero_run longest_zero_run(const std::array<unsigned, 8>& groups) {
  zero_run best;
  for (std::size_t at = 0; at < groups.size(); ++at) {
    std::size_t end = at;
    while (end < groups.size() && groups[end] == 0) ++end;
    if (end - at > std::max<std::size_t>(best.length, 1)) best = {at, end - at};
    at = end;
  }
  return best;
}

std::string hex_group(unsigned value) {
  std::string out;
  for (int shift = 12; shift >= 0; shift -= 4) {
    const unsigned digit = (value >> shift) & 15;
    if (digit != 0 || !out.empty() || shift == 0) out.push_back("0123456789abcdef"[digit]);
  }
  return out;
}

}  // namespace

std::optional<ip_address> ip_address::from_bytes(std::span<const std::uint8_t> raw) {
  if (raw.size() != 4 && raw.size() != 16) return std::nullopt;
  ip_address out;
  out.is_v6 = raw.size() == 16;
  std::copy(raw.begin(), raw.end(), out.bytes.begin());
  return out;
}

ip_address ip_address::v4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d) {
  ip_address out;
  out.bytes = {a, b, c, d};
  return out;
}

std::optional<ip_address> parse_ipv4(std::string_view text) {
  return parse(AF_INET, text);
}

std::optional<ip_address> parse_ipv6(std::string_view text) {
  return parse(AF_INET6, text);
}

std::string to_string(const ip_address& address) {
  std::string out;
  if (!address.is_v6) {
    for (std::size_t i = 0; i < 4; ++i) out += (i == 0 ? "" : ".") + std::to_string(address.bytes[i]);
    return out;
  }
  std::array<unsigned, 8> groups{};
  for (std::size_t i = 0; i < 8; ++i) groups[i] = address.bytes[2 * i] * 256U + address.bytes[2 * i + 1];
  const auto run = longest_zero_run(groups);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (run.length > 0 && i == run.at) {
      out += "::";
      i += run.length - 1;
      continue;
    }
    if (!out.empty() && out.back() != ':') out.push_back(':');
    out += hex_group(groups[i]);
  }
  return out;
}

bool cidr::contains(const ip_address& address) const {
  if (address.is_v6 != network.is_v6) return false;
  const unsigned whole = prefix / 8;
  if (!std::equal(network.bytes.begin(), network.bytes.begin() + whole, address.bytes.begin())) return false;
  const unsigned rest = prefix % 8;
  return rest == 0 || ((network.bytes[whole] ^ address.bytes[whole]) >> (8 - rest)) == 0;
}

result<cidr> parse_cidr(std::string_view text) {
  const auto slash = text.find('/');
  const auto host = text.substr(0, slash);
  auto address = parse_ipv4(host);
  if (!address) address = parse_ipv6(host);
  if (!address) return fail(errc::invalid_argument, "not an IP address: " + std::string{host});
  cidr out{*address, address->bit_count()};
  if (slash != std::string_view::npos) {
    const auto prefix = parse_decimal(text.substr(slash + 1), address->bit_count());
    if (!prefix) return fail(errc::invalid_argument, "not a prefix length: " + std::string{text});
    out.prefix = *prefix;
  }
  for (unsigned bit = out.prefix; bit < 128; ++bit)
    out.network.bytes[bit / 8] &= static_cast<std::uint8_t>(~(0x80U >> (bit % 8)));
  return out;
}

}  // namespace laundromat
