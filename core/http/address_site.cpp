// Cuts addresses to the part that identifies a client.
// SPDX-License-Identifier: Apache-2.0
#include "core/http/address_site.hpp"

#include <algorithm>

namespace laundromat {

ip_address without_mapping(const ip_address& address) {
  const auto& bytes = address.bytes;
  const bool is_mapped = address.is_v6 &&
                         std::all_of(bytes.begin(), bytes.begin() + 10, [](auto b) { return b == 0; }) &&
                         bytes[10] == 0xFF && bytes[11] == 0xFF;
  return is_mapped ? ip_address::v4(bytes[12], bytes[13], bytes[14], bytes[15]) : address;
}

ip_address address_site(const ip_address& address) {
  auto site = without_mapping(address);
  if (site.is_v6) std::fill(site.bytes.begin() + 8, site.bytes.end(), std::uint8_t{0});
  return site;
}

std::optional<ip_address> address_site(std::string_view address) {
  const auto parsed = address.find(':') == std::string_view::npos ? parse_ipv4(address) : parse_ipv6(address);
  if (!parsed) return std::nullopt;
  return address_site(*parsed);
}

}  // namespace laundromat
