// A socket that listens at an address, and who calls there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

/// Listens at a numeric address; any port for 0. The descriptor is the caller's, does not wait, and does not cross exec.
/// Errors: `configuration`, in the words of the system.
[[nodiscard]] result<int> listen_at(const std::string& address, std::uint16_t port);
/// The port of a socket of this machine; 0 when it has none.
[[nodiscard]] std::uint16_t port_of(int socket);

struct caller {
  int socket = -1;      ///< whoever asked owns it; -1: nobody calls, or `errno` says what is missing
  std::string address;  ///< as numbers, without the port; of IPv6 the first half, which is what one site has
};
/// Takes the next one, whose socket does not wait.
[[nodiscard]] caller accept_caller(int listener);

}  // namespace laundromat
