// Which addresses belong to one client, for limits per client.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "core/web/ip_address.hpp"

namespace laundromat {

/// The address by which a client is counted: the address itself for IPv4, also when it is mapped into IPv6; of IPv6 the first 64 bits, which
/// belong to one site (RFC 4291 section 2.5.4), followed by zeros.
[[nodiscard]] ip_address address_site(const ip_address& address);
/// The same for a text; nothing when it is no address.
[[nodiscard]] std::optional<ip_address> address_site(std::string_view address);
/// An IPv4 address that is mapped into IPv6 (RFC 4291 section 2.5.5.2) as IPv4; any other address unchanged.
[[nodiscard]] ip_address without_mapping(const ip_address& address);

}  // namespace laundromat
