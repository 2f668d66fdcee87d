// Whether a request is meant for this server, and whether another site sent it with the browser of a user.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// The names of a server.
struct server_names {
  std::string address;           ///< at which it listens; `0.0.0.0` and `::` are any
  std::uint16_t port = 0;        ///< at which it listens
  std::string public_base = {};  ///< the URI at which others reach it, perhaps by a proxy; empty: none
};

/// Whether a Host field names this server: the authority of `public_base`; the address at which it listens, with its port; at a loopback address also
/// `localhost` and every loopback address, with its port; at `0.0.0.0` and `::` any IP address with its port, and `localhost`. A port may be left
/// out where it is 80. A page whose own name leads to this machine (DNS rebinding) sends that name, which is refused.
[[nodiscard]] bool names_this_server(std::string_view host, const server_names& names);

/// Fields that a browser adds; empty where it has not.
struct origin_fields {
  std::string_view host = {}, origin = {}, sec_fetch_site = {};
};

/// Whether a browser sends this request for a page of another site: such a request must not write, whatever secrets come with it (CSRF). A client
/// that is no browser sends neither field. `public_base`: as above, because behind a proxy Host may be another.
/// Source: Fetch Metadata Request Headers section 2.3, RFC 6454 section 7.
[[nodiscard]] bool is_cross_site(const origin_fields& fields, const server_names& names);

}  // namespace laundromat
