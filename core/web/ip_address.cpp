// Reading and printing of IP addresses and networks.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/ip_address.hpp"

#include <algorithm>
#include <vector>

#include "core/web/characters.hpp"

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

// Appends the bytes of colon-separated groups; the last one may be dotted where `dotted_tail` allows it.
bool append_groups(std::string_view text, bool dotted_tail, std::vector<std::uint8_t>& out) {
  if (text.empty()) return true;
  while (true) {
    const auto colon = text.find(':');
    const auto group = text.substr(0, colon);
    if (colon == std::string_view::npos && dotted_tail && group.find('.') != std::string_view::npos) {
      const auto v4 = parse_ipv4(group);
      if (!v4) return false;
      out.insert(out.end(), v4->bytes.begin(), v4->bytes.begin() + 4);
      return true;
    }
    if (group.empty() || group.size() > 4) return false;
    unsigned value = 0;
    for (char c : group) {
      if (hex_value(c) < 0) return false;
      value = value * 16 + static_cast<unsigned>(hex_value(c));
    }
    out.push_back(static_cast<std::uint8_t>(value >> 8));
    out.push_back(static_cast<std::uint8_t>(value & 255));
    if (colon == std::string_view::npos) return true;
    text.remove_prefix(colon + 1);
  }
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
  ip_address out;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto dot = i < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return std::nullopt;
    const auto octet = parse_decimal(text.substr(0, dot), 255);
    if (!octet) return std::nullopt;
    out.bytes[i] = static_cast<std::uint8_t>(*octet);
    text.remove_prefix(std::min(dot + 1, text.size()));
  }
  return out;
}

std::optional<ip_address> parse_ipv6(std::string_view text) {
  const auto gap = text.find("::");
  std::vector<std::uint8_t> front;
  std::vector<std::uint8_t> back;
  if (gap == std::string_view::npos) {
    if (!append_groups(text, true, front) || front.size() != 16) return std::nullopt;
  } else {
    if (!append_groups(text.substr(0, gap), false, front)) return std::nullopt;
    if (!append_groups(text.substr(gap + 2), true, back)) return std::nullopt;
    if (front.size() + back.size() > 14) return std::nullopt;
  }
  ip_address out;
  out.is_v6 = true;
  std::copy(front.begin(), front.end(), out.bytes.begin());
  std::copy(back.begin(), back.end(), out.bytes.end() - static_cast<std::ptrdiff_t>(back.size()));
  return out;
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
