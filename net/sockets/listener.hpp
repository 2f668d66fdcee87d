// Opens a listening socket and accepts its connections.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

/// Listens at a numeric address; port 0: any port. The caller owns the descriptor, which is non-blocking and closed at exec.
/// Errors: `configuration`, with the message of the system.
[[nodiscard]] result<int> listen_at(const std::string& address, std::uint16_t port);
/// The port of a socket of this machine; 0 when it has none.
[[nodiscard]] std::uint16_t port_of(int socket);

struct caller {
  int socket = -1;      ///< owned by the caller; -1: no connection waits, or `errno` has the error
  std::string address;  ///< numeric, without the port; of IPv6 the first 64 bits, which belong to one site
};
/// Accepts the next connection. Its socket is non-blocking.
[[nodiscard]] caller accept_caller(int listener);

}  // namespace laundromat
